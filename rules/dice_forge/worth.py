"""What the faces of one blessing are worth (RULES.md, 3.4 to 3.7), once the choices about them are known."""

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import NOTHING, Goods
from rules.dice_forge.pieces import Face, Kind
from rules.dice_forge.state import Setup, face_of
from rules.dice_forge.tasks import Bless

CHOSEN = (Kind.PLAIN, Kind.BOAR)
"""Kinds of faces that may offer a choice."""


def counts_as(task: Bless, die: int) -> Face | None:
    """Return the face that this die counts as; None for none."""
    return face_of(task.now[die]) if task.now[die] else None


def other(task: Bless, die: int) -> int | None:
    """Return the other die of the same blessing; None if only one was rolled."""
    return 1 - die if len(task.now) > 1 else None


def factor(task: Bless, die: int) -> int:
    """Return how often this die counts: more than once beside a face that multiplies."""
    beside = other(task, die)
    face = None if beside is None else counts_as(task, beside)
    return face.amount if face and face.kind is Kind.TIMES else 1


def picks_due(setup: Setup, task: Bless, die: int) -> int:
    """Return how many choices this die asks for in all."""
    face = counts_as(task, die)
    if face is None or face.kind not in CHOSEN or len(face.gives) == 1:
        return 0
    return 1 if setup.x3_choice == "once" else factor(task, die)


def given(setup: Setup, task: Bless, die: int) -> Goods:
    """Return what this die gives, before anything is converted."""
    face = counts_as(task, die)
    if face is None:
        return NOTHING
    if face.kind is Kind.SHIELD:
        return _shield(setup, task, die, face)
    if face.kind not in CHOSEN:
        return NOTHING
    if len(face.gives) == 1:
        return face.gives[0].times(factor(task, die))
    chosen = [option for kind in task.picks[die] for option in face.gives if option.kind == kind]
    total = NOTHING
    for option in chosen:
        total = total.plus(option)
    return total.times(factor(task, die)) if setup.x3_choice == "once" else total


def _shield(setup: Setup, task: Bless, die: int, face: Face) -> Goods:
    """Return a shield's greater gift where the other die gives what it watches, else its lesser one."""
    beside = other(task, die)
    if waits(setup, task, die):
        if task.met is None:
            return NOTHING  # that is decided later
        matched = task.met
    else:
        matched = beside is not None and bool(watched(setup, task, beside).of(face.watch))
    return face.match if matched else face.gives[0].times(factor(task, die))


def waits(setup: Setup, task: Bless, die: int) -> bool:
    """Return whether that die is a shield that waits for what comes of the other one, not only for what that names."""
    late = setup.shield_capped == "not" or setup.boar_reward_and_shield == "counts"
    beside = other(task, die)
    return late and beside is not None and _kind(task, die) is Kind.SHIELD and _kind(task, beside) in CHOSEN


def _kind(task: Bless, die: int) -> Kind | None:
    face = counts_as(task, die)
    return face.kind if face else None


def watched(setup: Setup, task: Bless, die: int) -> Goods:
    """Return what a shield sees the other die give."""
    face = counts_as(task, die)
    if face is not None and face.kind is Kind.SHIELD:
        return face.gives[0] if setup.shield_pair == "match" else NOTHING
    return given(setup, task, die) if setup.converted_and_shield == "counts" else converted(setup, task, die)


def groups(setup: Setup, task: Bless, die: int) -> tuple[tuple[str, ...], ...]:
    """Return the kinds that may be turned into glory, together or one by one, out of what this die gives."""
    worth = given(setup, task, die)
    kinds = tuple(kind for kind in _card(task)[0] if worth.of(kind))
    if setup.conversion == "kind":
        return tuple((kind,) for kind in kinds)
    return (kinds,) if kinds else ()


def _card(task: Bless) -> tuple[tuple[str, ...], int]:
    """Return what the card behind this blessing converts, and at which rate."""
    card = BOX.feats.get(task.card)
    return (card.converts, card.rate) if card else ((), 0)


def converted(setup: Setup, task: Bless, die: int) -> Goods:
    """Return what this die gives after the conversions decided so far."""
    worth = given(setup, task, die)
    for kinds, keep in zip(groups(setup, task, die), task.kept[die], strict=False):
        for kind in () if keep else kinds:
            worth = worth.converted(kind, _card(task)[1])
    return worth
