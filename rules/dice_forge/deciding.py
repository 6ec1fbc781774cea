"""What is to be decided about the faces of a roll before any of them is applied (RULES.md, 3.3)."""

from dataclasses import replace
from typing import TypeVar

from rules.dice_forge.mirrors import is_mirror, reach
from rules.dice_forge.moves import Say
from rules.dice_forge.pieces import Kind
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Bless
from rules.dice_forge.worth import converted, counts_as, groups, picks_due

T = TypeVar("T")


def questions(state: State, task: Bless) -> tuple[Say, ...]:
    """Return the answers to what is to be decided next about these faces; () when all is decided."""
    dice = range(len(task.now))
    for die in dice:
        if is_mirror(task.now[die]):
            return tuple(Say("copy", face) for face in reach(state, task, die))
    for die in dice:
        if len(task.picks[die]) < picks_due(state.setup, task, die):
            face = counts_as(task, die)
            return tuple(Say("pick", option.kind) for option in face.gives) if face else ()
    for die in _shields_last(task):
        if len(task.kept[die]) < len(groups(state.setup, task, die)):
            return Say("keep"), Say("convert")
    return () if task.first or not _order_matters(state, task) else tuple(Say("first", face) for face in task.now)


def _shields_last(task: Bless) -> list[int]:
    """Return the dice, shields after those they watch."""

    def is_shield(die: int) -> bool:
        face = counts_as(task, die)
        return face is not None and face.kind is Kind.SHIELD

    return sorted(range(len(task.now)), key=is_shield)


def _order_matters(state: State, task: Bless) -> bool:
    """Return whether it matters which face comes first.

    It does where a ship sails beside a face that brings gold; and, where gains are lost, where a boar rewards its loser
    beside a loss of what it may bring, for nothing falls below 0.
    """
    if len(task.now) == 1 or task.now[0] == task.now[1]:
        return False
    beside = [converted(state.setup, task, 1 - die) for die in (0, 1)]
    if task.lose:
        return any(_rewarded(state, task, die) and any(beside[die][1:]) for die in (0, 1))
    return state.setup.ship_order == "free" and any(is_ship(task, die) and beside[die].gold for die in (0, 1))


def _rewarded(state: State, task: Bless, die: int) -> bool:
    """Return whether that die counts as a boar whose card the same hero has."""
    face = counts_as(task, die)
    return face is not None and face.kind is Kind.BOAR and state.owner(face.card) == task.seat


def is_ship(task: Bless, die: int) -> bool:
    """Return whether that die counts as a ship."""
    face = counts_as(task, die)
    return face is not None and face.kind is Kind.SHIP


def answered(state: State, task: Bless, move: Say) -> Bless:
    """Return the faces with that question about them answered."""
    dice = range(len(task.now))
    match move.verb:
        case "copy":
            die = next(die for die in dice if is_mirror(task.now[die]))
            return replace(task, now=put(task.now, die, move.what))
        case "pick":
            die = next(die for die in dice if len(task.picks[die]) < picks_due(state.setup, task, die))
            return replace(task, picks=put(task.picks, die, (*task.picks[die], move.what)))
        case "first":
            return replace(task, first=move.what)
    keep = move.verb == "keep"
    die = next(die for die in _shields_last(task) if len(task.kept[die]) < len(groups(state.setup, task, die)))
    return replace(task, kept=put(task.kept, die, (*task.kept[die], keep)))


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at `index`."""
    return (*items[:index], item, *items[index + 1 :])
