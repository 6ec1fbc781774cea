"""The glory of all heroes as a table: what it comes from, row by row, and the sum."""

from collections.abc import Iterator, Mapping, Sequence

from rules.dice_forge.scoring import lines, points, winners
from rules.dice_forge.state import State
from rules.glance import Ledger


def ledgers(state: State) -> Iterator[Ledger]:
    """Yield the table, as if the game ended now; none while nobody has any glory."""
    if not any(points(state)):
        return
    heroes = [{name: glory for name, _, glory in lines(state, seat)} for seat in range(state.setup.seats)]
    sources = [name for name in dict.fromkeys(name for hero in heroes for name in hero) if _brings(heroes, name)]
    won = winners(state)
    yield Ledger(
        "Final glory" if won else "If the game ended now",
        tuple(f"seat {seat}" for seat in range(state.setup.seats)),
        (
            *((_said(name), tuple(str(hero.get(name) or "") for hero in heroes), None) for name in sources),
            ("Glory", tuple(map(str, points(state))), won[0] if len(won) == 1 else None),
        ),
    )


def _brings(heroes: Sequence[Mapping[str, int]], name: str) -> bool:
    return any(hero.get(name) for hero in heroes)


def _said(name: str) -> str:
    return name[:1].upper() + name[1:]
