"""What can be due: each task says whose it is and what has been decided about it so far."""

from dataclasses import dataclass
from enum import StrEnum

from rules.dice_forge.goods import Goods
from rules.game import Seat


class Why(StrEnum):
    """What becomes of dice that several heroes roll."""

    GAIN = "gain"
    LOSE = "lose"
    SHOW = "show"


class Step(StrEnum):
    """How far a hero's own part of the turn has come."""

    FREE = "free"  # reinforcements and an action are open
    ACTED = "acted"  # the action is done; an extra one may be bought
    EXTRA = "extra"  # an extra action was bought
    DONE = "done"  # nothing is left to do


@dataclass(frozen=True, slots=True)
class Draw:
    """Setting up: which of its two feats lies on each of these slots."""

    seat: Seat
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Boars:
    """Setting up: so many boar cards are still laid on their stack, from the bottom up."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Thin:
    """Setting up for two: faces leave the pools."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolls:
    """The heroes of these seats roll both dice; some have, and nothing is applied before all have."""

    due: tuple[Seat, ...]
    why: Why = Why.GAIN
    card: str = ""
    rolled: tuple[tuple[Seat, tuple[str, str]], ...] = ()

    @property
    def seat(self) -> Seat:
        """Whose roll is recorded next."""
        return self.due[0]


@dataclass(frozen=True, slots=True)
class Minor:
    """A hero rolls one die so many times; None: either one, the first roll tells."""

    seat: Seat
    left: int
    die: int | None = None
    card: str = ""


@dataclass(frozen=True, slots=True)
class Bless:
    """Faces a hero has rolled, to be applied. `faces` stay as rolled: Cerberus applies them once more.

    `now` is what they count as, "" for nothing; `picks` and `kept` are the answers about each face so far. `met` is
    whether the other face gave what a shield watches that waits for it, None before that one is paid out.
    """

    seat: Seat
    faces: tuple[str, ...]
    now: tuple[str, ...]
    picks: tuple[tuple[str, ...], ...]
    kept: tuple[tuple[bool, ...], ...]
    lose: bool = False
    card: str = ""
    again: bool = True
    viewers: tuple[Seat, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    first: str = ""
    met: bool | None = None


def bless(
    seat: Seat,
    faces: tuple[str, ...],
    *,
    lose: bool = False,
    card: str = "",
    again: bool = True,
    viewers: tuple[Seat, ...] = (),
    shown: tuple[tuple[str, str], ...] = (),
) -> Bless:
    """Return the task of applying these faces, about which nothing is decided yet."""
    nothing = ((),) * len(faces)
    seen_by = viewers or (seat,) * len(faces)
    return Bless(seat, faces, faces, nothing, nothing, lose, card, again, seen_by, shown)


@dataclass(frozen=True, slots=True)
class Gain:
    """Goods a hero gains; gold may go to a Hammer. `watch` is the kind that a shield waits for, "" for none."""

    seat: Seat
    goods: Goods
    watch: str = ""


@dataclass(frozen=True, slots=True)
class Lose:
    """Goods a hero loses; `watch` as of a gain."""

    seat: Seat
    goods: Goods
    watch: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A hero chooses one of these goods; `source` is what offers them, for people, and `watch` as of a gain."""

    seat: Seat
    options: tuple[Goods, ...]
    source: str
    watch: str = ""


@dataclass(frozen=True, slots=True)
class Ship:
    """A hero may buy one face for so much less."""

    seat: Seat
    discount: int


@dataclass(frozen=True, slots=True)
class Again:
    """A hero may give a Cerberus token to apply the same faces once more."""

    seat: Seat
    blessing: Bless


@dataclass(frozen=True, slots=True)
class Garden:
    """A hero forges one of these faces of the gardens."""

    seat: Seat
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Out:
    """A new face lies on a die, None where either may be meant: what it replaces is to be said."""

    seat: Seat
    face: str
    die: int | None


@dataclass(frozen=True, slots=True)
class Name:
    """A hero says who has to forge this face."""

    seat: Seat
    face: str


@dataclass(frozen=True, slots=True)
class Take:
    """A hero takes two of the faces that others have rolled."""

    seat: Seat
    rolled: tuple[tuple[Seat, tuple[str, str]], ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """A card just bought does what it does."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Offer:
    """An offering goes on: these faces are in it already."""

    seat: Seat
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """A hero's own part of the turn, with the reinforcements used so far."""

    seat: Seat
    step: Step = Step.FREE
    used: tuple[str, ...] = ()


Task = (
    Draw
    | Boars
    | Thin
    | Rolls
    | Minor
    | Bless
    | Gain
    | Lose
    | Pick
    | Ship
    | Again
    | Garden
    | Out
    | Name
    | Take
    | Effect
    | Offer
    | Act
)
