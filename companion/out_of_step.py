"""Where the table and the log disagree: what differs, in words, and whether a move was taken back by hand."""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.called import face
from companion.covering import covered_places
from companion.fold import Position
from companion.memory import evidence, judged
from companion.overlay import split
from companion.records import LIKELY, Still
from companion.session import Session
from companion.teach import DOWN
from rules.game import Finding
from rules.glance import by_chance
from rules.table import Face, Layout, Place, Table
from rules.text import many, say

LISTED: Final = 5  # differences told; where there are more the table is another one altogether


def differences(session: Session, position: Position, still: Still) -> tuple[str, ...]:
    """Return what the newest still shows otherwise than the log says, a sentence each; none where cells are unknown."""
    state = session.game.public(position.state)
    table, layout = session.game.table(state), session.game.layout(state)
    seen = evidence(still, session.store.settled(session.id, still.id or None), table, layout)
    if not seen.anchored:
        return ()
    shown = {place: max(odds, key=odds.__getitem__) for place, odds in seen.faces.items() if _likely(odds)}
    unclear = seen.hidden | (seen.faces.keys() - shown.keys())
    places = {place for place in table.keys() | shown.keys() if place.zone in seen.zones & layout.compared}
    told = list(_told(table, shown, layout, sorted(places - unclear)))
    rest = len(told) - LISTED
    return (*told[:LISTED], *([many(rest, "And {count} more.", "And {count} more.")] if rest > 0 else []))


def covered(session: Session, position: Position, still: Still) -> tuple[str, ...]:
    """Return which pieces of the log something lies over in a still, a sentence each; of layers only the uppermost."""
    state = session.game.public(position.state)
    table, layout = session.game.table(state), session.game.layout(state)
    lain = covered_places(still.reading) & table.keys()
    uppermost = {place.cell: place for place in sorted(lain, key=lambda place: layout.zone(place.zone).piece == "die")}
    return tuple(
        say("{where}: something lies over it. Take it away.", where=_name(place, table, layout))
        for place in sorted(uppermost.values())
    )


def _likely(odds: Mapping[Face, float]) -> bool:
    return bool(odds) and max(odds.values()) > LIKELY


def _told(table: Table, shown: Table, layout: Layout, places: list[Place]) -> Iterator[str]:
    for place in places:
        said, seen = table.get(place), shown.get(place)
        if said == seen:
            continue
        where = _name(place, table, layout)
        if said is None:
            yield say("{where}: here lies a piece that the score sheet does not know.", where=where)
        elif seen is None:
            yield say("{where}: {face} on the score sheet, nothing in the picture.", where=where, face=face(said))
        elif said == DOWN:
            yield say("{where}: a piece was turned up that should lie face down.", where=where)
        else:
            before, after = split(said), split(seen)
            one, other = (before[1], after[1]) if before[0] == after[0] else (said, seen)
            yield say(
                "{where}: {one} on the score sheet, {other} in the picture.",
                where=where,
                one=face(one),
                other=face(other),
            )


def _name(place: Place, table: Table, layout: Layout) -> str:
    """Return where a place is, in words: on the piece that lies beneath it, else by its cell."""
    beneath = [face for other, face in table.items() if other.cell == place.cell and other.zone != place.zone]
    named = [face for face in beneath if face != DOWN]
    if layout.zone(place.zone).piece == "die" and named:
        return say("The die on {tile}", tile=face(named[0]))
    return say("At {cell}", cell=",".join(map(str, place.cell)))


def taken_back(session: Session, position: Position, still: Still) -> bool:
    """Return whether the newest still shows the table as it was before the last move, which hands put back.

    What chance brought cannot be told from a die that was turned: that is taken back by people only.
    """
    last, game = position.last, session.game
    if last is None or by_chance(game, last.move) or game.table(last.before) == game.table(position.state):
        return False
    agreed = session.store.settled(session.id, last.entry.still)
    seen = evidence(still, agreed, game.table(last.before), game.layout(last.before))
    return judged(game, last.before, seen).finding is Finding.UNCHANGED
