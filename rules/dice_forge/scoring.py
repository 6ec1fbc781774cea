"""Points, victory, and how they came about (RULES.md, section 8)."""

from collections import Counter
from collections.abc import Iterator

from rules.dice_forge.box import BOX
from rules.dice_forge.paying import hammer_glory
from rules.dice_forge.pieces import Verb
from rules.dice_forge.said import AND
from rules.dice_forge.state import Hero, State
from rules.game import Seat
from rules.text import joined, many, say


def points(state: State) -> tuple[int, ...]:
    """Return the glory of each seat, cards included, as if the game ended now."""
    return tuple(sum(amount for _, _, amount in lines(state, seat)) for seat in range(state.setup.seats))


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats that have won, all that are tied; () while the game goes on."""
    if state.todo:
        return ()
    merits = {seat: _merit(state, seat) for seat in range(state.setup.seats)}
    return tuple(seat for seat, merit in merits.items() if merit == max(merits.values()))


def _merit(state: State, seat: Seat) -> tuple[int, ...]:
    """Return what decides, the most important first."""
    hero, score = state.heroes[seat], points(state)[seat]
    if state.setup.tie == "shared":
        return (score,)
    turn = state.setup.after(state.setup.first).index(seat)
    return score, len(hero.removed), len(hero.cards), sum(hero.goods[:3]), -turn


def lines(state: State, seat: Seat) -> Iterator[tuple[str, int, int]]:
    """Yield what brings a hero glory: its name, how many there are of it, and the glory of all together."""
    setup, hero = state.setup, state.heroes[seat]
    yield say("tracks and tokens"), 1, hero.goods.glory
    if setup.card_glory == "end":
        for card, count in Counter(hero.cards).items():
            yield BOX.feats[card].title, count, BOX.feats[card].glory * count
    if setup.typhon == "end":
        yield from _forged(hero, boars=setup.typhon_and_boars)
    if setup.hammer_glory == "end" and hero.hammers:
        yield say("Hammers"), 1, hammer_glory(hero.hammered)


def _forged(hero: Hero, *, boars: bool) -> Iterator[tuple[str, int, int]]:
    for feat in hero.feats(Verb.PER_FORGED):
        yield say("faces forged"), 1, feat.gives[0].glory * hero.forged(boars=boars)


def working(state: State) -> tuple[str, ...]:
    """Return how the points came about, a line for each hero, and who has won."""
    return (*_totals(state), *_result(state))


def _totals(state: State) -> Iterator[str]:
    for seat, total in enumerate(points(state)):
        parts = [
            joined((_several(name, count), str(amount)), " ") for name, count, amount in lines(state, seat) if amount
        ]
        yield say("seat {seat}: {parts} = {total}", seat=seat, parts=joined(parts) or say("nothing yet"), total=total)


def _several(name: str, count: int) -> str:
    return many(count, "{what} {count} time", "{what} {count} times", what=name) if count > 1 else name


def _result(state: State) -> Iterator[str]:
    won = [say("seat {seat}", seat=seat) for seat in winners(state)]
    if won:
        yield (say("{who} share the victory", who=joined(won, AND)) if len(won) > 1 else say("{who} wins", who=won[0]))
