"""What hands do on the table to bring it from one state to another, in words: the difference, whatever the move was."""

from collections import Counter
from collections.abc import Iterator

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import KINDS
from rules.dice_forge.said import DIE_SAID, GOODS_SAID, faces_said
from rules.dice_forge.state import HOME, Die, Hero, State, face_of
from rules.game import Seat
from rules.text import joined, say


def handling(before: State, after: State) -> Iterator[str]:
    """Yield what every hero does with dice, goods, pawn and cards, and where the round marker goes."""
    for seat, (old, new) in enumerate(zip(before.heroes, after.heroes, strict=True)):
        yield from _forged(seat, old, new)
        yield from _counted(seat, old, new)
        yield from _moved(seat, old, new)
    if before.round != after.round:
        yield say("The round marker goes to {round}.", round=after.round)


def _forged(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    for name, one, two in zip(DIE_SAID, old.dice, new.dice, strict=True):
        gone, come = _words(one, two), _words(two, one)
        if gone and come:
            yield say(
                "seat {seat}, {die} die: replace {gone} by {come}, and lay it with {face} up.",
                seat=seat,
                die=name,
                gone=gone,
                come=come,
                face=_face(two.top),
            )


def _words(one: Die, two: Die) -> str:
    """Return the faces of one die that the other does not have."""
    return faces_said((Counter(one.faces) - Counter(two.faces)).elements())


def _face(name: str) -> str:
    return face_of(name).words


def _counted(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    counts = [(GOODS_SAID[kind], old.goods.of(kind), new.goods.of(kind)) for kind in KINDS]
    counts += [(say("on the Hammer"), old.hammered, new.hammered)]
    counts += [(say("Cerberus tokens"), old.cerberus, new.cerberus), (say("Triton tokens"), old.triton, new.triton)]
    changes = [
        say("{what} from {one} to {two}", what=kind, one=one, two=two) for kind, one, two in counts if one != two
    ]
    if changes:
        yield say("seat {seat}: {changes}.", seat=seat, changes=joined(changes))


def _moved(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    if old.portal != new.portal:
        if new.portal == HOME:
            yield say("The pawn of seat {seat} goes home.", seat=seat)
        else:
            yield say("The pawn of seat {seat} goes to portal {portal}.", seat=seat, portal=new.portal)
    yield from (
        say("seat {seat} takes the card {card}.", seat=seat, card=BOX.feats[card].title) for card in _more(new, old)
    )
    yield from (
        say("seat {seat} gives the card {card} back.", seat=seat, card=BOX.feats[card].title)
        for card in _more(old, new)
    )


def _more(one: Hero, two: Hero) -> Iterator[str]:
    return (Counter(one.cards) - Counter(two.cards)).elements()
