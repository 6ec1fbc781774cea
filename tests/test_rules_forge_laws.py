"""Whole games at random: what is conserved, what has bounds, and what never gets lost."""

from collections import Counter
from collections.abc import Iterator

import pytest
from rules_games import seeded

from rules.dice_forge import GAME
from rules.dice_forge.box import BOX
from rules.dice_forge.moves import Draw, Move, Remove, Roll
from rules.dice_forge.pieces import Kind
from rules.dice_forge.state import SLOT_OF, State
from rules.dice_forge.tasks import Bless, Lose, Out, Rolls, Why

Played = tuple[State, Move, State]
BLESSINGS = {2: 36, 3: 30, 4: 36}


def steps(seats: int, feats: str, seed: int) -> Iterator[Played]:
    """Yield every move of a random game with the states before and after it; actions are preferred to passing."""
    random = seeded(seed)
    state = GAME.initial_state(seats, feats=feats)
    while moves := list(GAME.legal_moves(state)):
        move = random.choice([move for move in moves if str(move) not in {"end", "pass", "done"}] or moves)
        assert GAME.violations(state, move) == ()
        after = GAME.apply(state, move)
        yield state, move, after
        state = after


def faces(state: State) -> Counter[str]:
    """Return how many there are of each face: in the Temple, on dice, before heroes, and on their way between these."""
    found = Counter(dict(zip(BOX.faces, state.stock, strict=True)))
    for hero in state.heroes:
        found.update(hero.removed)
        for die in hero.dice:
            found.update(die.faces)
    found.update(task.face for task in state.todo if isinstance(task, Out))
    return found


def boars(state: State) -> int:
    """Return how many boars are on dice."""
    return sum(BOX.faces[face].kind is Kind.BOAR for hero in state.heroes for die in hero.dice for face in die.faces)


def check_bounds(state: State) -> None:
    for hero in state.heroes:
        assert all(0 <= amount <= cap for amount, cap in zip(hero.goods, hero.caps, strict=True))
        assert min(hero.triton, hero.cerberus, hero.hammer_room) >= 0
        assert {len(die.faces) for die in hero.dice} == {6}
        laid = {task.face for task in state.todo if isinstance(task, Out)}
        assert all(die.top in {*die.faces, *laid} for die in hero.dice)
    away = [hero.portal for hero in state.heroes if hero.portal]
    assert len(away) == len(set(away))
    assert 1 <= state.round <= state.setup.rounds


def check_cards(state: State) -> None:
    owned = Counter(SLOT_OF[card] for hero in state.heroes for card in hero.cards)
    counts = {owned[slot] + len(stack) for slot, stack in enumerate(state.stacks) if stack or owned[slot]}
    assert counts <= set(range(1, state.setup.seats + 1))


def loses(state: State) -> bool:
    """Return whether a loss is due."""
    return any(
        isinstance(task, Lose)
        or (isinstance(task, Bless) and task.lose)
        or (isinstance(task, Rolls) and task.why is Why.LOSE)
        for task in state.todo
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("feats", ["introductory", "alternate", "drawn"])
def test_whole_games_keep_the_laws(seats: int, feats: str) -> None:
    seed = seats * 10 + len(feats)
    turns, rolled, last, total = 0, Counter[int](), None, None
    for before, move, after in steps(seats, feats, seed):
        note = f"seed {seed}, {move}"
        check_bounds(after)
        if isinstance(move, Draw | Remove):
            continue
        check_cards(after)
        total = total or faces(before)
        assert faces(after) == total, note
        assert boars(after) >= boars(before), note
        for one, two in zip(before.heroes, after.heroes, strict=True):
            assert two.goods.glory >= one.goods.glory or loses(before), note
            assert set(one.cards) <= set(two.cards), note
        if (
            isinstance(move, Roll)
            and isinstance(before.due, Rolls)
            and len(before.due.due + before.due.rolled) == seats
        ):
            rolled[before.due.seat] += before.due.why is Why.GAIN
        turns += str(move) == "end"
        last = after
    assert last is not None
    assert turns == last.setup.rounds * seats
    assert set(rolled.values()) == {BLESSINGS[seats]}
    assert GAME.winners(last)
