"""What is said, not seen, as things to tap: choices among goods and faces, reinforcements, tokens, the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.dice_forge.acting import EXTRA
from rules.dice_forge.box import BOX
from rules.dice_forge.feat_words import deed, does
from rules.dice_forge.mats import amounts
from rules.dice_forge.moves import Say
from rules.dice_forge.pieces import Verb
from rules.dice_forge.questions import offered, question
from rules.dice_forge.rolling import PIECE
from rules.dice_forge.said import faces_said
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act
from rules.menu import Choice, Menu
from rules.text import many, say

GOOD = "good"
LAST = ("triton", "pass", "done", "extra", "end")
"""What leads on, offered after everything else."""
PICTURED = {"pick": GOOD, "copy": PIECE, "first": PIECE, "take": PIECE}
"""The kind of piece in the pictures of these verbs."""

Told = tuple[str, tuple[str, ...], str]  # words, faces, hint


def say_menus(state: State, says: Sequence[Say]) -> Iterator[Menu]:
    """Yield what answers the question that is open, or may be used now."""
    answers = [say for say in says if say.verb not in LAST]
    if answers:
        title = say("Reinforcements") if isinstance(state.due, Act) else question(state)
        yield Menu(title, tuple(_choice(state, say) for say in answers), PICTURED.get(answers[0].verb, ""))


def last_menus(state: State, says: Sequence[Say]) -> Iterator[Menu]:
    """Yield what leads on: nothing more, another action, the end."""
    last = [say for say in says if say.verb in LAST]
    if last:
        yield Menu("", tuple(_choice(state, say) for say in last))


def _choice(state: State, say: Say) -> Choice:
    words, faces, hint = _TOLD[say.verb](state, say.what)
    price = EXTRA if say.verb == "extra" else BOX.feats[say.what].pays if say.verb == "use" else None
    return Choice(words, ((say, ""),), faces, amounts(price) if price else (), hint)


def _faces(_: State, what: str) -> Told:
    return faces_said(what.split()), tuple(what.split()), ""


def _triton(_: State, __: str) -> Told:
    card = next(feat for feat in BOX.feats.values() if feat.verb is Verb.TRITON)
    return say("Give a Triton token"), (), deed(card)


_TOLD: Mapping[str, Callable[[State, str], Told]] = {
    "pick": lambda state, kind: (offered(state, kind).words, (kind,), ""),
    "copy": _faces,
    "first": _faces,
    "take": _faces,
    "hammer": lambda _, gold: (
        many(int(gold), "{count} gold", "{count} gold") if gold != "0" else say("nothing"),
        (),
        "",
    ),
    "name": lambda _, seat: (say("seat {seat}", seat=seat), (), ""),
    "use": lambda _, card: (BOX.feats[card].title, (), does(BOX.feats[card])),
    "convert": lambda _, __: (say("Glory instead"), (), ""),
    "keep": lambda _, __: (say("Keep it"), (), ""),
    "cerberus": lambda _, __: (say("Give a Cerberus token"), (), ""),
    "triton": _triton,
    "pass": lambda _, __: (say("Nothing more here"), (), ""),
    "done": lambda _, __: (say("The offering is complete"), (), ""),
    "extra": lambda _, __: (say("Another action"), (), ""),
    "end": lambda _, __: (say("End the turn"), (), ""),
}
