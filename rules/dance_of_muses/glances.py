"""The dance at a glance: what is due, what can be tapped, which suns are known, how the points came about."""

from collections.abc import Iterator

from rules.dance_of_muses.dancing import steps
from rules.dance_of_muses.declaring import power_sheets
from rules.dance_of_muses.ending_sheets import reveal_sheet, suns_sheet
from rules.dance_of_muses.layout import TILE
from rules.dance_of_muses.ledger import ledgers
from rules.dance_of_muses.moves import STEPS
from rules.dance_of_muses.placing import placements
from rules.dance_of_muses.scoring import MOST_HANDS, victory
from rules.dance_of_muses.state import Phase, State
from rules.dance_of_muses.words import called, stepping
from rules.glance import Glance, Tap
from rules.sheet import Sheet
from rules.table import Place
from rules.text import capital, say

GUIDES = {
    Phase.PLACE: say("Tap a dashed cell, then say who is placed there."),
    Phase.DANCE: say("Tap a Muse, then an arrow."),
}
ENDINGS = {
    "points": say("most points"),
    "bonus points": say("most bonus points after a tie"),
    "dice total": say("the highest dice after a tie"),
    "shared": say("a tie to the end: the victory is shared"),
}


def glance(state: State) -> Glance:
    """Return what everybody may know, which is all there is: nobody knows who lies hidden."""
    return Glance(
        facts=tuple(_facts(state)),
        notes=tuple(_in_hand(state)) if state.phase is Phase.PLACE else (),
        ending=ENDINGS[victory(state)[1]] if state.phase is Phase.OVER else "",
        guide=GUIDES.get(state.phase, ""),
        taps=tuple(_taps(state)),
        sheets=tuple(_sheets(state)),
        whole=state.phase not in {Phase.SCORED, Phase.OVER},
        called=_called(state),
        signs=_suns(state),
        ledgers=tuple(ledgers(state)),
    )


def _facts(state: State) -> Iterator[tuple[str, str]]:
    setup, number = state.setup, len(state.finished) + (state.phase not in {Phase.SCORED, Phase.OVER})
    if state.phase is not Phase.OVER:
        yield say("Now"), _due(state)
    if setup.long_game:
        yield say("Hand"), say("{number} of at most {most}", number=number, most=MOST_HANDS)
    elif setup.hands > 1:
        yield say("Hand"), say("{number} of {all}", number=number, all=setup.hands)


def _due(state: State) -> str:
    """Return what is to be done now."""
    if state.neutral_due:
        up = state.setup.neutral_up
        return say("lay the neutral Muse face up") if up else say("lay the neutral Muse face down")
    if state.phase is Phase.DANCE and state.owed and state.mover is not None:
        return say("{muse} has to move", muse=called(state.names[state.mover]))
    return {
        Phase.PLACE: say("place a Muse"),
        Phase.DANCE: say("move one Muse"),
        Phase.REVEAL: say("a 6: turn up the hidden Muses"),
        Phase.SUNS: say("a 6: count the suns"),
        Phase.SCORED: say("clear the table for the next hand"),
    }[state.phase]


def _in_hand(state: State) -> Iterator[str]:
    """Yield how many Muses each seat still has to place."""
    for seat in range(state.setup.seats):
        yield say("{count} in hand", count=state.setup.each - len(state.placed_by(seat)))


def _taps(state: State) -> Iterator[Tap]:
    match state.phase:
        case Phase.PLACE:
            for lay in placements(state):
                yield Tap(Place(TILE, lay.cell), lay, lay.muse or say("a Muse face down"))
        case Phase.DANCE:
            for step in steps(state):
                (x, y), (dx, dy) = state.tiles[state.names.index(step.name)].cell, STEPS[step.direction]
                yield Tap(Place(TILE, (x, y)), step, stepping(state, step), (x + dx, y + dy))


def _sheets(state: State) -> Iterator[Sheet]:
    match state.phase:
        case Phase.DANCE:
            yield from power_sheets(state)
        case Phase.REVEAL:
            yield reveal_sheet(state)
        case Phase.SUNS:
            yield suns_sheet(state)


def _called(state: State) -> dict[Place, str]:
    """Return what the tiles are called, and what is asked of a cell where one may be placed."""
    pairs = zip(state.names, state.tiles, strict=True)
    asked = {tap.place.cell for tap in _taps(state)} if state.phase is Phase.PLACE else ()
    return {Place(TILE, tile.cell): capital(called(name)) for name, tile in pairs} | {
        Place(TILE, cell): say("Who is placed at {x},{y}?", x=cell[0], y=cell[1]) for cell in asked
    }


def _suns(state: State) -> dict[Place, int]:
    known = dict(state.suns)
    return {Place(TILE, tile.cell): known[tile.muse] for tile in state.tiles if tile.muse in known}
