"""Going on from a picture: the road that lies there, and what it does not tell."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.line_dice.faces import SIDES, Cell, arrow, beside, opposite
from rules.line_dice.layout import ROAD, road_odds
from rules.line_dice.moves import written
from rules.line_dice.position import ends
from rules.opening import Options, likeliest
from rules.table import Face, Observation, Place
from rules.text import say


def openings(seen: Observation, given: Options) -> Iterator[Options]:
    """Yield the set-ups under which the road seen may go on, one for each of its possible heads.

    Hands are taken as not recorded: they cannot be told from a picture. A die that lies alone is more likely one of a
    hand than the first of the road.
    """
    known = {"hands": "unknown"} | dict(given)
    odds = road_odds(seen)
    if "position" in given or len(odds) < 2:  # noqa: PLR2004 (one die is no road)
        yield known
    for road in likeliest(odds) if odds and "position" not in given else ():
        laid = known | {"position": _position(road)} | _arrows(road, given)
        if len(road) == 1:
            yield laid
        edge_rule = str(given.get("edge_rule", "full"))
        yield from (laid | {"head": head, "tail": tail} for head, tail in ends(_position(road), edge_rule))


def pointed(options: Options) -> Place | None:
    """Return the die that a head found in a picture goes on from; None without a head."""
    cell, _, way = str(options.get("head", "")).partition(" ")
    if way not in SIDES:
        return None
    x, y = map(int, cell.split(","))
    return Place(ROAD, beside((x, y), opposite(way)))


def going_on(options: Options, where: str) -> str:
    """Return which way the road goes on from that die, which lies `where`."""
    match str(options.get("head", ""))[-1:]:
        case "N":
            return say("upwards from the die {where}", where=where)
        case "E":
            return say("to the right from the die {where}", where=where)
        case "S":
            return say("downwards from the die {where}", where=where)
        case _:
            return say("to the left from the die {where}", where=where)


def _position(road: Mapping[Cell, Face]) -> str:
    return "; ".join(f"{face} {written(cell)}" for cell, face in road.items())


def _arrows(road: Mapping[Cell, Face], given: Options) -> dict[str, str]:
    """Return where arrows must point if those seen differ: where most of them do."""
    counts = Counter(filter(None, map(arrow, road.values())))
    usual = max(counts, key=lambda way: (counts[way], -SIDES.index(way)), default="")
    return {"arrow": usual} if len(counts) > 1 and "arrow" not in given else {}
