"""The state of a game of Dance of Muses: what lies on the table, whose turn it is, what earlier hands brought."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.dance_of_muses.sets import MUSES, PLAIN, MuseSet

__all__ = ["DOWN", "MUSES", "SIX", "Cell", "Hand", "Mode", "Phase", "Setup", "State", "Tile"]

DOWN = "down"
SIX = 6
TEAMS = 4  # this many players form two teams
MOST_SUNS = 3  # printed on a tile, as far as is known: a die above it needs no count

Cell = tuple[int, int]
Hand = tuple[tuple[int, ...], ...]
"""The dice of a finished hand, high to low: a row for each Company, and the neutral die's row where it is ranked."""


class Mode(StrEnum):
    """How powers are played: not at all, as people declare them, or by the rows of a set."""

    CORE = "core"
    DECLARED = "declared"
    FULL = "full"


class Phase(StrEnum):
    """What is due: the stages of a hand, in order, and the end of the game."""

    PLACE = "place"
    DANCE = "dance"
    REVEAL = "reveal"
    SUNS = "suns"
    SCORED = "scored"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Tile:
    """A Muse on the table and the die that stands on it; `muse` is None while she lies face down."""

    colour: str
    muse: str | None
    cell: Cell
    die: int = 1

    @property
    def face(self) -> str:
        """What the tile shows: the Muse's name or `down`."""
        return self.muse or DOWN

    @property
    def die_face(self) -> str:
        """What the die shows, e.g. `orange 4`."""
        return f"{self.colour} {self.die}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the first hand; the fields are the options of `rules.dance_of_muses.setup`."""

    seats: int
    colours: tuple[str, str, str]
    mode: Mode = Mode.CORE
    muses: MuseSet = field(default=PLAIN, hash=False)
    hands: int = 1
    long_game: bool = False
    diagonal_step: bool = False
    chain_push: str = "unlimited"
    plus_one_is_simultaneous: bool = True
    neutral_is_first_tile: bool = True
    neutral_in_ranking: bool = False
    neutral_face_4p: str = "up"
    second_hand_first_player: str = "next"
    second_hand_redeal: str = "anew"
    tiebreak_dice_scope: str = "last"

    @property
    def companies(self) -> int:
        """How many sides score: two teams in a game of four, else every player."""
        return 2 if self.seats == TEAMS else self.seats

    @property
    def each(self) -> int:
        """How many Muses a player is dealt."""
        return len(MUSES) // self.seats

    @property
    def neutral(self) -> str | None:
        """The colour of the neutral die; None in a game of three."""
        return None if self.companies == len(self.colours) else self.colours[2]

    @property
    def neutral_up(self) -> bool:
        """Whether the neutral Muse lies face up."""
        return self.seats == TEAMS and self.neutral_face_4p == "up"

    def colour(self, seat: int) -> str:
        """Return the colour of the seat's Company; team mates share one."""
        return self.colours[seat % self.companies]


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game. `tiles` are in the order they were placed, the neutral Muse first.

    The last fields keep their defaults where no power is played and Muses are dealt anew. Who lies face down is in no
    field: nobody knows it before the reveal, so there is nothing to hide.
    """

    setup: Setup
    phase: Phase = Phase.PLACE
    seat: int = 0
    starter: int = 0
    tiles: tuple[Tile, ...] = ()
    suns: tuple[tuple[str, int], ...] = ()
    finished: tuple[Hand, ...] = ()
    mover: int | None = None  # the tile moved last, or the one whose power was used first and who is to move now
    owed: bool = False  # her move is still owed
    used: bool = False  # her power was used
    kept: tuple[tuple[str, str], ...] = ()  # each Muse with the colour she was dealt to, while Muses are kept
    fallen: tuple[tuple[Cell, str], ...] = ()  # dice that lie off their tiles: only ever seen, never played on

    @property
    def neutral_due(self) -> bool:
        """Whether the neutral Muse is to be laid before anything else."""
        return self.phase is Phase.PLACE and self.setup.neutral is not None and not self.tiles

    @property
    def due_colour(self) -> str:
        """The colour of the die that goes on the next Muse placed."""
        neutral = self.setup.neutral
        return neutral if self.neutral_due and neutral else self.setup.colour(self.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """How each tile is called: the Muse, or `orange?`, numbered as placed where a colour hides several."""
        hidden = [tile.colour for tile in self.tiles if tile.muse is None]
        if not hidden:
            return tuple([tile.muse or "" for tile in self.tiles])
        called = iter([f"{colour}?{_number(hidden, index)}" for index, colour in enumerate(hidden)])
        return tuple(tile.muse or next(called) for tile in self.tiles)

    def index(self, name: str) -> int | None:
        """Return which tile is called `name`; None if none is."""
        names = self.names
        return names.index(name) if name in names else None

    def placed_by(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles that `seat` has placed in this hand."""
        own = self.tiles if self.setup.neutral is None else self.tiles[1:]
        return own[(seat - self.starter) % self.setup.seats :: self.setup.seats]

    def unseen(self) -> tuple[str, ...]:
        """Return the Muses that do not lie face up, in the set's order."""
        up = {tile.muse for tile in self.tiles}
        return tuple(muse for muse in self.setup.muses.names if muse not in up)

    def may_be(self, muse: str, colour: str) -> bool:
        """Return whether the Muse may lie under a die of that colour: always, unless Muses are kept (4.6)."""
        return dict(self.kept).get(muse, colour) == colour

    def pending(self) -> tuple[Tile, ...]:
        """Return the tiles whose suns still have to be counted: those that could turn a ranked die into a 6."""
        known = dict(self.suns)
        ranked = (t for t in self.tiles if t.colour != self.setup.neutral or self.setup.neutral_in_ranking)
        return tuple(tile for tile in ranked if tile.die <= MOST_SUNS and tile.muse not in known)


def _number(colours: list[str], index: int) -> str:
    """Return which of its kind the colour at `index` is; "" if it is the only one."""
    return str(colours[: index + 1].count(colours[index])) if colours.count(colours[index]) > 1 else ""
