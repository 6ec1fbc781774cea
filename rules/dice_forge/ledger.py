"""The glory of all heroes as a table: what it comes from, row by row, and the sum."""

from collections.abc import Iterator, Mapping, Sequence

from rules.dice_forge.scoring import lines, points, winners
from rules.dice_forge.state import State
from rules.glance import Ledger
from rules.text import capital, say


def ledgers(state: State) -> Iterator[Ledger]:
    """Yield the table, as if the game ended now; none while nobody has any glory."""
    if not any(points(state)):
        return
    heroes = [{name: glory for name, _, glory in lines(state, seat)} for seat in range(state.setup.seats)]
    sources = [name for name in dict.fromkeys(name for hero in heroes for name in hero) if _brings(heroes, name)]
    won = winners(state)
    yield Ledger(
        say("Final glory") if won else say("If the game ended now"),
        tuple(say("seat {seat}", seat=seat) for seat in range(state.setup.seats)),
        (
            *((capital(name), tuple(str(hero.get(name) or "") for hero in heroes), None) for name in sources),
            (say("Glory"), tuple(map(str, points(state))), won[0] if len(won) == 1 else None),
        ),
    )


def _brings(heroes: Sequence[Mapping[str, int]], name: str) -> bool:
    return any(hero.get(name) for hero in heroes)
