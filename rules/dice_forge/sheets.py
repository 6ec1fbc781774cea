"""What dice brought, told in two taps: a blank for each die; and, for two players, what leaves the mixed pools."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from rules.dice_forge.dealing import MIXED, RICH
from rules.dice_forge.rolling import PIECE
from rules.dice_forge.said import DIE_SAID, faces_said
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Rolls, Thin, Why
from rules.sheet import Blank, Sheet
from rules.text import say

ROLLED: Mapping[Why, Callable[[int], str]] = {
    Why.GAIN: lambda seat: say("What did seat {seat} roll?", seat=seat),
    Why.LOSE: lambda seat: say("What did seat {seat} roll? It is lost.", seat=seat),
    Why.SHOW: lambda seat: say("What did seat {seat} roll? It may be taken.", seat=seat),
}


def sheets(state: State) -> Iterator[Sheet]:
    """Yield the sheet for what chance is to bring now, if it is two things at once."""
    match state.due:
        case Rolls() as task:
            yield _roll(state, task)
        case Thin():
            yield _thin(state)


def _roll(state: State, task: Rolls) -> Sheet:
    dice = zip(DIE_SAID, state.heroes[task.seat].dice, strict=True)
    blanks = tuple(_blank(say("{die} die", die=name), tuple(dict.fromkeys(die.faces))) for name, die in dice)
    return Sheet(
        title=ROLLED[task.why](task.seat),
        hint=say("Tap what lies on top of the light die and of the dark one."),
        blanks=blanks,
        done=say("Rolled"),
        head="roll",
        quick=True,
    )


def _thin(state: State) -> Sheet:
    pools = [[face for face, _ in pool.faces] for pool in MIXED]
    pairs = [tuple(map(" ".join, combinations(faces, 2))) for faces in pools]
    if state.setup.two_player_pools != "random":
        pairs = [
            tuple(pair for pair in two if RICH not in faces or RICH in pair)
            for faces, two in zip(pools, pairs, strict=True)
        ]
    return Sheet(
        title=say("Which faces leave the Temple?"),
        hint=say("With two players two faces leave each pool, by chance. Of the mixed pools, tell which."),
        blanks=tuple(
            _blank(say("For {price} gold", price=pool.price), two) for pool, two in zip(MIXED, pairs, strict=True)
        ),
        done=say("Removed"),
        head="remove",
        quick=True,
    )


def _blank(label: str, choices: tuple[str, ...]) -> Blank:
    said = ((value, faces_said(value.split())) for value in choices)
    return Blank(label, choices=tuple(said), needed=True, piece=PIECE)
