"""The faces of a Line Die by name, and what is on them: road ends, arrow, kind (RULES.md, section 1)."""

from functools import cache

from rules.table import Face

Cell = tuple[int, int]
Side = str

SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
"""The sides of a cell, clockwise; north is up in the picture."""

STEPS: dict[Side, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

KINDS = ("S", "X", "C0", "C1", "C2", "C3")
"""What a die may have rolled, however it is turned: straight, crossing, and the four curves."""

CROSSING: Face = "X"
STRAIGHTS: tuple[Face, ...] = ("S-NS", "S-EW")
CURVES: tuple[Face, ...] = tuple(f"{kind}{arrow}" for kind in KINDS[2:] for arrow in SIDES)
FACES: tuple[Face, ...] = (*STRAIGHTS, CROSSING, *CURVES)

RINGS: tuple[tuple[str, tuple[Face, ...]], ...] = (
    ("S", STRAIGHTS),
    ("X", (CROSSING,)),
    *((kind, tuple(f"{kind}{arrow}" for arrow in SIDES)) for kind in KINDS[2:]),
)
"""What a die of each kind shows as it is turned clockwise, quarter by quarter."""


def turned(side: Side, quarters: int) -> Side:
    """Return the side so many quarter turns clockwise from `side`."""
    return SIDES[(SIDES.index(side) + quarters) % len(SIDES)]


def opposite(side: Side) -> Side:
    """Return the side across."""
    return turned(side, 2)


def beside(cell: Cell, side: Side) -> Cell:
    """Return the cell next to `cell` on that side."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def kind(face: Face) -> str:
    """Return what a die with this face has rolled, e.g. `C1` for `C1S`; a kind is its own."""
    return face[:2] if face.startswith("C") else face[:1]


def arrow(face: Face) -> Side | None:
    """Return where a curve's arrow points; None on a straight or crossing."""
    return face[2:] if face.startswith("C") else None


@cache
def ports(face: Face) -> tuple[Side, ...]:
    """Return the sides on which the face has a road end, clockwise from north."""
    if face == CROSSING:
        return SIDES
    pointing = arrow(face)
    if pointing is None:
        return tuple(side for side in SIDES if side in face[2:])
    first = turned(pointing, int(face[1]))
    return tuple(side for side in SIDES if side in {first, turned(first, 1)})


@cache
def way_out(face: Face, entry: Side) -> Side:
    """Return the side by which the road that comes in at `entry` leaves; ValueError if no road end is there."""
    if entry not in ports(face):
        raise ValueError(f"“{face}” has no road end on its side {entry}.")
    if face == CROSSING:
        return opposite(entry)
    return next(side for side in ports(face) if side != entry)


def shape(face: Face) -> str:
    """Return what the face shows in the words of `companion read`: straight, cross or curve."""
    return {"S": "straight", "X": "cross"}.get(kind(face), "curve")
