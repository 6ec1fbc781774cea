"""What a mirror may count as (RULES.md, 3.5)."""

from rules.dice_forge.pieces import Kind
from rules.dice_forge.state import State, face_of
from rules.dice_forge.tasks import Bless
from rules.game import Seat


def is_mirror(face: str) -> bool:
    """Return whether the face is a mirror; "" is none."""
    return bool(face) and face_of(face).kind is Kind.MIRROR


def reach(state: State, task: Bless, die: int) -> tuple[str, ...]:
    """Return the faces, each once, that the mirror on that die may count as.

    Other heroes' faces that are no mirrors; where one of them is a mirror, it throws back one's own faces too.
    """
    viewer = task.viewers[die]
    shown = task.shown or tuple(hero.tops for hero in state.heroes)
    others = [face for seat in _others(state, viewer) for face in shown[seat]]
    reflected = any(map(is_mirror, others)) and state.setup.mirror_vs_mirror == "reflects"
    seen = others + list(shown[viewer] if reflected else ())
    return tuple(dict.fromkeys(face for face in seen if not is_mirror(face)))


def _others(state: State, viewer: Seat) -> tuple[Seat, ...]:
    return state.setup.after(viewer)[1:]
