"""The moves of Dice Forge; `str` gives their notation, and `rules.dice_forge.notation` reads it."""

from dataclasses import dataclass

DICE = ("light", "dark")


def _on(die: int | None) -> str:
    return "" if die is None else f" {DICE[die]}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Both dice of one hero, or of several in a row of those who roll: the faces of the light and the dark die."""

    heroes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Return e.g. `roll G1 V2` or `roll G1 S1 / G1 V2`."""
        return f"roll {' / '.join(' '.join(faces) for faces in self.heroes)}"


@dataclass(frozen=True, slots=True)
class RollOne:
    """One die, and what came up."""

    die: int
    face: str

    def __str__(self) -> str:
        """Return e.g. `roll light G3`."""
        return f"roll{_on(self.die)} {self.face}"


@dataclass(frozen=True, slots=True)
class Buy:
    """A face bought and put on a die; None where both dice show that face already."""

    face: str
    die: int | None = None

    def __str__(self) -> str:
        """Return e.g. `buy G6 light` or `buy G3`."""
        return f"buy {self.face}{_on(self.die)}"


@dataclass(frozen=True, slots=True)
class Forge:
    """A face of the gardens put on a die; None where both dice show that face already."""

    face: str
    die: int | None = None

    def __str__(self) -> str:
        """Return e.g. `forge X3 dark`."""
        return f"forge {self.face}{_on(self.die)}"


@dataclass(frozen=True, slots=True)
class Out:
    """The face that a new one replaces."""

    die: int
    face: str

    def __str__(self) -> str:
        """Return e.g. `out light G1`."""
        return f"out{_on(self.die)} {self.face}"


@dataclass(frozen=True, slots=True)
class Perform:
    """A card bought."""

    card: str

    def __str__(self) -> str:
        """Return e.g. `feat cancer`."""
        return f"feat {self.card}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card that chance has brought into the game while setting up."""

    card: str

    def __str__(self) -> str:
        """Return e.g. `draw great_bear`."""
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class Remove:
    """The faces that left the mixed pools while setting up for two."""

    faces: tuple[str, ...]

    def __str__(self) -> str:
        """Return e.g. `remove G6 S1_V1 V4 M2_V2`."""
        return f"remove {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Say:
    """Something decided that leaves no trace of its own, or is told rather than seen."""

    verb: str
    what: str = ""

    def __str__(self) -> str:
        """Return e.g. `pick sun`, `copy V4`, `hammer 3` or `end`."""
        return f"{self.verb} {self.what}".strip()


Move = Roll | RollOne | Buy | Forge | Out | Perform | Draw | Remove | Say
