"""Powers to use by filling in what came of them: freely where players declare, by the row where the set has one."""

from collections.abc import Iterator

from rules.dance_of_muses.effects import numbers, outcomes, targets
from rules.dance_of_muses.layout import TILE
from rules.dance_of_muses.moves import Changes, Use, When
from rules.dance_of_muses.power import NUMBERED, Power
from rules.dance_of_muses.power_words import in_words
from rules.dance_of_muses.state import Mode, State
from rules.dance_of_muses.turning import told_only
from rules.dance_of_muses.using import before, sources, use_violations
from rules.dance_of_muses.words import called, outcome
from rules.sheet import Blank, Sheet
from rules.table import Place
from rules.text import capital, joined, say

CELL = r"-?[0-9]{1,3},-?[0-9]{1,3}"
DECLARED = say("Say what the power did: the numbers the dice show now, and where Muses lie that it moved.")


def power_sheets(state: State) -> Iterator[Sheet]:
    """Yield a sheet for each power that may be used now: of the Muse just moved, and before the move of any other."""
    for when, index in sources(state) if state.setup.mode is not Mode.CORE else ():
        power = state.setup.muses.power(state.tiles[index].muse)
        if told_only(state, index):
            hint = joined((capital(in_words(power)), DECLARED), " ") if power else DECLARED
            yield _sheet(state, when, index, hint, tuple(_anything(state)))
        elif power and (power.allowed_before if when == "first" else power.allowed_after):
            blanks = tuple(_by_row(state, when, index, power))
            if blanks:
                yield _sheet(state, when, index, capital(in_words(power)), blanks)


def _sheet(state: State, when: When, index: int, hint: str, blanks: tuple[Blank, ...]) -> Sheet:
    name, tile = state.names[index], state.tiles[index]
    late = when == "then"
    return Sheet(
        title=say("{muse}'s power, after her move", muse=name)
        if late
        else say("{muse}'s power, before her move", muse=name),
        hint=hint if late else joined((hint, say("Then {muse} has to move.", muse=name)), " "),
        blanks=blanks,
        done=say("Done"),
        head=f"{when} {name}",
        empty="nothing",
        opens=say("seat {seat}: use {muse}'s power", seat=before(state), muse=name)
        if late
        else say("Use her power first"),
        place=None if late else Place(TILE, tile.cell),
    )


def _anything(state: State) -> Iterator[Blank]:
    """Yield a number for each die and, out of the way, a cell for each tile: what people declare has no limits."""
    tiles = list(zip(state.names, state.tiles, strict=True))
    for name, tile in tiles:
        yield Blank(capital(called(name)), f"{name}={{}}", now=str(tile.die))
    for name, tile in tiles:
        here = f"{tile.cell[0]},{tile.cell[1]}"
        yield Blank(
            say("{muse} lies at", muse=capital(called(name))),
            f"{name}@{{}}",
            pattern=CELL,
            now=here,
            rare=True,
        )


def _by_row(state: State, when: When, index: int, power: Power) -> Iterator[Blank]:
    """Yield what a row lets people choose: its outcomes in one list, or a number for each die if several may change."""
    if power.kind in NUMBERED and power.most != 1:
        for target in targets(state, index, power):
            if choice := numbers(state, power, target):
                name, die = state.names[target], state.tiles[target].die
                words = tuple((str(number), str(number)) for number in sorted({die, *choice}))
                yield Blank(capital(called(name)), f"{name}={{}}", words, now=str(die))
        return
    name = state.names[index]
    legal = [changes for changes in outcomes(state, index, power) if _legal(state, Use(when, name, changes))]
    if legal:
        yield Blank(say("What came of it"), "{}", tuple(map(_choice, legal)), needed=True)


def _legal(state: State, move: Use) -> bool:
    return next(use_violations(state, move), None) is None


def _choice(changes: Changes) -> tuple[str, str]:
    return " ".join(map(str, changes)) or "nothing", capital(outcome(changes))
