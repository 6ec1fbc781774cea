"""Beginning a session: a form for each game, which keeps what was filled in when something is wrong."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request, url_for

import rules
from companion import fields as form
from companion.eyes import UNREADABLE
from companion.midway import Choices, midway
from companion.opening import any_table
from companion.options import chosen, fields, refilled
from companion.pages import session_json, sessions
from companion.pages_errors import wants_json
from companion.pages_moves import uploaded
from companion.records import Setup
from companion.session import RefusedError, Session
from companion.sessions import MAX_NAME
from companion.tongues import told
from companion.view import view
from rules import AnyGame
from rules.opening import Opening
from rules.text import say
from vision.reading import readable

NO_GAME = say("This picture shows no game under way: take one from straight above, with all pieces in sight.")

begin = Blueprint("begin", __name__)


@begin.get("/sessions/new/<name>")
def new(name: str) -> str:
    """Show the form of a game; `again` is a session whose players play it once more."""
    game = game_or_404(name)
    return _form(game, _again(game, request.args.get("again", "")), {})


@begin.post("/sessions")
def create() -> Response:
    """Start a session and go to its page; a form that is wrong somewhere comes back as it was filled in."""
    given = form.sent()
    game = rules.games().get(str(given.get("game", "")))
    if wants_json() or game is None:
        shown = session_json(view(_begun(given)))
        return make_response(jsonify(said=told(say("The session has begun.")), **shown), 201)
    try:
        session = _begun(given)
    except RefusedError as error:
        return make_response(_form(game, given, {error.field: str(error)}), 422)
    return make_response(redirect(url_for("pages.score", number=session.id), 303))


@begin.post("/sessions/new/<name>/picture")
def from_picture(name: str) -> Response:
    """Show the form of a game with what a picture of the table tells; it asks only for what that leaves open."""
    game = game_or_404(name)
    if not isinstance(game, Opening) or not readable(any_table(game)):
        raise RefusedError(UNREADABLE)
    reading, _ = sessions().eyes.look(*uploaded(), any_table(game), None)
    found = midway(game, reading)
    if found is None:
        return make_response(_form(game, {}, {"picture": NO_GAME}), 422)
    return make_response(_form(game, found.told, {}, found.open))


def game_or_404(name: str) -> AnyGame:
    """Return a game; a 404 with one sentence if there is none."""
    game = rules.games().get(name)
    if game is None:
        abort(404, say("There is no game “{name}”: choose one from the list.", name=name))
    return game


def _again(game: AnyGame, number: str) -> dict[str, str]:
    """Return a form as it was filled in for a session, but from the start of a game; {} where there is none such."""
    session = sessions().get(int(number)) if form.WHOLE.fullmatch(number) else None
    if session is None or session.setup.game != game.name:
        return {}
    setup = session.setup
    names = {f"player{seat}": name for seat, name in enumerate(setup.players)}
    return {"seats": str(setup.seats)} | names | refilled(game, setup.options, sessions().shelf)


def _form(
    game: AnyGame, given: Mapping[str, Any], faults: Mapping[str, str], asked: Mapping[str, Choices] | None = None
) -> str:
    groups = fields(game, given, faults, sessions().shelf.offered(game), asked)
    shown = {"seats", *(f"player{seat}" for seat in range(game.seats[-1]))}
    shown |= {field.name for group in groups.values() for field in group}
    elsewhere = [text for field, text in faults.items() if field not in shown]
    return render_template(
        "new.html",
        game=game,
        given=given,
        faults=faults,
        groups=groups,
        elsewhere=elsewhere,
        max_name=MAX_NAME,
        asked=asked,
        pictured=isinstance(game, Opening) and readable(any_table(game)),
    )


def _begun(given: Mapping[str, Any]) -> Session:
    name = str(given.get("game", ""))
    seats = form.number(given, "seats", say("how many players there are"))
    return sessions().create(Setup(name, seats, _players(given, seats), _options(name, given)))


def _players(given: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the names given, in JSON as a list, in a form as player0, player1, ...; a blank one gets a plain name."""
    names = given.get("players", [given.get(f"player{seat}", "") for seat in range(min(seats, 20))])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        abort(400, say("The players are a list of names: send “players” as a list of texts."))
    return tuple(
        " ".join(name.split()) or told(say("Player {number}", number=seat)) for seat, name in enumerate(names, 1)
    )


def _options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options chosen: in JSON an object, in a form one field each."""
    if "options" in given:
        options = given["options"]
        if not isinstance(options, dict):
            abort(400, say("The options are an object of names and values: send “options” as such, or leave it out."))
        return options
    game = rules.games().get(name)
    return {} if game is None else chosen(game, given, sessions().shelf)
