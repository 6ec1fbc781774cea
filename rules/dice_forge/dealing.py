"""Setting up what chance decides (RULES.md, 2.2 and 2.3): the feats, the order of the boars, the faces that leave."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product

from rules.dice_forge.box import BOX
from rules.dice_forge.moves import Draw, Move, Remove
from rules.dice_forge.pieces import Face, Kind, Verb
from rules.dice_forge.state import ORDER, SLOT_OF, TWO, State
from rules.dice_forge.tasks import Boars, Thin
from rules.dice_forge.tasks import Draw as DrawDue
from rules.dice_forge.turns import begun
from rules.game import Violation
from rules.text import joined, say

MIXED = tuple(pool for pool in BOX.pools if len(pool.faces) > 1)
PLAIN = tuple(pool.faces[0][0] for pool in BOX.pools if len(pool.faces) == 1)
RICH = "G6"  # the face that a table may agree to leave out
BOARS: tuple[Face, ...] = tuple(face for face in BOX.faces.values() if face.kind is Kind.BOAR)


def stacked(state: State, slot: int, card: str) -> State:
    """Return the state with that feat's cards on their slot; boars that are drawn are laid one by one."""
    seats = state.setup.seats
    if BOX.feats[card].verb is not Verb.GIVE:
        return state.with_stack(slot, (card,) * seats)
    fixed = state.setup.boar_colours == "fixed"
    return state.with_stack(slot, tuple(face.card for face in BOARS[:seats]) if fixed else ())


def _boars(state: State, feat: str) -> bool:
    """Return whether that feat's cards are laid as they are drawn."""
    return BOX.feats[feat].verb is Verb.GIVE and state.setup.boar_colours == "drawn"


def answers(state: State) -> Iterable[Move] | None:
    """Return what may come up."""
    match state.due:
        case DrawDue() | Boars() as task:
            return _draws(state, task)
        case Thin():
            return _removals(state)
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state with what came up; after the last of it, the first turn begins."""
    match state.due, move:
        case DrawDue() | Boars() as task, Draw():
            return _drawn(state, task, move)
        case Thin(), Remove():
            return _removed(state, move)
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against that having come up."""
    match state.due, move:
        case DrawDue() | Boars() as task, Draw():
            return _draw_violations(state, task, move)
        case Thin(), Remove():
            return _remove_violations(state, move)
    return None


def by_itself(_: State) -> None:
    """Return None: people set up."""


def _draws(state: State, task: DrawDue | Boars) -> Iterator[Draw]:
    """Yield what may come up."""
    if isinstance(task, DrawDue):
        yield from map(Draw, BOX.slots[task.slots[0]].feats)
    else:
        laid = {card for stack in state.stacks for card in stack}
        yield from (Draw(face.card) for face in BOARS if face.card not in laid)


def _drawn(state: State, task: DrawDue | Boars, move: Draw) -> State:
    """Return the state with what came up on its stack; before the last thing set up, the next one is due."""
    if isinstance(task, DrawDue):
        after = stacked(state, task.slots[0], move.card)
        boars = (Boars(task.seat, state.setup.seats),) if _boars(state, move.card) else ()
        left = (replace(task, slots=task.slots[1:]),) if task.slots[1:] else ()
        return _ready(after.then(*boars, *left))
    slot = SLOT_OF[move.card]
    after = state.with_stack(slot, (*state.stacks[slot], move.card))
    return _ready(after.then(*((replace(task, left=task.left - 1),) if task.left > 1 else ())))


def _draw_violations(state: State, task: DrawDue | Boars, move: Draw) -> Iterator[Violation]:
    """Yield what stands against that card coming up."""
    allowed = [draw.card for draw in _draws(state, task)]
    if move.card not in allowed:
        yield Violation(
            "2.2",
            say(
                "{card} cannot come up here: it is one of {cards}.",
                card=BOX.feats[move.card].title,
                cards=joined([BOX.feats[name].title for name in allowed]),
            ),
        )


def _removals(state: State) -> Iterator[Remove]:
    """Yield which faces may leave the mixed pools: two of each."""
    pools = (combinations((face for face, _ in pool.faces), 2) for pool in MIXED)
    for gone in product(*pools):
        faces = tuple(face for pair in gone for face in pair)
        if state.setup.two_player_pools == "random" or RICH in faces:
            yield Remove(faces)


def _removed(state: State, move: Remove) -> State:
    """Return the state in which these faces, and two of each other pool, are back in the box."""
    stock = list(state.stock)
    for face in (*move.faces, *PLAIN, *PLAIN):
        stock[ORDER[face]] = max(0, stock[ORDER[face]] - 1)
    return _ready(replace(state, stock=tuple(stock)).then())


def _remove_violations(state: State, move: Remove) -> Iterator[Violation]:
    """Yield what stands against these faces having left."""
    allowed = {frozenset(removal.faces) for removal in _removals(state)}
    if len(move.faces) != 2 * len(MIXED) or frozenset(move.faces) not in allowed:
        rich = (
            "" if state.setup.two_player_pools == "random" else say(", {face} among them", face=BOX.faces[RICH].words)
        )
        yield Violation(
            "2.3",
            say(
                "Two faces leave each of the mixed pools, those for 4 and for 12 gold{more}: name all four.", more=rich
            ),
        )


def _ready(state: State) -> State:
    """Return the state itself, or the first turn if everything is set up."""
    return state if state.todo else begun(state)


def due(state: State) -> State:
    """Return the state in which the chances of setting up are due, or the first turn if there are none."""
    unknown = tuple(slot for slot, feat in enumerate(state.setup.feats) if not feat)
    boars = any(feat and _boars(state, feat) for feat in state.setup.feats)
    tasks = (
        *((DrawDue(state.setup.first, unknown),) if unknown else ()),
        *((Boars(state.setup.first, state.setup.seats),) if boars else ()),
        *((Thin(state.setup.first),) if state.setup.seats == TWO else ()),
    )
    return _ready(replace(state, todo=tasks))
