"""What the tests of Dice Forge share: heroes with given goods and dice, and moves played as text."""

from dataclasses import replace

from rules.dice_forge import GAME
from rules.dice_forge.goods import KINDS, Goods
from rules.dice_forge.state import Die, Hero, State
from rules.dice_forge.tasks import Act, Rolls, Task

REMOVED = "remove G6 S1_V1 V4 M2_V2"


def started(seats: int = 3, **options: object) -> State:
    """Return the first turn, with two players after the first removal that comes to mind."""
    state = GAME.initial_state(seats, **options)
    return played(state, REMOVED) if seats == 2 else state


def acting(state: State, *tasks: Task) -> State:
    """Return the state with these tasks due, and then seat 0's own part of its turn."""
    return replace(state, todo=(*tasks, Act(0)), active=0)


def rolling(state: State, *seats: int) -> State:
    """Return the state in which these heroes roll both dice."""
    return acting(state, Rolls(seats))


def having(state: State, seat: int, **given: object) -> State:
    """Return the state with those goods and other fields of a hero; goods not named are 0."""
    goods = {kind: given.pop(kind, 0) for kind in KINDS}
    hero = replace(state.heroes[seat], goods=Goods(**goods), **given)  # type: ignore[arg-type]
    return state.with_hero(seat, hero)


def with_dice(state: State, seat: int, light: str, dark: str, fill: str = "G1") -> State:
    """Return the state in which a hero's dice have these faces, each a text of words, and `fill` elsewhere."""
    return state.with_hero(seat, replace(state.heroes[seat], dice=(die(light, fill), die(dark, fill))))


def die(faces: str, fill: str = "G1") -> Die:
    """Return a die with these faces, the first on top."""
    words = faces.split()
    return Die(tuple(sorted((*words, *[fill] * (6 - len(words))))), words[0])


def played(state: State, *texts: str) -> State:
    """Return the state after these moves, each of which has to be legal and listed or a roll of several heroes."""
    for text in texts:
        move = GAME.parse_move(text)
        assert [violation.text for violation in GAME.violations(state, move)] == [], text
        state = GAME.apply(state, move)
    return state


def broken(state: State, text: str) -> list[str]:
    """Return the numbers of the rules that a move breaks, worst first."""
    return [violation.rule for violation in GAME.violations(state, GAME.parse_move(text))]


def legal(state: State) -> set[str]:
    """Return the legal moves as text."""
    return set(map(str, GAME.legal_moves(state)))


def goods(state: State, seat: int = 0) -> tuple[int, ...]:
    """Return a hero's gold, sun, moon and glory."""
    return tuple(state.heroes[seat].goods)


def hero(state: State, seat: int = 0) -> Hero:
    """Return a hero."""
    return state.heroes[seat]
