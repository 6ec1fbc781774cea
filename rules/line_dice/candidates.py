"""Which moves, legal or not, could have led to what was seen: told by the cells filled, left or changed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product

from rules.line_dice.faces import Cell, kind
from rules.line_dice.layout import ROAD
from rules.line_dice.moves import Change, Extra, Lay, Move, Roll, TakeBack
from rules.line_dice.state import Phase, State, held, recorded
from rules.table import Face, Observation, Place

CLEAR = 0.9  # a die is taken as rolled, or as turned by mishap, only where the reading is this sure
UNCLEAR = 2  # so many unclear dice of a roll are asked about,
LIKELY = 0.05  # and a kind read with less than this is not offered
FAINT = 0.01  # a face read with less than this is not followed up
NOTHING = 0.002  # a die with less to spare for "no die" is surely one
STAIN = 0.015  # what may be no die at all with more than this is left out of a roll that has too many
MISHAP = 2  # most dice that one mishap changes: a die moved is two cells
COMPANY = 4  # dice in place that vouch for a mishap, lest a road seen one cell off be taken for one

Odds = Mapping[Face, float]


def candidates(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the moves worth weighing against `seen`."""
    if state.phase is Phase.ROLL:
        yield from _rolls(state, seen)
        return
    laid = {die.cell: die.face for die in state.dice}
    found, hidden = _found(seen)
    new = [cell for cell in found if cell not in laid]
    gone = [cell for cell in laid if cell not in found and cell not in hidden]
    sure = [cell for cell in new if not _perhaps_nothing(found[cell])]
    if len(sure) <= 1 and not gone:
        for cell in sure or new:
            yield from _lays(state, cell, found[cell])
    if not new and gone and gone == [state.dice[-1].cell]:
        yield TakeBack()
    else:
        yield from _mishaps(laid, found, new, gone)


def _found(seen: Observation) -> tuple[dict[Cell, Odds], set[Cell]]:
    """Return what was seen on the road's grid, by cell, and the cells that could not be seen."""
    hidden = {(place.cell[0], place.cell[1]) for place in seen.hidden if place.zone == ROAD}
    found = {(place.cell[0], place.cell[1]): odds for place, odds in seen.faces.items() if place.zone == ROAD}
    return {cell: odds for cell, odds in found.items() if cell not in hidden}, hidden


def _lays(state: State, cell: Cell, odds: Odds) -> Iterator[Move]:
    """Yield the ways to read one new die."""
    for face, p in odds.items():
        if p > FAINT:
            yield Extra(face, cell) if state.phase is Phase.EXTRA else Lay(face, cell)


def _perhaps_nothing(odds: Odds) -> bool:
    """Return whether there may be no die at all: bare table between dice can look like one."""
    return 1 - sum(odds.values()) > NOTHING


def _mishaps(
    laid: Mapping[Cell, Face], found: Mapping[Cell, Odds], new: list[Cell], gone: list[Cell]
) -> Iterator[Change]:
    """Yield the one mishap that clearly explains what differs: a die turned, moved, gone, or one too many."""
    turned = [cell for cell in found if cell in laid and _clear(found[cell]) not in {None, laid[cell]}]
    changed = {cell: _clear(found[cell]) for cell in (*new, *turned)}
    if not 1 <= len(changed) + len(gone) <= MISHAP or None in changed.values() or (len(new) == 1 and not turned + gone):
        return
    in_place = len(laid) - len(turned) - len(gone)
    mixed = new and (turned or gone)
    if in_place >= COMPANY or not mixed:
        yield Change(tuple(sorted({**changed, **dict.fromkeys(gone)}.items())))


def _clear(odds: Odds) -> Face | None:
    """Return the face that was read without much doubt."""
    best = max(odds, key=odds.__getitem__, default=None)
    return best if best is not None and odds[best] >= CLEAR else None


def _rolls(state: State, seen: Observation) -> Iterator[Roll]:
    """Yield the hands that may lie there beside hands already recorded, likeliest first; none where they are the same.

    All dice in sight count: those that touch by chance look like a road. Where a die or two are unclear there are
    several hands to choose from; where more are, only the likeliest, or that the hand is not recorded. There is no
    choice where hands are hidden: it would show them.
    """
    dice, lying = _thrown(state, seen)
    clear = Counter(filter(None, map(_clear, dice)))
    doubtful = [odds for odds in dice if _clear(odds) is None]
    if (doubtful and state.setup.hands == "hidden") or not seen.hidden.isdisjoint(seen.faces):
        return
    many = len(doubtful) > UNCLEAR
    sights = [clear + Counter(shown) for shown in product(*(_likely(odds, many=many) for odds in doubtful))]
    rolls = [] if any(sight in lying for sight in sights) else list(_besides(state, sights, lying))
    yield from rolls
    if rolls and many:
        yield Roll(())


def _thrown(state: State, seen: Observation) -> tuple[list[Odds], list[Counter[str]]]:
    """Return what each die may show that may be of this roll, and which hands may lie among them.

    Where it is known what has moved, and as much as is rolled has, the rest lay there before.
    """
    known = [hand for hand in state.hands if recorded(hand)]
    dice: dict[Place, Odds] = {place: _kinds(odds) for place, odds in seen.faces.items()}
    moved = _real([odds for place, odds in dice.items() if place in seen.disturbed], state.setup.each)
    if len(moved) == state.setup.each and len(dice) - len(moved) >= sum(map(len, known)):
        return moved, [Counter()]
    some = (hands for size in range(len(known) + 1) for hands in combinations(known, size))
    lying = [Counter(chain.from_iterable(hands)) for hands in some]
    return _real(list(dice.values()), state.setup.each + sum(map(len, known))), lying


def _real(dice: list[Odds], most: int) -> list[Odds]:
    """Return the dice without those that are perhaps none, where there are more than `most`."""
    over = max(0, len(dice) - most)
    doubted = [
        odds for odds in sorted(dice, key=lambda odds: sum(odds.values()))[:over] if 1 - sum(odds.values()) > STAIN
    ]
    return [odds for odds in dice if not any(odds is one for one in doubted)]


def _besides(state: State, sights: list[Counter[str]], lying: list[Counter[str]]) -> Iterator[Roll]:
    """Yield what is left of each sight beside the hands that lie there, if it is as many dice as are rolled."""
    for dice, hands in product(sights, lying):
        rest = dice - hands
        if rest.total() == state.setup.each == dice.total() - hands.total():
            yield Roll(held(tuple(rest.elements())))


def _likely(odds: Odds, *, many: bool) -> list[str]:
    """Return the kinds that an unclear die may show, likeliest first: two at least, or nobody could choose.

    Of `many` such dice only the likeliest of each.
    """
    ranked = sorted(odds, key=odds.__getitem__, reverse=True)
    if many:
        return ranked[:1]
    return [kind for i, kind in enumerate(ranked) if i < 2 or odds[kind] > LIKELY] if len(ranked) > 1 else []  # noqa: PLR2004


def _kinds(odds: Odds) -> dict[str, float]:
    """Return the probability of each kind of face: which way a rolled die lies says nothing."""
    found: dict[str, float] = {}
    for face, p in odds.items():
        found[kind(face)] = found.get(kind(face), 0.0) + p
    return found
