"""Going on from a picture: whose dice, which way up, who: told by what a whole position must be, not tile by tile."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations, product
from math import log
from typing import Any

from rules.dance_of_muses.grid import neighbours
from rules.dance_of_muses.layout import DIE, TILE
from rules.dance_of_muses.sets import MUSES, read_set
from rules.dance_of_muses.setup import COMPANIES
from rules.dance_of_muses.state import DOWN, SIX, TEAMS, Cell
from rules.opening import Options, likeliest
from rules.table import COLOURS, Observation, Place

LEAST = 1e-4  # no reading is ruled out altogether
SIDES = (2, 3)  # that the nine may be dealt to: two leave a neutral one
CLEAR = log(1000)  # nats: two dice whose colour was misread with confidence, not one
LIKELY = 0.9  # a tile with a die that is less sure may be neither
DEFAULT = ("orange", "purple", "white")

Deal = tuple[tuple[str, int], ...]
"""The colours of the dice, each with how many there are: the players' in turn, then the neutral one."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tile with its die as it was read: chances of each colour, of each number, of its face."""

    cell: Cell
    colours: Mapping[str, float]
    numbers: Mapping[int, float]
    faces: Mapping[str, float]

    @property
    def number(self) -> int:
        """The likeliest number of the die."""
        return max(self.numbers, key=self.numbers.__getitem__)

    @property
    def sureness(self) -> float:
        """How sure it is that a die stands there, on a tile where those were read."""
        return sum(self.numbers.values()) * (sum(self.faces.values()) if self.faces else 1.0)

    @property
    def down(self) -> float:
        """The chance that the tile lies face down; even where nothing was read."""
        return self.faces.get(DOWN, 0.0) if self.faces else 0.5


def openings(seats: int, seen: Observation, given: Options) -> Iterator[Options]:
    """Yield the set-ups that go on from the tiles seen, one for each way the dice may be dealt to the seats."""
    found = _surest(_found(seen))
    if not found or "position" in given:
        yield given
    elif len(found) <= len(MUSES):
        for deal in _deals(seats, found, given):
            named = dict(given) | {"colours": _three(deal)}
            yield from (named | {"position": text} for text in _positions(found, deal, seats, given))


def named(suns: Mapping[str, int | None]) -> Options:
    """Return the options of a set that knows names and suns only; SetError where the names are none."""
    rows = [{"name": name, "suns": count, "text": "", "power": None} for name, count in suns.items()]
    given = {"name": "", "muses": rows}
    read_set(given)
    return {"set": given}


def _found(seen: Observation) -> list[Found]:
    """Return what stands on the grid: every cell with a die that can be read."""
    places = [place for place in seen.faces if place.zone == DIE and seen.faces[place] and place not in seen.hidden]
    return [_read(seen, (place.cell[0], place.cell[1])) for place in sorted(places, key=lambda p: p.cell[::-1])]


def _surest(found: Sequence[Found]) -> list[Found]:
    """Return what stands there; where that is more than nine, without what is perhaps no tile with a die at all."""
    return list(found) if len(found) <= len(MUSES) else [one for one in found if one.sureness > LIKELY]


def _read(seen: Observation, cell: Cell) -> Found:
    colours: dict[str, float] = {}
    numbers: dict[int, float] = {}
    for face, p in seen.faces[Place(DIE, cell)].items():
        colour, _, value = face.rpartition(" ")
        colours[colour] = colours.get(colour, 0.0) + p
        numbers[int(value)] = numbers.get(int(value), 0.0) + p
    return Found(cell, colours, numbers, seen.faces.get(Place(TILE, cell), {}))


def _deals(seats: int, found: Sequence[Found], given: Options) -> Iterator[Deal]:
    """Yield whose the colours may be, in the order in which the names of colours are listed where nothing tells.

    None where all nine have their dice and these are clearly those of another number of sides.
    """
    sides = 2 if seats == TEAMS else seats
    if len(found) < len(MUSES):
        yield from _dealings(sides, found, given)
        return
    best = {one: max(_dealings(one, found, given), key=partial(_likely, found)) for one in SIDES}
    if _likely(found, best[sides]) > max(_likely(found, deal) for deal in best.values()) - CLEAR:
        yield best[sides]


def _dealings(sides: int, found: Sequence[Found], given: Options) -> list[Deal]:
    """Return the ways to deal the colours that lie there to so many sides."""
    if "colours" in given:
        colours = [tuple(given["colours"])]
    else:
        colours = list(permutations(max(combinations(COLOURS, COMPANIES), key=partial(_fit, found))))
        if len(found) == len(MUSES) and sides == COMPANIES:
            del colours[1:]  # they all fit alike
    each = len(MUSES) // sides
    return [tuple(zip(three, (each,) * sides + (1,) * (COMPANIES - sides), strict=True)) for three in colours]


def _likely(found: Sequence[Found], deal: Deal) -> float:
    """Return the log-likelihood of the colours read on a whole table, were they dealt in this way."""
    return _fit(found, [colour for colour, _ in deal], _dealt(found, deal))


