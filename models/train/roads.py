"""The names of Line Dice faces as they lie: a letter for the shape, then where it leads or where its arrow points."""

WAYS = "NESW"
CURVES = tuple(f"C{kind}{way}" for kind in range(4) for way in WAYS)
ROADS = ("none", "S-NS", "S-EW", "X", *CURVES)
PORTS = ("none", "NS", "EW", "NESW", "NE", "ES", "SW", "NW")  # where a road leaves the face
_STRAIGHT, _CROSSING, _FIRST_CURVE = 1, 2, 3  # values of a rendered die


def road_name(value: int, quarter: int) -> str:
    """Return the face of Line Dice that a die shows when turned by quarters; values 3 to 6 are the curves."""
    if value == _STRAIGHT:
        return "S-EW" if quarter % 2 else "S-NS"
    return "X" if value == _CROSSING else f"C{value - _FIRST_CURVE}{WAYS[quarter % 4]}"


def turned(road: int, quarters: int) -> int:
    """Return the number of what a road's picture shows when it is turned clockwise by quarters."""
    name = ROADS[road]
    if name.startswith("C"):
        return ROADS.index(name[:2] + WAYS[(WAYS.index(name[2]) + quarters) % 4])
    return {1: 2, 2: 1}.get(road, road) if quarters % 2 else road


def mirrored(road: int) -> int:
    """Return the number of what a road's picture shows in a mirror, left and right exchanged."""
    name = ROADS[road]
    if not name.startswith("C"):
        return road
    kind, way = 3 - int(name[1]), (4 - WAYS.index(name[2])) % 4
    return ROADS.index(f"C{kind}{WAYS[way]}")


def ports(road: str) -> str:
    """Return where the road leaves the face, one of PORTS: a curve Ck between the sides k and k + 1 from its arrow."""
    if not road.startswith("C"):
        return {"S-NS": "NS", "S-EW": "EW", "X": "NESW"}.get(road, "none")
    first = WAYS.index(road[2]) + int(road[1])
    sides = {WAYS[first % 4], WAYS[(first + 1) % 4]}
    return "".join(way for way in WAYS if way in sides)


def arrow(road: str) -> str | None:
    """Return where the road's arrow points, one of WAYS; None for those without."""
    return road[2] if road.startswith("C") else None
