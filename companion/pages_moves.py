"""What people can change: start a session, play, take back, correct, answer, show a picture. Always by POST."""

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
from companion.session import spoken
from companion.view import view
from companion.words import verdict_sentence
from rules.table import Place

NOTHING: Final = ""  # the face that stands for “nothing lies there”

moves = Blueprint("moves", __name__)


@moves.post("/sessions")
def create() -> Response:
    """Start a session and go to its page."""
    fields = _fields()
    name = str(fields.get("game", ""))
    seats = _number(fields, "seats", "how many players there are")
    session = sessions().create(Setup(name, seats, _players(fields, seats), _options(name, fields)))
    return _done(session.id, "The session has begun.", 201)


@moves.post("/sessions/<int:number>/moves")
def play(number: int) -> Response:
    """Play a move written as notation."""
    fields = _fields()
    move = session_or_404(number).play(str(fields.get("text", "")).strip(), _length(fields))
    return _done(number, f"“{move}” was played.")


@moves.post("/sessions/<int:number>/undo")
def undo(number: int) -> Response:
    """Take the last move back."""
    move = session_or_404(number).undo(_length(_fields()))
    return _done(number, f"“{move}” was taken back.")


@moves.post("/sessions/<int:number>/moves/<int:seq>")
def amend(number: int, seq: int) -> Response:
    """Change an earlier move; everything after it is recomputed."""
    fields = _fields()
    move = session_or_404(number).amend(seq, str(fields.get("text", "")).strip(), _length(fields))
    return _done(number, f"The move is now “{move}”.")


@moves.post("/sessions/<int:number>/stills/<int:still>/answer")
def answer(number: int, still: int) -> Response:
    """Answer the question that a still raised."""
    fields = _fields()
    choice = _number(fields, "choice", "which answer is meant")
    move = session_or_404(number).answer(still, choice, _length(fields))
    return _done(number, "Nothing was played." if move is None else f"“{move}” was played.")


@moves.post("/sessions/<int:number>/stills/<int:still>/pieces")
def correct(number: int, still: int) -> Response:
    """Correct what was read at one place of a still."""
    fields = _fields()
    place = _place(str(fields.get("place", "")))
    face = fields.get("face", NOTHING)
    session = session_or_404(number)
    verdict = session.correct(still, place, None if face in {NOTHING, None} else str(face), _length(fields))
    return _done(number, f"Corrected. {verdict_sentence(spoken(verdict))}")


@moves.post("/sessions/<int:number>/pictures")
def picture(number: int) -> Response:
    """Read a picture of the table and judge it."""
    session = session_or_404(number)
    upload = request.files.get("picture")
    image = _image(upload)
    layout = session.game.layout(session.position().state)
    reading = sessions().eyes.read(image, layout, session.pose())
    verdict = session.offer(reading, kept(image))
    return _done(number, verdict_sentence(spoken(verdict)))


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


def _done(number: int, sentence: str, status: int = 200) -> Response:
    """Answer a write that succeeded: JSON for the script, the page for a form."""
    if wants_json():
        shown = session_json(view(session_or_404(number)))
        return make_response(jsonify(said=sentence, **shown), status)
    flash(sentence)
    return make_response(redirect(url_for("pages.score", number=number), 303))


def _fields() -> Mapping[str, Any]:
    """Return what was sent, as a form or as a JSON object."""
    if not request.is_json:
        return request.form.to_dict()
    found = request.get_json(silent=True)
    if not isinstance(found, dict):
        abort(400, 'That is no JSON object: send one like {"text": "...", "length": 0}.')
    return found


def _number(fields: Mapping[str, Any], name: str, what: str) -> int:
    try:
        return int(fields[name])
    except (KeyError, TypeError, ValueError):
        abort(400, f"It was not said {what}: send “{name}” as a whole number.")


def _length(fields: Mapping[str, Any]) -> int:
    return _number(fields, "length", "how long the log was when this was decided")


def _players(fields: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the names given, in JSON as a list, in a form as player0, player1, ...; a blank one gets a plain name."""
    given = fields.get("players")
    names = given if isinstance(given, list) else [fields.get(f"player{seat}", "") for seat in range(min(seats, 20))]
    return tuple(" ".join(str(name).split()) or f"Player {seat}" for seat, name in enumerate(names, 1))


def _options(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options chosen: in JSON an object, in a form one field each."""
    given = fields.get("options")
    if isinstance(given, dict):
        return given
    game = rules.games().get(name)
    return {} if game is None else chosen(game, fields)
