"""Whole games of Dice Forge by chance, with every law looked at after every move.

`python tests/forge_games.py [GAMES]` plays so many games (50) for each number of players, and one more with each open
question answered otherwise; it says which faces were rolled and which feats were bought; exit code 1 if any never was.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules_games import seeded

from rules.dice_forge import GAME
from rules.dice_forge.box import BOX
from rules.dice_forge.buying import price
from rules.dice_forge.moves import Buy, Draw, Move, Perform, Remove, Roll, RollOne
from rules.dice_forge.pieces import Kind
from rules.dice_forge.state import SLOT_OF, State
from rules.dice_forge.tasks import Bless, Lose, Out, Rolls, Why
from rules.glance import glance, handling

Played = tuple[State, Move, State]
BLESSINGS = {2: 36, 3: 30, 4: 36}
ALL_FACES = 108
SETS = ("introductory", "alternate", "drawn")
LEADING_ON = {"end", "pass", "done"}
FEATS = frozenset(feat for slot in BOX.slots for feat in slot.feats)


@dataclass
class Used:
    """What came up in some games: the faces rolled, the feats bought."""

    faces: Counter[str] = field(default_factory=Counter)
    feats: Counter[str] = field(default_factory=Counter)

    def add(self, move: Move) -> None:
        """Count what a move uses."""
        match move:
            case Roll(heroes):
                self.faces.update(face for pair in heroes for face in pair)
            case RollOne(_, face):
                self.faces[face] += 1
            case Perform(card):
                self.feats[card if card in FEATS else card.rpartition("_")[0]] += 1

    def unused(self) -> list[str]:
        """Return the faces and feats that never came up."""
        return sorted((BOX.faces.keys() - self.faces) | (FEATS - self.feats.keys()))


def otherwise() -> Iterator[dict[str, object]]:
    """Yield each answer to an open question that is not the usual one, as an option."""
    for name, option in GAME.options.items():
        if name not in {"feats", "alternates", "colours"}:  # these are no open questions
            yield from ({name: choice} for choice in option.choices if choice != option.default)


def steps(seats: int, feats: str, seed: int, options: Mapping[str, object]) -> Iterator[Played]:
    """Yield every move of a random game with the states before and after it.

    Actions are preferred to passing; in every other game the dear ones are, for which people save.
    """
    random = seeded(seed)
    state = GAME.initial_state(seats, feats=feats, **options)
    while moves := list(GAME.legal_moves(state)):
        if seed % 2 and random.random() < 0.8:
            moves = [move for move in moves if dear(move)] or [m for m in moves if not isinstance(m, Buy | Perform)]
        move = random.choice([move for move in moves if str(move) not in LEADING_ON] or moves)
        assert GAME.violations(state, move) == ()
        after = GAME.apply(state, move)
        yield state, move, after
        state = after


def dear(move: Move) -> bool:
    """Return whether a move buys something that takes a while to save for."""
    match move:
        case Buy(face, _):
            return price(face) >= 8
        case Perform(card):
            return sum(BOX.slots[SLOT_OF[card]].cost) >= 4
    return False


def faces(state: State) -> Counter[str]:
    """Return how many there are of each face: in the Temple, on dice, before heroes, and on their way between these."""
    found = Counter(dict(zip(BOX.faces, state.stock, strict=True)))
    for hero in state.heroes:
        found.update(hero.removed)
        for die in hero.dice:
            found.update(die.faces)
    found.update(task.face for task in state.todo if isinstance(task, Out))
    return found


def in_play(seats: int) -> int:
    """Return how many of the 108 faces a game uses: fewer dice, and half of the pools where two play."""
    return ALL_FACES - 12 * (4 - seats) - (20 if seats == 2 else 0)


def boars(state: State) -> int:
    """Return how many boars are on dice."""
    return sum(BOX.faces[face].kind is Kind.BOAR for hero in state.heroes for die in hero.dice for face in die.faces)


def check_bounds(state: State) -> None:
    """Check caps, tokens, dice and pawns."""
    for hero in state.heroes:
        assert all(0 <= amount <= cap for amount, cap in zip(hero.goods, hero.caps, strict=True))
        assert min(hero.triton, hero.cerberus, hero.hammer_room) >= 0
        assert {len(die.faces) for die in hero.dice} == {6}
        laid = {task.face for task in state.todo if isinstance(task, Out)}
        assert all(die.top in {*die.faces, *laid} for die in hero.dice)
    away = [hero.portal for hero in state.heroes if hero.portal]
    assert len(away) == len(set(away))
    assert 1 <= state.round <= state.setup.rounds
    assert min(state.stock) >= 0


def check_cards(state: State) -> None:
    """Check that every stack and what was bought of it are as many cards as there are players."""
    owned = Counter(SLOT_OF[card] for hero in state.heroes for card in hero.cards)
    assert {owned[slot] + len(stack) for slot, stack in enumerate(state.stacks)} == {state.setup.seats}


def check_told(state: State, before: State) -> None:
    """Check that every legal move can be tapped, and that what hands do is told without a seat that is not there."""
    told = glance(GAME, state)
    offered, verbs = set(told.offered()), {verb for sheet in told.sheets for verb in sheet.verbs}
    assert [move for move in GAME.legal_moves(state) if move not in offered and str(move).split()[0] not in verbs] == []
    assert len(told.mats) == state.setup.seats
    changed = [one.goods != two.goods for one, two in zip(before.heroes, state.heroes, strict=True)]
    lines = handling(GAME, before, state)
    assert [any(line.startswith(f"seat {seat}: ") for line in lines) >= it for seat, it in enumerate(changed)] == [
        True
    ] * len(changed)


def loses(state: State) -> bool:
    """Return whether a loss is due."""
    return any(
        isinstance(task, Lose)
        or (isinstance(task, Bless) and task.lose)
        or (isinstance(task, Rolls) and task.why is Why.LOSE)
        for task in state.todo
    )


def is_blessing(state: State, move: Move) -> bool:
    """Return whether with this roll everybody begins to roll."""
    due = state.due
    first = isinstance(move, Roll) and isinstance(due, Rolls) and len(due.due + due.rolled) == state.setup.seats
    return first and isinstance(due, Rolls) and due.why is Why.GAIN


def blessings(state: State) -> int:
    """Return how often everybody rolls in a game."""
    setup = state.setup
    once = setup.seats == 2 and setup.two_player_blessings == "round"
    return BLESSINGS[setup.seats] - (setup.rounds if once else 0)


def check_game(seats: int, feats: str, seed: int, used: Used, **options: object) -> int:
    """Play a game to its end, holding every move to the laws, and return how many moves it took."""
    turns, moves, rolled, last = 0, 0, Counter[int](), None
    for before, move, after in steps(seats, feats, seed, options):
        moves += 1
        note = f"seed {seed}, {seats} players, {feats}, {options}, {move}"
        used.add(move)
        check_bounds(after)
        check_told(after, before)
        if isinstance(move, Draw | Remove):
            continue
        check_cards(after)
        assert faces(after).total() == in_play(seats), note
        assert faces(after) == faces(before), note
        assert boars(after) >= boars(before), note
        for one, two in zip(before.heroes, after.heroes, strict=True):
            assert two.goods.glory >= one.goods.glory or loses(before), note
            assert set(one.cards) <= set(two.cards), note
        rolled[before.due.seat if before.due else 0] += is_blessing(before, move)
        turns += str(move) == "end"
        last = after
    assert last is not None
    assert turns == last.setup.rounds * seats
    assert set(rolled.values()) - {0} == {blessings(last)}
    assert GAME.winners(last)
    return moves


def main() -> None:
    """Play the games, print what came up, and exit with 1 if something never did."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    used = Used()
    for seats in GAME.seats:
        moves = sum(check_game(seats, SETS[seed % len(SETS)], 1000 * seats + seed, used) for seed in range(games))
        print(f"{seats} players: {games} games, {moves} moves, every law kept")  # noqa: T201 (what the command is for)
        more = [check_game(seats, "drawn", 1000 * seats + i, used, **given) for i, given in enumerate(otherwise())]
        print(f"{seats} players: {len(more)} games by other readings, {sum(more)} moves, every law kept")  # noqa: T201
    told = (
        f"faces rolled at least once: {len(used.faces)} of {len(BOX.faces)}; feats: {len(used.feats)} of {len(FEATS)}"
    )
    print(told)  # noqa: T201 (as above)
    rarest = [f"{name} {count}" for name, count in (used.faces + used.feats).most_common()[-6:]]
    print(f"rarest: {', '.join(rarest)}; never: {', '.join(used.unused()) or 'none'}")  # noqa: T201 (as above)
    sys.exit(1 if used.unused() else 0)


if __name__ == "__main__":
    main()
