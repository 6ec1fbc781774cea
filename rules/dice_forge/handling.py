"""What hands do on the table to bring it from one state to another, in words: the difference, whatever the move was."""

from collections import Counter
from collections.abc import Iterator

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import KINDS
from rules.dice_forge.state import DICE, HOME, Die, Hero, State, face_of
from rules.game import Seat


def handling(before: State, after: State) -> Iterator[str]:
    """Yield what every hero does with dice, goods, pawn and cards, and where the round marker goes."""
    for seat, (old, new) in enumerate(zip(before.heroes, after.heroes, strict=True)):
        yield from _forged(seat, old, new)
        yield from _counted(seat, old, new)
        yield from _moved(seat, old, new)
    if before.round != after.round:
        yield f"The round marker goes to {after.round}."


def _forged(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    for name, one, two in zip(DICE, old.dice, new.dice, strict=True):
        gone, come = _words(one, two), _words(two, one)
        if gone and come:
            yield f"seat {seat}, {name} die: replace {gone} by {come}, and lay it with {_face(two.top)} up."


def _words(one: Die, two: Die) -> str:
    """Return the faces of one die that the other does not have."""
    return " and ".join(map(_face, (Counter(one.faces) - Counter(two.faces)).elements()))


def _face(name: str) -> str:
    return face_of(name).words


def _counted(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    counts = [(kind, old.goods.of(kind), new.goods.of(kind)) for kind in KINDS]
    counts += [("on the Hammer", old.hammered, new.hammered)]
    counts += [("Cerberus tokens", old.cerberus, new.cerberus), ("Triton tokens", old.triton, new.triton)]
    changes = [f"{kind} from {one} to {two}" for kind, one, two in counts if one != two]
    if changes:
        yield f"seat {seat}: {', '.join(changes)}."


def _moved(seat: Seat, old: Hero, new: Hero) -> Iterator[str]:
    if old.portal != new.portal:
        where = "goes home" if new.portal == HOME else f"goes to portal {new.portal}"
        yield f"The pawn of seat {seat} {where}."
    yield from (f"seat {seat} takes the card {BOX.feats[card].title}." for card in _more(new, old))
    yield from (f"seat {seat} gives the card {BOX.feats[card].title} back." for card in _more(old, new))


def _more(one: Hero, two: Hero) -> Iterator[str]:
    return (Counter(one.cards) - Counter(two.cards)).elements()
