"""What a game may be played with on paper: the faces to print, how many of each, and at which size."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.table import Face


@dataclass(frozen=True, slots=True)
class Group:
    """Faces that belong together, with what they are called and how often they are there.

    `together` of them stay in one row where there is room: the six of a die, the four of a price.
    """

    title: str
    faces: tuple[Face, ...]
    together: int
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Kit:
    """A game's printed pieces; a game that has any names them as `KIT` in its module `kit`.

    `piece` is their kind, as the zones of the game's layout call it, `size_mm` the side of a piece, which may be
    anything in `sizes_mm`. `note` says of what is printed what people must know; `suns` are signs on a face.
    """

    piece: str
    groups: tuple[Group, ...]
    size_mm: float
    sizes_mm: tuple[float, float]
    note: str
    suns: Mapping[Face, int] = field(default_factory=dict)
