"""The state of a game of Line Dice: the dice in the order laid, the hands, who is out, whose turn it is."""

from dataclasses import dataclass
from enum import StrEnum

from rules.line_dice.faces import CURVES, KINDS, SIDES, Side, arrow
from rules.line_dice.road import Die, Road, road

DICE = 36
FIVE = 5  # with so many players one die is left over
UNKNOWN = "?"

Hand = tuple[str, ...]
"""The dice a player holds, by kind in the order of `KINDS`; `?` for each that nobody told the referee."""


class Phase(StrEnum):
    """What is due."""

    ROLL = "roll"
    EXTRA = "extra"  # the left-over die is to be laid
    LAY = "lay"
    CAUGHT = "caught"  # a bluff was called: the die is to be taken back
    DISCARD = "discard"  # the caller chooses a die that leaves the game
    END = "end"  # decided, but the last die may still be called
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the game; the fields are the options of `rules.line_dice.setup`."""

    seats: int
    first: int = 0
    hands: str = "open"
    hand_limit: int = 0
    five_player_extra: str = "first_move"
    faces_per_die: tuple[str, ...] = KINDS
    edge_rule: str = "full"
    forbid_dead_cell: bool = False
    must_play: bool = True
    closing_forced: bool = True
    closing_only_if_forced: bool = False
    empty_hand_wins: bool = False
    show_on_out: bool = True
    arrow: str = "first_curve"
    mikes_bluff: str = "flag"
    bluff_callers: str = "all"
    bluff_penalty: str = "out"
    bluff_needs_no_move: bool = True
    bluff_reinstates: bool = False
    false_call_penalty: str = "none"

    @property
    def each(self) -> int:
        """How many dice a player is dealt."""
        share = DICE // self.seats
        return min(share, self.hand_limit or share)

    @property
    def extra(self) -> bool:
        """Whether the left-over die is the first move."""
        whole = self.each == DICE // self.seats
        return self.seats == FIVE and whole and self.five_player_extra == "first_move"

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a die can roll."""
        return tuple(kind for kind in KINDS if kind in self.faces_per_die)


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game. Head, tail, required arrow and a bluff on the table follow from the dice."""

    setup: Setup
    phase: Phase
    seat: int
    hands: tuple[Hand, ...]
    dice: tuple[Die, ...] = ()
    out: tuple[int, ...] = ()  # in the order they went
    window: bool = False  # whether the last die may still be called
    fallen: int = 0  # how many were out when the last die was laid
    bluffer: int | None = None  # who was caught, until the next die is laid
    caller: int | None = None
    fined: tuple[int, ...] = ()  # a seat for each point lost

    @property
    def road(self) -> Road:
        """The road that the dice form."""
        return road(self.dice)

    @property
    def arrow(self) -> Side | None:
        """Where every arrow must point: as agreed, else as on the first curve; None before it."""
        if self.setup.arrow in SIDES:
            return self.setup.arrow
        return next((arrow(die.face) for die in self.dice if die.face in CURVES), None)

    @property
    def wrong(self) -> bool:
        """Whether the last die is a curve whose arrow points elsewhere."""
        return bool(self.dice) and arrow(self.dice[-1].face) not in {None, self.arrow}

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.out)

    @property
    def hand(self) -> Hand:
        """What the player to act holds."""
        return self.hands[self.seat]

    @property
    def layer(self) -> int | None:
        """Who laid the last die."""
        return self.dice[-1].seat if self.dice else None

    def after(self, seat: int) -> int:
        """Return the next seat clockwise that is not out; the same one if there is no other."""
        order = [(seat + step) % self.setup.seats for step in range(1, self.setup.seats + 1)]
        return next((other for other in order if other not in self.out), seat)


def held(dice: Hand) -> Hand:
    """Return the dice of a hand in their order."""
    return tuple(sorted(dice, key=(*KINDS, UNKNOWN).index))


def without(hands: tuple[Hand, ...], seat: int, kind: str) -> tuple[Hand, ...]:
    """Return the hands after `seat` gave up a die of that kind: one known to be there, else an unknown one."""
    hand = list(hands[seat])
    gone = next((die for die in (kind, UNKNOWN) if die in hand), None)
    if gone is not None:
        hand.remove(gone)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def given(hands: tuple[Hand, ...], seat: int, kind: str) -> tuple[Hand, ...]:
    """Return the hands after `seat` got a die of that kind."""
    return (*hands[:seat], held((*hands[seat], kind)), *hands[seat + 1 :])


def recorded(hand: Hand) -> bool:
    """Return whether every die of the hand is known."""
    return UNKNOWN not in hand
