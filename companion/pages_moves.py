"""What people can change: play, take back, correct, answer, show a picture. Always by POST."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, flash, jsonify, make_response, redirect, render_template, request, url_for

from companion import fields as form
from companion.eyes import UNREADABLE
from companion.pages import session_json, session_or_404, sessions
from companion.pages_errors import answer as answered
from companion.pages_errors import wants_json
from companion.session import RefusedError
from companion.store import StaleWriteError
from companion.tongues import told
from companion.view import view
from companion.view_card import newest
from rules.glance import glance
from rules.table import Place
from rules.text import say
from vision.reading import readable

LONGEST_MOVE: Final = 500  # characters

moves = Blueprint("moves", __name__)


@moves.post("/sessions/<int(max=2147483647):number>/moves")
def play(number: int) -> Response:
    """Play a move written as notation."""
    fields = form.sent()
    session_or_404(number).play(_text(fields), form.length(fields))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/sheets/<int(max=99):sheet>")
def fill_in(number: int, sheet: int) -> Response:
    """Play what a sheet amounts to: form fields blank0, blank1, ... are the answers to its blanks."""
    fields, session = form.sent(), session_or_404(number)
    length, position = form.length(fields), session.position()
    offered = glance(session.game, session.game.public(position.state)).sheets
    if length != position.length or sheet >= len(offered):
        raise StaleWriteError
    answers = [str(fields.get(f"blank{index}", "")).strip() for index in range(len(offered[sheet].blanks))]
    session.play_all(offered[sheet].moves(answers), length)
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/undo")
def undo(number: int) -> Response:
    """Take the last move back; a roll only with the field `agreed`."""
    fields = form.sent()
    session_or_404(number).undo(form.length(fields), agreed=bool(fields.get("agreed")))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/moves/<int(max=2147483647):seq>")
def amend(number: int, seq: int) -> Response:
    """Change an earlier move; everything after it is recomputed."""
    fields = form.sent()
    session_or_404(number).amend(seq, _text(fields), form.length(fields))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>/answer")
def answer(number: int, still: int) -> Response:
    """Answer the question that a still raised."""
    fields = form.sent()
    choice = form.number(fields, "choice", say("which answer is meant"))
    move = session_or_404(number).answer(still, choice, form.length(fields))
    return _done(number, say("Nothing was played.") if move is None else "")


@moves.post("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>/pieces")
def correct(number: int, still: int) -> Response:
    """Correct what was read at one place of a still."""
    fields = form.sent()
    place = _place(str(fields.get("place", "")))
    face = fields.get("face") or None
    if not isinstance(face, str | None):
        abort(400, say("A face is a word, such as “orange 4”: send it as “face”, or leave it out where nothing lies."))
    session = session_or_404(number)
    session.correct(still, place, face, form.length(fields))
    return _done(number, "Corrected.")


@moves.post("/sessions/<int(max=2147483647):number>/pictures")
def picture(number: int) -> Response:
    """Read a picture of the table and judge it."""
    session = session_or_404(number)
    layout = session.game.layout(session.position().state)
    if not readable(layout):
        raise RefusedError(UNREADABLE)
    session.offer(*sessions().eyes.look(*uploaded(), layout, session.before()))
    return _done(number, view(session).card.sentence)


@moves.errorhandler(StaleWriteError)
def stale(error: StaleWriteError) -> Response:
    """Tell who was slower, and at once how things stand now."""
    shown = view(session_or_404((request.view_args or {})["number"]))
    if wants_json():
        return answered(409, str(error), more=session_json(shown))
    flash(told(str(error)))
    return make_response(render_template("session.html", view=shown), 409)


def _text(fields: Mapping[str, Any]) -> str:
    """Return the notation that was sent."""
    text = fields.get("text")
    if not isinstance(text, str) or len(text) > LONGEST_MOVE:
        abort(400, say("A move is one short line of text: send it as “text”."))
    return text.strip()


def _place(text: str) -> Place:
    try:
        return Place.parse(text)
    except ValueError:
        abort(400, say("“{text}” is no place on the table: write zone@x,y.", text=text))


def uploaded() -> tuple[bytes, str]:
    """Return the bytes of the picture that was sent, and a name for it in words."""
    upload = request.files.get("picture")
    content = b"" if upload is None else upload.read()
    if upload is None or not content:
        abort(400, say("No picture came: choose a photo of the table first."))
    return content, upload.filename or told(say("the picture"))


def _done(number: int, sentence: str = "", status: int = 200) -> Response:
    """Answer a write that succeeded, by default with what the log says: JSON for the script, the page for a form."""
    session = session_or_404(number)
    sentence = sentence or newest(session, session.position())
    if wants_json():
        shown = session_json(view(session))
        return make_response(jsonify(said=told(sentence), **shown), status)
    flash(told(sentence))
    return make_response(redirect(url_for("pages.score", number=number), 303))
