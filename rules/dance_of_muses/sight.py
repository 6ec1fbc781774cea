"""Reading a sight against the tiles of a state: which cells are taken, which dice differ, which tiles were turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.dance_of_muses.grid import run
from rules.dance_of_muses.layout import DIE, TILE, best_die, table
from rules.dance_of_muses.moves import STEPS, Step
from rules.dance_of_muses.state import DOWN, Cell, State, Tile
from rules.table import Observation, Place

CLEAR = 0.9  # what nobody would leave so is followed up only where the reading is this sure
FAINT = 0.01  # a name read with less than this is not followed up
DENIED = 0.003  # a mishap is told only where what should lie there is at most so likely against what was read
DOUBTS = 3  # so many doubtful dice are tried both as read and as they should be
LIKELIER = 0.5  # a tile of which less was read is more likely none,
DOUBTFUL = (0.1, 0.9)  # and where so much was read, and nothing on or under it, it may be either


@dataclass(frozen=True, slots=True)
class Odd:
    """A die read otherwise than it should be: its tile's index, the number read, and how sure the reading is."""

    index: int
    die: int
    sure: bool
    denied: bool  # what should be there is as good as out of the question


@dataclass(frozen=True, slots=True)
class Taken:
    """The cells seen to be occupied, and those that could not be seen, or where bare cloth looks like a piece."""

    occupied: frozenset[Cell]
    hidden: frozenset[Cell]

    def changed(self, tiles: Sequence[Tile]) -> set[Cell]:
        """Return the cells that are taken by `tiles` and not occupied, or the other way round, as far as was seen."""
        return set((self.occupied ^ {tile.cell for tile in tiles}) - self.hidden)


def taken(seen: Observation) -> Taken:
    """Return which cells are occupied. Dice are read best, so they tell; a tile whose die is not there tells too."""
    zones = [zone for zone in (DIE, TILE) if zone in seen.zones]
    found = frozenset(_cell(place) for place in seen.faces if place.zone in zones and _likely(seen, place))
    hidden = frozenset(_cell(place) for place in seen.hidden if place.zone in zones[:1])
    unsure = frozenset(_cell(place) for place in seen.faces if place.zone in zones and _doubtful(seen, place))
    return Taken(found - hidden - unsure, hidden | unsure)


def steps_seen(state: State, cells: Taken) -> list[Step]:
    """Return the steps, diagonal ones too, that leave and fill the right cells; a step leaves one and fills one."""
    changed = cells.changed(state.tiles)
    if len(changed) > 2:  # noqa: PLR2004 (see above)
        return []
    names = state.names
    return [
        Step(names[mover], direction)
        for mover in range(len(state.tiles))
        for direction, step in STEPS.items()
        if changed ^ _left_and_filled(state, mover, step) <= cells.hidden
    ]


def _left_and_filled(state: State, mover: int, step: Cell) -> set[Cell]:
    x, y = state.tiles[run(state.tiles, mover, step)[-1]].cell
    return {state.tiles[mover].cell, (x + step[0], y + step[1])}


def _cell(place: Place) -> Cell:
    return place.cell[0], place.cell[1]


def odd_dice(seen: Observation, due: Sequence[Tile]) -> list[Odd]:
    """Return the dice of the right colour that were read with another number than `due`."""
    found = []
    for index, tile in enumerate(due):
        read = best_die(seen, tile.cell)
        if read and read[0] == tile.colour and read[1] != tile.die and Place(DIE, tile.cell) not in seen.hidden:
            odds = seen.faces[Place(DIE, tile.cell)]
            best = max(odds.values())
            found.append(Odd(index, read[1], best >= CLEAR, odds.get(tile.die_face, 0.0) <= DENIED * best))
    return found


def as_it_was(state: State, seen: Observation) -> bool:
    """Return whether every tile and die is best read as what should lie there."""
    should = table(state)
    looked = {place: face for place, face in should.items() if place.zone in seen.zones and place not in seen.hidden}
    return {place: face for place, face in seen.best().items() if place not in seen.hidden} == looked


def readings(odd: Sequence[Odd]) -> Iterator[tuple[Odd, ...]]:
    """Yield the odd dice that may be as read: the sure ones always, of a few doubtful ones each choice."""
    sure = [one for one in odd if one.sure]
    doubtful = [one for one in odd if not one.sure]
    for size in range(len(doubtful) + 1 if len(doubtful) <= DOUBTS else 0):
        for some in combinations(doubtful, size):
            if found := (*sure, *some):
                yield found


def bare(seen: Observation, due: Sequence[Tile]) -> list[int]:
    """Return the tiles that are seen without a die on them; none if either layer was not looked at."""
    if not {DIE, TILE} <= seen.zones:
        return []
    return [index for index, tile in enumerate(due) if _lies(seen, TILE, tile.cell) and not _may_lie(seen, tile.cell)]


def _lies(seen: Observation, zone: str, cell: Cell) -> bool:
    place = Place(zone, cell)
    return bool(seen.faces.get(place)) and _likely(seen, place) and place not in seen.hidden


def _likely(seen: Observation, place: Place) -> bool:
    """Return whether something lies there rather than nothing: bare cloth may look a little like a tile's back."""
    odds = seen.faces[place]
    return place.zone != TILE or not odds or sum(odds.values()) >= LIKELIER


def _doubtful(seen: Observation, place: Place) -> bool:
    """Return whether a tile without a die, or a die without a tile, may as well be none."""
    odds = seen.faces[place]
    other = Place(TILE if place.zone == DIE else DIE, place.cell)
    alone = other.zone in seen.zones and other not in seen.faces and other not in seen.hidden
    return alone and bool(odds) and DOUBTFUL[0] < sum(odds.values()) < DOUBTFUL[1]


def _may_lie(seen: Observation, cell: Cell) -> bool:
    return bool(seen.faces.get(Place(DIE, cell))) or Place(DIE, cell) in seen.hidden


def loose_dice(seen: Observation, colour: str, taken: set[Cell]) -> list[tuple[Cell, int]]:
    """Return the dice of a colour that lie where no tile is seen nor should be."""
    places = [_cell(place) for place in seen.faces if place.zone == DIE and place not in seen.hidden]
    found = [(cell, best_die(seen, cell)) for cell in places if cell not in taken and not _lies(seen, TILE, cell)]
    return [(cell, read[1]) for cell, read in found if read and read[0] == colour]


def turned(state: State, seen: Observation) -> Iterator[tuple[str, str]]:
    """Yield each tile that shows its other side beyond doubt, with what it shows."""
    for name, tile in zip(state.names, state.tiles, strict=True):
        place = Place(TILE, tile.cell)
        odds = {} if place in seen.hidden else seen.faces.get(place, {})
        best = max(odds, key=odds.__getitem__, default=tile.face)
        over = (best == DOWN) != (tile.face == DOWN)
        if over and odds.get(tile.face, 0.0) <= DENIED * odds[best]:
            yield name, best
