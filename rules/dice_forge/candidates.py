"""Which moves, legal or not, could have led to what was seen."""

from collections.abc import Iterator

from rules.dice_forge.box import BOX
from rules.dice_forge.candidates_rolls import rolls_seen, single_rolls_seen
from rules.dice_forge.forging import sides
from rules.dice_forge.layout import PAWN, TEMPLE, layout, table
from rules.dice_forge.moves import Buy, Forge, Move, Perform, RollOne
from rules.dice_forge.play import apply, legal_moves
from rules.dice_forge.rolling import die_place
from rules.dice_forge.state import ORDER, PRICES, State
from rules.dice_forge.tasks import Act, Minor, Offer, Rolls, Ship
from rules.game import Seat
from rules.table import Face, Observation, Place


def candidates(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the moves worth weighing against `seen`."""
    match state.due:
        case Rolls() as task:
            yield from rolls_seen(state, task, seen)
        case Minor() as task:
            yield from single_rolls_seen(state, task, seen)
        case task if task is not None:
            yield from _visible(state, seen)
            if isinstance(task, Act | Offer | Ship):
                yield from _bought(state, task.seat, seen)
            if isinstance(task, Act):
                yield from _performed(state, task.seat, seen)


def _visible(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the legal moves that change what lies where it was looked at, as far as the sight speaks for them."""
    compared = layout(state).compared & seen.zones
    now = _part(state, compared)
    for move in legal_moves(state):
        if _part(apply(state, move), compared) != now and _told_by(state, move, seen):
            yield move


def _told_by(state: State, move: Move, seen: Observation) -> bool:
    """Return whether a sight may tell a move: of a face bought or forged, or one die rolled, a top alone says little.

    Where other dice were touched as well, hands were about something else. Where nobody looked at the Temple, a face
    that the die has was rolled with a Hind or turned up by the way: only a new one was forged.
    """
    if not isinstance(move, Buy | Forge | RollOne) or move.die is None or state.due is None:
        return True
    seat = state.due.seat
    if seen.disturbed - {die_place(seat, move.die)}:
        return False
    new = move.face not in state.heroes[seat].dice[move.die].faces
    return isinstance(move, RollOne) or TEMPLE in seen.zones or new


def _part(state: State, zones: frozenset[str]) -> dict[Place, Face]:
    return {place: face for place, face in table(state).items() if place.zone in zones}


def _bought(state: State, seat: Seat, seen: Observation) -> Iterator[Buy]:
    """Yield the faces that seem to have left the Temple for one of the hero's dice, whether they may or not."""
    best = seen.best()
    for face in PRICES:
        place = Place(TEMPLE, (ORDER[face],))
        count = int(best.get(place, "0")) if TEMPLE in seen.zones and place not in seen.hidden else None
        for die in sides(state, seat, face) if count == state.left(face) - 1 else ():
            yield Buy(face, die)
        for die, top in enumerate(state.heroes[seat].tops):
            bought = Buy(face, die)
            if state.left(face) and best.get(die_place(seat, die)) == face != top and _told_by(state, bought, seen):
                yield bought


def _performed(state: State, seat: Seat, seen: Observation) -> Iterator[Perform]:
    """Yield the cards on top at the portal that the hero's pawn seems to have come to, whether payable or not."""
    best, colour = seen.best(), state.setup.colours[seat]
    for slot, stack in zip(BOX.slots, state.stacks, strict=True):
        come = best.get(Place(PAWN, (slot.portal - 1,))) == colour and state.heroes[seat].portal != slot.portal
        if stack and come:
            yield Perform(stack[-1])
