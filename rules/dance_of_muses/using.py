"""Using a power (RULES.md, section 5): whose it is, when, and what may come of it."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.dancing import ended, group_violations, steps_of
from rules.dance_of_muses.effects import outcomes, touched
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import Use, When
from rules.dance_of_muses.rows import row_violations
from rules.dance_of_muses.state import SIX, Mode, Phase, State
from rules.dance_of_muses.words import called, together
from rules.game import Violation
from rules.table import Place
from rules.text import capital, joined, say


def use(state: State, move: Use) -> State:
    """Return the state after a power; a 6 ends the hand at once (5.7), and it is the power's player who ended it."""
    tiles = touched(state, move.changes)
    if any(tile.die == SIX for tile in tiles):
        return ended(replace(state, seat=before(state) if move.when == "then" else state.seat), tiles)
    if move.when == "then":
        return replace(state, tiles=tiles, used=True)
    return replace(state, tiles=tiles, mover=state.index(move.name), owed=True, used=True)


def before(state: State) -> int:
    """Return the seat before the one to act."""
    return (state.seat - 1) % state.setup.seats


def uses(state: State) -> Iterator[Use]:
    """Yield every legal use of a power that a row describes: of the Muse just moved, and of those to be moved next."""
    for when, index in sources(state):
        power = state.setup.muses.power(state.tiles[index].muse)
        for changes in outcomes(state, index, power) if power else ():
            move = Use(when, state.names[index], changes)
            if next(use_violations(state, move), None) is None:
                yield move


def sources(state: State) -> Iterator[tuple[When, int]]:
    """Yield each tile whose power might be used now, and when: after her move, or before it. Hidden ones have none."""
    if state.mover is not None and not state.used and state.tiles[state.mover].muse:
        yield "then", state.mover
    if state.setup.mode is not Mode.CORE and not state.owed:
        yield from (("first", index) for index, tile in enumerate(state.tiles) if tile.muse)


def use_violations(state: State, move: Use) -> Iterator[Violation]:
    """Yield the rules that using a power breaks, worst first."""
    names = state.names
    if state.setup.mode is Mode.CORE:
        yield Violation("5.1", say("Powers are not played in this game: put everything back as it was."))
        return
    strangers = [name for name in (move.name, *(change.name for change in move.changes)) if name not in names]
    if strangers:
        text = say(
            "No Muse on the table is called {strangers}: choose one of {names}.",
            strangers=together(strangers),
            names=joined(names),
        )
        yield Violation("3.1", text)
        return
    mover = names.index(move.name)
    here = (Place(DIE, state.tiles[mover].cell),)
    yield from _whose(state, move, mover, here)
    wrong = tuple(_outcome_violations(state, move))
    yield from wrong
    if not wrong and move.when == "first" and not _could_move(state, move, mover):
        text = say(
            "{muse} could not move after that, and a power comes only with a move: undo it.",
            muse=capital(called(move.name)),
        )
        yield Violation("5.5", text, here)
    if state.setup.mode is Mode.FULL and state.tiles[mover].muse:
        yield from row_violations(state, move, mover)


def _whose(state: State, move: Use, mover: int, here: tuple[Place, ...]) -> Iterator[Violation]:
    """Yield why this Muse has no power to give now."""
    who = capital(called(move.name))
    if state.tiles[mover].muse is None:
        yield Violation(
            "5.2", say("{who} lies face down and has no power: put everything back as it was.", who=who), here
        )
    if move.when == "then" and state.mover != mover:
        moved = (
            say("nobody has moved")
            if state.mover is None
            else say("it was {muse} who moved", muse=called(state.names[state.mover]))
        )
        text = say(
            "{who} cannot use her power, for {moved}: only the Muse that was moved gives hers, not one pushed.",
            who=who,
            moved=moved,
        )
        yield Violation("5.3", text, here)
    elif state.used and (move.when == "then" or state.owed):
        owing = state.names[state.mover] if state.mover is not None else move.name
        text = say("{muse}'s power was used in this turn already: it serves once.", muse=capital(called(owing)))
        yield Violation("5.4", text, here)


def _outcome_violations(state: State, move: Use) -> Iterator[Violation]:
    """Yield what is wrong with the outcome whatever the power is: nothing changed, or no longer one group."""
    tiles = touched(state, move.changes)
    for index, change in enumerate(move.changes):
        tile = state.tiles[state.names.index(change.name)]
        same = change.cell == tile.cell or change.die == tile.die
        if same or change.name in {other.name for other in move.changes[:index]}:
            text = say(
                "“{change}” is no change of its own: name each tile once, with what is different now.", change=change
            )
            yield Violation("5.8", text, (Place(DIE, tile.cell),))
    cells = [tile.cell for tile in tiles]
    if shared := sorted({cell for cell in cells if cells.count(cell) > 1}):
        x, y = shared[0]
        text = say("Two Muses cannot lie on {x},{y}: a power, too, leaves one Muse to a cell.", x=x, y=y)
        yield Violation("5.6", text, (Place(DIE, shared[0]),))
    yield from group_violations(state.names, tiles, powered=True)


def _could_move(state: State, move: Use, mover: int) -> bool:
    """Return whether the Muse has a legal step once her power is done, even if a 6 will have ended the hand (5.5)."""
    after = replace(state, tiles=touched(state, move.changes), mover=mover, owed=True, phase=Phase.DANCE)
    return next(steps_of(after, mover), None) is not None
