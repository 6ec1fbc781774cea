"""The state of a game of Dice Forge: what every hero has, what is left in the middle, and what is still to happen."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import Goods
from rules.dice_forge.pieces import Face, Feat, Kind, Verb
from rules.dice_forge.tasks import Task
from rules.game import Seat

DICE = ("light", "dark")
LIGHT, DARK = 0, 1
HOME = 0  # instead of a portal: one's own start
TWO = 2
FULL_HAMMER = 30  # gold on both sides of a track
HALF_HAMMER = 15
HAMMER_GLORY = (10, 15)  # for its first side, for its second
TOKEN = 100  # glory
CAPS = Goods(12, 6, 6, 10**6)
CHEST = Goods(4, 3, 3, 0)


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the first turn; the fields are the options of `rules.dice_forge.setup`."""

    seats: int
    first: int = 0
    colours: tuple[str, ...] = ("orange", "green", "blue", "black")
    feats: tuple[str, ...] = ()  # for each slot; "" until it is drawn
    two_player_blessings: str = "turn"
    two_player_pools: str = "random"
    boar_colours: str = "drawn"
    different_faces: str = "face"
    x3_choice: str = "once"
    x3_boar_owner: int = 3
    mirror_vs_mirror: str = "reflects"
    mirror_after_forge: str = "now"
    shield_pair: str = "fallback"
    shield_capped: str = "counts"
    boar_reward_and_shield: str = "not"
    conversion: str = "face"
    converted_and_shield: str = "counts"
    satyrs_mirror: str = "active"
    satyrs_same_die: bool = False
    cerberus: str = "after"
    cerberus_and_satyrs: bool = False
    oust_blessing: str = "before_card"
    card_glory: str = "end"
    typhon: str = "at_once"
    typhon_and_boars: bool = True
    hammer_glory: str = "at_once"
    token_100_return: bool = True
    ship_order: str = "free"
    extra_without_action: bool = False
    tie: str = "shared"

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return 10 if self.seats == 3 else 9  # noqa: PLR2004 (RULES.md, 2.1)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats in turn order, beginning with `seat`."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its six faces in the order of their names, and the one on top."""

    faces: tuple[str, ...]
    top: str

    def forged(self, out: str, new: str) -> "Die":
        """Return the die with `new` in the place of `out`, and on top."""
        left = list(self.faces)
        left.remove(out)
        return Die(tuple(sorted([*left, new])), new)


@dataclass(frozen=True, slots=True)
class Hero:
    """What a player has. `removed` are the faces taken off the dice; `hammered` is the gold sent to all Hammers."""

    goods: Goods
    dice: tuple[Die, Die]
    portal: int = HOME
    cards: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    chests: int = 0
    hammers: int = 0
    hammered: int = 0
    cerberus: int = 0
    triton: int = 0

    @property
    def caps(self) -> Goods:
        """The most that can be kept of each kind."""
        return CAPS.plus(CHEST.times(self.chests))

    @property
    def hammer_room(self) -> int:
        """How much gold still fits on the Hammers."""
        return FULL_HAMMER * self.hammers - self.hammered

    @property
    def tops(self) -> tuple[str, str]:
        """The faces on top of the light and the dark die."""
        return self.dice[LIGHT].top, self.dice[DARK].top

    def forged(self, *, boars: bool) -> int:
        """Return how many faces were forged on the dice; boars count or not."""
        forced = sum(face_of(face).kind is Kind.BOAR for die in self.dice for face in die.faces)
        return len(self.removed) - (0 if boars else forced)

    def feats(self, verb: Verb) -> tuple[Feat, ...]:
        """Return the cards of that kind, in the order they were taken."""
        return tuple(BOX.feats[card] for card in self.cards if BOX.feats[card].verb is verb)

    def with_die(self, index: int, die: Die) -> "Hero":
        """Return the hero with another die."""
        light, dark = self.dice
        return replace(self, dice=(die, dark) if index == LIGHT else (light, die))

    def showing(self, index: int, face: str) -> "Hero":
        """Return the hero with that face on top of a die."""
        return self.with_die(index, replace(self.dice[index], top=face))


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game. `todo` is what is still to happen, the first of it is due now; it is empty at the end.

    `stock` is what is left of each face in the Temple, in the order of `BOX.faces`; `stacks` are the cards of each
    slot, the top one last.
    """

    setup: Setup
    heroes: tuple[Hero, ...]
    stock: tuple[int, ...]
    stacks: tuple[tuple[str, ...], ...]
    active: Seat
    round: int = 1
    todo: tuple[Task, ...] = ()

    @property
    def due(self) -> Task | None:
        """What is due now; None when the game is over."""
        return self.todo[0] if self.todo else None

    def left(self, face: str) -> int:
        """Return how many of that face are left in the Temple."""
        return self.stock[ORDER[face]]

    def then(self, *tasks: Task) -> "State":
        """Return the state in which `tasks` come in the place of what is due."""
        return replace(self, todo=(*tasks, *self.todo[1:]))

    def first(self, *tasks: Task) -> "State":
        """Return the state in which `tasks` come before what is due."""
        return replace(self, todo=(*tasks, *self.todo))

    def with_hero(self, seat: Seat, hero: Hero) -> "State":
        """Return the state with another hero on that seat."""
        return replace(self, heroes=(*self.heroes[:seat], hero, *self.heroes[seat + 1 :]))

    def taking(self, face: str) -> "State":
        """Return the state with one such face less in the Temple."""
        index = ORDER[face]
        return replace(self, stock=(*self.stock[:index], max(0, self.stock[index] - 1), *self.stock[index + 1 :]))

    def with_stack(self, slot: int, cards: tuple[str, ...]) -> "State":
        """Return the state with those cards on a slot."""
        return replace(self, stacks=(*self.stacks[:slot], cards, *self.stacks[slot + 1 :]))

    def owner(self, card: str) -> Seat | None:
        """Return who has that card; None if nobody has."""
        return next((seat for seat, hero in enumerate(self.heroes) if card in hero.cards), None)


ORDER: Mapping[str, int] = {face: index for index, face in enumerate(BOX.faces)}
PRICES: Mapping[str, int] = {face: pool.price for pool in BOX.pools for face, _ in pool.faces}
POOL_OF: Mapping[str, int] = {face: index for index, pool in enumerate(BOX.pools) for face, _ in pool.faces}
SLOT_OF: Mapping[str, int] = {
    card: index
    for index, slot in enumerate(BOX.slots)
    for feat in slot.feats
    for card in BOX.feats
    if card == feat or card.startswith(f"{feat}_")
}


def face_of(name: str) -> Face:
    """Return the face of that name."""
    return BOX.faces[name]


def removable(die: Die) -> tuple[str, ...]:
    """Return the kinds of faces that may leave the die: all but boars."""
    return tuple(face for face in Counter(die.faces) if face_of(face).kind is not Kind.BOAR)