def _fit(found: Sequence[Found], colours: Sequence[str], dealt: Sequence[str] | None = None) -> float:
    """Return the log-likelihood of the colours read, were each die of the colour `dealt`, else of its likeliest."""
    if dealt is None:
        return sum(log(max(LEAST, *(one.colours.get(colour, 0.0) for colour in colours))) for one in found)
    return sum(_sure(one, colour) for one, colour in zip(found, dealt, strict=True))


def _sure(one: Found, colour: str) -> float:
    return log(max(LEAST, one.colours.get(colour, 0.0)))


def _dealt(found: Sequence[Found], deal: Deal) -> list[str]:
    """Return each die's colour such that every colour is there as often as it must be, as likely as can be.

    Dice are exchanged in pairs and rounds of three until nothing gets better.
    """
    slots = [colour for colour, count in deal for _ in range(count)][: len(found)]
    better = True
    while better:
        better = False
        for i, j in combinations(range(len(slots)), 2):
            kept = _sure(found[i], slots[i]) + _sure(found[j], slots[j])
            if _sure(found[i], slots[j]) + _sure(found[j], slots[i]) > kept + 1e-9:
                slots[i], slots[j], better = slots[j], slots[i], True
    return slots


def _three(deal: Deal) -> tuple[str, ...]:
    """Return the three colours of a set-up, those in play first."""
    rest = [colour for colour in (*DEFAULT, *COLOURS) if colour not in dict(deal)]
    return tuple([*dict(deal), *rest][:3])


def _positions(found: Sequence[Found], deal: Deal, seats: int, given: Options) -> Iterator[str]:
    """Yield the positions that the tiles may be under a deal."""
    if len(found) == len(MUSES):
        colours = _dealt(found, deal)
        for numbers in likeliest({i: one.numbers for i, one in enumerate(found)}):
            read = [replace(one, numbers={numbers[i]: 1.0}) for i, one in enumerate(found)]
            yield _text(read, colours, _down(read, colours, deal, seats, given), range(len(read)), given)
    else:
        yield from _begun(found, deal, seats, given)


def _down(found: Sequence[Found], colours: Sequence[str], deal: Deal, seats: int, given: Options) -> set[int]:
    """Return which of nine tiles lie face down: one of each side's, or none once a 6 has shown and they are up."""
    hiding = [colour for colour, count in deal if count > 1 or _neutral_down(seats, given)]
    own = [[i for i, one in enumerate(colours) if one == colour] for colour in hiding]
    best = {max(mine, key=lambda i: found[i].down) for mine in own}
    revealed = any(one.number == SIX for one in found) and all(found[i].down < 0.5 for i in best)  # noqa: PLR2004
    return set() if revealed else best


def _neutral_down(seats: int, given: Options) -> bool:
    return seats != TEAMS or given.get("neutral_face_4p", "up") == "down"


def _text(found: Sequence[Found], colours: Sequence[str], down: set[int], order: Sequence[int], given: Options) -> str:
    """Return the position as its option wants it, in that order."""
    names = _names(found, [i for i in order if i not in down], given)
    return "; ".join(f"{colours[i]} {names.get(i, '?')} {_xy(found[i].cell)} {found[i].number}" for i in order)


def _xy(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _names(found: Sequence[Found], up: Sequence[int], given: Options) -> dict[int, str]:
    """Return who lies there, everybody once, the surest readings first; unread ones get the names left over."""
    rows: Any = given.get("set") or {"muses": [{"name": name} for name in MUSES]}
    words = [row["name"] for row in rows["muses"]]
    names: dict[int, str] = {}
    for i, word in sorted(product(up, words), key=lambda pair: -found[pair[0]].faces.get(pair[1], 0.0)):
        if i not in names and word not in names.values():
            names[i] = word
    return names


def _begun(found: Sequence[Found], deal: Deal, seats: int, given: Options) -> Iterator[str]:
    """Yield the position while Muses are being placed, in an order in which they may have been."""
    colours = [colour for colour, count in deal if count > 1]
    neutral = [colour for colour, count in deal if count == 1]
    first = int(given.get("first", 0)) - (len(found) - len(neutral))
    turns = [*neutral, *(colours[(first + turn) % seats % len(colours)] for turn in range(len(found)))][: len(found)]
    down = {i for i, one in enumerate(found) if one.down > 0.5}  # noqa: PLR2004 (likelier than not)
    if order := next(_orders(found, turns), None):
        shown = [max(deal, key=lambda side: _sure(one, side[0]))[0] for one in found]
        yield _text(found, shown, down, order, given)


def _orders(found: Sequence[Found], turns: Sequence[str], order: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the orders in which the tiles can have been placed: colours in turn, each touching one that lay there."""
    if len(order) == len(found):
        yield order
        return
    cells = {found[i].cell for i in order}
    for i, one in enumerate(found):
        turn = max(one.colours, key=one.colours.__getitem__) == turns[len(order)]
        if i not in order and turn and (not cells or cells & set(neighbours(one.cell))):
            yield from _orders(found, turns, (*order, i))
