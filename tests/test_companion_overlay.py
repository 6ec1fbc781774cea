"""Cautions and doubts on the page: circled in the picture, said below it, never shown as a value."""

import re
from dataclasses import replace

from companion_tables import LEGAL, jpeg, reading, table_after
from flask.testing import FlaskClient

from companion.overlay import UNREAD, overlay
from companion.session import Session
from rules.table import Place
from vision.doubt import evened
from vision.reading import Caution, Doubt, Reading

GLARE = Caution("glare", "Move the lamp: it glares at the top left.", (60.0, 70.0, 40.0))
MISSING = Caution("cards", "Corner card 3 is not seen: positions are less exact.")
LEANS = Place("die", (0, 1))


def troubled(session: Session) -> Reading:
    """The table after a legal move, one die of it leaning, with a glare in a corner and a card missing."""
    seen = reading(table_after(session, LEGAL))
    pieces, faces = [], {place: dict(odds) for place, odds in seen.observation.faces.items()}
    for piece in seen.pieces:
        if piece.place == LEANS:
            even = evened(tuple((face, 0.97 if face == piece.face else 0.006) for face in "123456"))
            faces[LEANS] = {f"{piece.colour} {face}": p for face, p in even}
            pieces.append(replace(piece, faces=even, doubt=Doubt.LEANING))
        else:
            pieces.append(piece)
    observation = replace(seen.observation, faces=faces)
    return replace(seen, pieces=tuple(pieces), observation=observation, warnings=(GLARE, MISSING))


def test_a_spot_is_circled_within_the_part_that_is_shown(session: Session, client: FlaskClient) -> None:
    session.offer(troubled(session), jpeg())
    still = session.latest()
    assert still is not None
    shown = overlay(still, session.game.layout(session.position().state))
    x, y, wide, tall = shown.view_box
    assert GLARE.spot_px is not None
    assert x <= GLARE.spot_px[0] - GLARE.spot_px[2]
    assert y <= GLARE.spot_px[1] - GLARE.spot_px[2]
    assert shown.warnings == (GLARE, MISSING)
    page = client.get(f"/sessions/{session.id}").text
    circles = re.findall(r'<circle class="spot" cx="([\d.]+)" cy="([\d.]+)"', page)
    assert circles == [("60.0", "70.0")]
    assert GLARE.text in page
    assert MISSING.text in page
    assert wide <= 960
    assert tall <= 960


def test_a_doubted_die_shows_no_value_and_says_why(session: Session) -> None:
    session.offer(troubled(session), jpeg())
    still = session.latest()
    assert still is not None
    marks = overlay(still, session.game.layout(session.position().state)).marks
    mark = next(mark for mark in marks if mark.place == str(LEANS))
    assert mark.face == UNREAD
    assert mark.name == "die, its face not read, leaning"
    corrected = replace(still, corrections={LEANS: "white 2"})
    marks = overlay(corrected, session.game.layout(session.position().state)).marks
    assert next(mark for mark in marks if mark.place == str(LEANS)).name == "die white 2, corrected by hand"


def test_a_back_needs_no_label_that_would_hide_its_neighbours(session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    still = session.latest()
    assert still is not None
    tiles = [m for m in overlay(still, session.game.layout(session.position().state)).marks if m.kind == "tile"]
    assert {mark.face for mark in tiles if not mark.tagged} == {"down"}
    assert len([mark for mark in tiles if mark.tagged]) == 6


def test_without_spots_the_picture_is_cut_to_its_pieces(session: Session) -> None:
    plain = reading(table_after(session, LEGAL))
    session.offer(replace(plain, warnings=(MISSING,)), jpeg())
    still = session.latest()
    assert still is not None
    layout = session.game.layout(session.position().state)
    without = overlay(still, layout).view_box
    spotted = replace(still, reading=replace(plain, warnings=(GLARE,)))
    assert overlay(spotted, layout).view_box[:2] != without[:2]
