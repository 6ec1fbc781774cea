"""The kinds of pieces in the box, and the whole vocabulary of what faces and feats can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.dice_forge.goods import NOTHING, Goods


class Kind(StrEnum):
    """What a face does: all that faces can do."""

    PLAIN = "plain"  # gives its goods, one option of them where there are several
    TIMES = "times"  # multiplies the other die
    MIRROR = "mirror"  # counts as a face that another hero shows
    SHIP = "ship"  # lets one buy a face for less
    SHIELD = "shield"  # gives more when the other die gives what it watches
    BOAR = "boar"  # gives to its bearer and to the owner of its card; never leaves the die


class Verb(StrEnum):
    """What a feat does: all that feats can do."""

    NONE = "none"
    HAMMER = "hammer"  # attaches a track for gold
    CHEST = "chest"  # raises the caps
    CERBERUS = "cerberus"  # brings a token to have a roll twice
    TRITON = "triton"  # brings a token worth one of its goods
    GAIN = "gain"
    PER_FORGED = "per_forged"  # gives its goods for each face forged so far
    FORGE = "forge"  # a face of the gardens for one's own die
    GIVE = "give"  # a face of the gardens for somebody else's die
    BLESS = "bless"  # rolls of both dice
    MINOR = "minor"  # rolls of one and the same die
    OTHERS_LOSE = "others_lose"
    OTHERS_SHOW = "others_show"
    OUST = "oust"  # gives its goods whenever its owner ousts or is ousted
    TURN_ROLL = "turn_roll"  # in each own turn: a roll of one die
    TURN_CHOOSE = "turn_choose"  # in each own turn: one of its goods
    TURN_PAY = "turn_pay"  # in each own turn: its goods, for a price


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die; `owner` are the options of a boar card's owner."""

    name: str
    words: str
    kind: Kind
    gives: tuple[Goods, ...] = ()
    amount: int = 0
    watch: str = ""
    match: Goods = NOTHING
    owner: tuple[Goods, ...] = ()
    card: str = ""


@dataclass(frozen=True, slots=True)
class Feat:
    """One kind of card; `glory` is printed on it and counts at the end."""

    name: str
    title: str
    glory: int
    verb: Verb
    gives: tuple[Goods, ...] = ()
    pays: Goods = NOTHING
    times: int = 1
    faces: tuple[str, ...] = ()
    converts: tuple[str, ...] = ()
    rate: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a stack of cards: its portal, what a card costs, the feats it may hold, the first game's first."""

    portal: int
    cost: Goods
    feats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """Faces that are sold at one price, with how many there are."""

    price: int
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Box:
    """Everything that never changes."""

    dice: tuple[tuple[str, ...], ...]
    faces: Mapping[str, Face]
    pools: tuple[Pool, ...]
    gardens: Mapping[str, int]
    slots: tuple[Slot, ...]
    feats: Mapping[str, Feat]
