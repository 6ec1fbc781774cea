"""What dice brought, told in two taps: a blank for each die; and, for two players, what leaves the mixed pools."""

from collections.abc import Iterator
from itertools import combinations

from rules.dice_forge.dealing import MIXED, RICH
from rules.dice_forge.rolling import PIECE
from rules.dice_forge.state import DICE, State, face_of
from rules.dice_forge.tasks import Rolls, Thin, Why
from rules.sheet import Blank, Sheet

ROLLED = {
    Why.GAIN: "What did seat {} roll?",
    Why.LOSE: "What did seat {} roll? It is lost.",
    Why.SHOW: "What did seat {} roll? It may be taken.",
}


def sheets(state: State) -> Iterator[Sheet]:
    """Yield the sheet for what chance is to bring now, if it is two things at once."""
    match state.due:
        case Rolls() as task:
            yield _roll(state, task)
        case Thin():
            yield _thin(state)


def _roll(state: State, task: Rolls) -> Sheet:
    dice = zip(DICE, state.heroes[task.seat].dice, strict=True)
    blanks = tuple(_blank(f"{name} die", tuple(dict.fromkeys(die.faces))) for name, die in dice)
    return Sheet(
        title=ROLLED[task.why].format(task.seat),
        hint="Tap what lies on top of the light die and of the dark one.",
        blanks=blanks,
        done="Rolled",
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
        title="Which faces leave the Temple?",
        hint="With two players two faces leave each pool, by chance. Of the mixed pools, tell which.",
        blanks=tuple(_blank(f"For {pool.price} gold", two) for pool, two in zip(MIXED, pairs, strict=True)),
        done="Removed",
        head="remove",
        quick=True,
    )


def _blank(label: str, choices: tuple[str, ...]) -> Blank:
    said = ((value, " and ".join(face_of(face).words for face in value.split())) for value in choices)
    return Blank(label, choices=tuple(said), needed=True, piece=PIECE)
