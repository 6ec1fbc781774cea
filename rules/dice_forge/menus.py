"""The legal moves as things to tap: what is bought with its price, what is chosen with its picture."""

from collections.abc import Iterator, Sequence

from rules.dice_forge.box import BOX
from rules.dice_forge.buying import price
from rules.dice_forge.feat_words import does
from rules.dice_forge.mats import amounts
from rules.dice_forge.moves import Buy, Draw, Forge, Out, Perform, RollOne, Say
from rules.dice_forge.play import legal_moves
from rules.dice_forge.questions import question
from rules.dice_forge.rolling import PIECE
from rules.dice_forge.said import DIE_SAID
from rules.dice_forge.sayings import last_menus, say_menus
from rules.dice_forge.state import SLOT_OF, State, face_of
from rules.dice_forge.tasks import Act, Ship
from rules.dice_forge.tasks import Out as OutDue
from rules.menu import Choice, Menu
from rules.text import joined, say

HIND = say("The Silver Hind")


def menus(state: State) -> Iterator[Menu]:
    """Yield what can be chosen now, but for rolls of both dice and the like: these have a sheet."""
    moves = tuple(legal_moves(state))
    says = [move for move in moves if isinstance(move, Say)]
    yield from say_menus(state, says)
    yield from _singles(state, [move for move in moves if isinstance(move, RollOne)])
    yield from _outs(state, [move for move in moves if isinstance(move, Out)])
    yield from _forges(state, [move for move in moves if isinstance(move, Buy | Forge)])
    yield from _cards(state, [move for move in moves if isinstance(move, Perform | Draw)])
    yield from last_menus(state, says)


def _singles(state: State, rolls: Sequence[RollOne]) -> Iterator[Menu]:
    """Yield what one die may bring, the light one first."""
    head = question(state) or HIND
    for die, name in enumerate(DIE_SAID):
        faces = [roll.face for roll in rolls if roll.die == die]
        if faces:
            choices = tuple(Choice(face_of(face).words, ((RollOne(die, face), ""),), (face,)) for face in faces)
            yield Menu(say("{what}: what does the {die} die show?", what=head, die=name), choices, PIECE)


def _outs(state: State, outs: Sequence[Out]) -> Iterator[Menu]:
    """Yield which faces may make room on each die for the one that lies on it."""
    new = face_of(state.due.face).words if isinstance(state.due, OutDue) else ""
    for die, name in enumerate(DIE_SAID):
        faces = [out.face for out in outs if out.die == die]
        if faces:
            choices = tuple(Choice(face_of(face).words, ((Out(die, face), ""),), (face,)) for face in faces)
            hint = say(
                "It comes off the {die} die, {new} goes in its place, and the die lies with {new} up.",
                die=name,
                new=new,
            )
            yield Menu(
                say("Which face makes room for {new} on the {die} die?", new=new, die=name), choices, PIECE, hint
            )


def _forges(state: State, moves: Sequence[Buy | Forge]) -> Iterator[Menu]:
    """Yield the faces that can be bought or forged, each with the dice it may go on."""
    if not moves:
        return
    discount = state.due.discount if isinstance(state.due, Ship) else 0
    choices = []
    for face in dict.fromkeys(move.face for move in moves):
        dice = tuple((move, _where(move.die)) for move in moves if move.face == face)
        cost = (("gold", price(face, discount)),) if isinstance(dice[0][0], Buy) else ()
        choices.append(Choice(face_of(face).words, dice, (face,), cost))
    title = say("An offering: buy faces") if isinstance(state.due, Act) else question(state)
    yield Menu(title, tuple(choices), PIECE)


def _where(die: int | None) -> str:
    return "" if die is None else say("On the {die} die", die=DIE_SAID[die])


def _cards(state: State, moves: Sequence[Perform | Draw]) -> Iterator[Menu]:
    """Yield the feats that can be paid, or the cards that may come up while setting up."""
    if moves:
        title = say("A feat: take a card") if isinstance(state.due, Act) else question(state)
        yield Menu(title, tuple(_card(state, move) for move in moves))


def _card(state: State, move: Perform | Draw) -> Choice:
    feat = BOX.feats[move.card]
    if isinstance(move, Draw):
        return Choice(feat.title, ((move, ""),), hint=does(feat))
    slot = BOX.slots[SLOT_OF[move.card]]
    guests = (seat for seat, hero in enumerate(state.heroes) if hero.portal == slot.portal and seat != state.active)
    ousted = joined([say(" · ousts seat {seat}", seat=seat) for seat in guests], "")
    return Choice(feat.title, ((move, ""),), (), amounts(slot.cost), joined((does(feat), ousted), ""))
