"""What people can change: start a session, play, take back, correct, answer, show a picture. Always by POST."""

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, flash, jsonify, make_response, redirect, request, url_for
from werkzeug.datastructures import FileStorage

import rules
from companion.eyes import decoded, kept
from companion.options import chosen
from companion.pages import session_json, session_or_404, sessions
from companion.pages_errors import wants_json
from companion.records import Setup
from companion.store import StaleWriteError
from companion.view import view
from companion.view_card import newest
from rules.glance import glance
from rules.table import Place

WHOLE: Final = re.compile(r"[0-9]{1,10}")
LONGEST_MOVE: Final = 500  # characters

moves = Blueprint("moves", __name__)


@moves.post("/sessions")
def create() -> Response:
    """Start a session and go to its page."""
    fields = _fields()
    name = str(fields.get("game", ""))
    seats = _number(fields, "seats", "how many players there are")
    session = sessions().create(Setup(name, seats, _players(fields, seats), _options(name, fields)))
    return _done(session.id, "The session has begun.", 201)


@moves.post("/sessions/<int(max=2147483647):number>/moves")
def play(number: int) -> Response:
    """Play a move written as notation."""
    fields = _fields()
    session_or_404(number).play(_text(fields), _length(fields))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/sheets/<int(max=99):sheet>")
def fill_in(number: int, sheet: int) -> Response:
    """Play what a sheet amounts to: form fields blank0, blank1, ... are the answers to its blanks."""
    fields, session = _fields(), session_or_404(number)
    length, position = _length(fields), session.position()
    offered = glance(session.game, session.game.public(position.state)).sheets
    if length != position.length or sheet >= len(offered):
        raise StaleWriteError
    answers = [str(fields.get(f"blank{index}", "")).strip() for index in range(len(offered[sheet].blanks))]
    session.play_all(offered[sheet].moves(answers), length)
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/undo")
def undo(number: int) -> Response:
    """Take the last move back."""
    session_or_404(number).undo(_length(_fields()))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/moves/<int(max=2147483647):seq>")
def amend(number: int, seq: int) -> Response:
    """Change an earlier move; everything after it is recomputed."""
    fields = _fields()
    session_or_404(number).amend(seq, _text(fields), _length(fields))
    return _done(number)


@moves.post("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>/answer")
def answer(number: int, still: int) -> Response:
    """Answer the question that a still raised."""
    fields = _fields()
    choice = _number(fields, "choice", "which answer is meant")
    move = session_or_404(number).answer(still, choice, _length(fields))
    return _done(number, "Nothing was played." if move is None else "")


@moves.post("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>/pieces")
def correct(number: int, still: int) -> Response:
    """Correct what was read at one place of a still."""
    fields = _fields()
    place = _place(str(fields.get("place", "")))
    face = fields.get("face") or None
    if not isinstance(face, str | None):
        abort(400, "A face is a word, such as “orange 4”: send it as “face”, or leave it out where nothing lies.")
    session = session_or_404(number)
    session.correct(still, place, face, _length(fields))
    return _done(number, "Corrected.")


@moves.post("/sessions/<int(max=2147483647):number>/pictures")
def picture(number: int) -> Response:
    """Read a picture of the table and judge it."""
    session = session_or_404(number)
    upload = request.files.get("picture")
    image = _image(upload)
    layout = session.game.layout(session.position().state)
    reading = sessions().eyes.read(image, layout, session.before())
    session.offer(reading, kept(image))
    return _done(number, view(session).card.sentence)


def _text(fields: Mapping[str, Any]) -> str:
    """Return the notation that was sent."""
    text = fields.get("text")
    if not isinstance(text, str) or len(text) > LONGEST_MOVE:
        abort(400, "A move is one short line of text: send it as “text”.")
    return text.strip()


def _place(text: str) -> Place:
    try:
        return Place.parse(text)
    except ValueError:
        abort(400, f"“{text}” is no place on the table: write zone@x,y.")


def _image(upload: FileStorage | None) -> Any:  # noqa: ANN401 (an array, or an abort)
    content = b"" if upload is None else upload.read()
    if upload is None or not content:
        abort(400, "No picture came: choose a photo of the table first.")
    return decoded(content, upload.filename or "the picture")


def _done(number: int, sentence: str = "", status: int = 200) -> Response:
    """Answer a write that succeeded, by default with what the log says: JSON for the script, the page for a form."""
    session = session_or_404(number)
    sentence = sentence or newest(session, session.position())
    if wants_json():
        shown = session_json(view(session))
        return make_response(jsonify(said=sentence, **shown), status)
    flash(sentence)
    return make_response(redirect(url_for("pages.score", number=number), 303))


def _fields() -> Mapping[str, Any]:
    """Return what was sent, as a form or as a JSON object."""
    if not request.is_json:
        return request.form.to_dict()
    try:
        found = request.get_json(silent=True)
    except RecursionError:
        found = None
    if not isinstance(found, dict):
        abort(400, 'That is no JSON object: send one like {"text": "...", "length": 0}.')
    return found


def _number(fields: Mapping[str, Any], name: str, what: str) -> int:
    """Return a whole number of at most ten digits, sent as such or as a form's text."""
    given = fields.get(name)
    text = str(given) if type(given) is int else given
    if not isinstance(text, str) or not WHOLE.fullmatch(text):
        abort(400, f"It was not said {what}: send “{name}” as a whole number.")
    return int(text)


def _length(fields: Mapping[str, Any]) -> int:
    return _number(fields, "length", "how long the log was when this was decided")


def _players(fields: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the names given, in JSON as a list, in a form as player0, player1, ...; a blank one gets a plain name."""
    names = fields.get("players", [fields.get(f"player{seat}", "") for seat in range(min(seats, 20))])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        abort(400, "The players are a list of names: send “players” as a list of texts.")
    return tuple(" ".join(name.split()) or f"Player {seat}" for seat, name in enumerate(names, 1))


def _options(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options chosen: in JSON an object, in a form one field each."""
    if "options" in fields:
        given = fields["options"]
        if not isinstance(given, dict):
            abort(400, "The options are an object of names and values: send “options” as such, or leave it out.")
        return given
    game = rules.games().get(name)
    return {} if game is None else chosen(game, fields)
