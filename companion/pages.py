"""What can be looked at: the list of sessions, the score page, a still, the pictures, the stream of changes."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, make_response, render_template, request

import rules
from companion import events
from companion.eyes import small
from companion.overlay import choices, overlay, with_names
from companion.pages_errors import wants_json
from companion.session import Session
from companion.sessions import Sessions
from companion.sprite import symbols
from companion.tongues import told
from companion.view import View, view
from companion.view_card import weighed
from rules.owned import Owning
from rules.text import say

EXTENSION = "companion"
pages = Blueprint("pages", __name__)


def sessions() -> Sessions:
    """Return the sessions of the app that answers this request."""
    found: Sessions = current_app.extensions[EXTENSION]
    return found


def session_or_404(number: int) -> Session:
    """Return a session; a 404 with one sentence if there is none."""
    session = sessions().get(number)
    if session is None:
        abort(404, say("There is no session {number}: choose one from the list.", number=number))
    return session


@pages.get("/")
def index() -> str:
    """List the sessions and offer a new one."""
    games = sorted(rules.games().values(), key=lambda game: game.title)
    titles = {game.name: game.title for game in games}
    owned = [game.name for game in games if isinstance(game, Owning)]
    return render_template("index.html", games=games, owned=owned, summaries=sessions().summaries(), titles=titles)


@pages.get("/games/<name>/pieces.svg")
def pieces(name: str) -> Response:
    """Return the drawn faces of a game's pieces as symbols of one SVG."""
    game = rules.games().get(name)
    if game is None:
        abort(404, say("There is no game “{name}”: choose one from the list.", name=name))
    response = Response(render_template("sprite.svg", symbols=symbols(game)), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@pages.get("/health")
def health() -> Response:
    """Say that the server and its log work."""
    return jsonify(status="ok", sessions=len(sessions().summaries()), games=sorted(rules.games()))


@pages.get("/sessions/<int(max=2147483647):number>")
def score(number: int) -> Response:
    """Show the score page, or the session as JSON."""
    shown = view(session_or_404(number))
    if wants_json():
        return jsonify(session_json(shown))
    return make_response(render_template("session.html", view=shown))


@pages.get("/sessions/<int(max=2147483647):number>/live")
def live(number: int) -> str:
    """Return the parts of the score page that change."""
    return render_template("live.html", view=view(session_or_404(number)))


@pages.get("/sessions/<int(max=2147483647):number>/events")
def changes(number: int) -> Response:
    """Stream an event for each change: Server-Sent Events with Last-Event-ID."""
    session = session_or_404(number)
    if not current_app.config["STREAMS"].acquire(blocking=False):
        abort(503, say("Too many pages are open at once: this one looks for news every few seconds instead."))
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    response = Response(events.stream(session, seen), mimetype="text/event-stream")
    response.call_on_close(current_app.config["STREAMS"].release)
    response.headers["X-Accel-Buffering"] = "no"
    return response


@pages.get("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>")
def still_page(number: int, still: int) -> str:
    """Show one still with its reading: what a move of the list was judged by."""
    session = session_or_404(number)
    found = session.store.still(number, still)
    if found is None:
        abort(404, say("That picture is no longer kept: go back to the score page."))
    shown, position = view(session), session.position()
    layout = session.game.layout(position.state)
    line = next((line for line in shown.lines if line.entry.still == still), None)
    played = position.by_still(still)
    before = position.state if played is None else played.before
    drawn = with_names(overlay(found, layout, session.game.table(before)), session.setup.players)
    reasons = weighed(session, before, found)
    return render_template("still.html", view=shown, overlay=drawn, choices=choices(layout), reasons=reasons, line=line)


@pages.get("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>.jpg")
def picture(number: int, still: int) -> Response:
    """Return a still's picture."""
    return _jpeg(_picture(number, still))


@pages.get("/sessions/<int(max=2147483647):number>/stills/<int(max=2147483647):still>/small.jpg")
def thumbnail(number: int, still: int) -> Response:
    """Return a still's picture, made small."""
    return _jpeg(small(_picture(number, still)))


def _picture(number: int, still: int) -> bytes:
    jpeg = session_or_404(number).store.picture(number, still)
    if jpeg is None:
        abort(404, say("That picture is no longer kept."))
    return jpeg


def _jpeg(content: bytes) -> Response:
    """Return a picture for a browser to keep: those of a session never change."""
    response = Response(content, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def session_json(shown: View) -> dict[str, Any]:
    """Return a session as JSON values: what programs and tests look at."""
    values: dict[str, Any] = told(
        {
            "session": shown.session.id,
            "game": shown.session.game.name,
            "version": shown.version,
            "length": shown.length,
            "turn": next((seat for seat, player in enumerate(shown.players) if player.acting), None),
            "players": [{"name": player.name, "points": player.points} for player in shown.players],
            "finding": shown.card.kind,
            "sentence": shown.card.sentence,
            "answers": list(shown.card.answers),
            "question": shown.card.still or None,
            "still": shown.overlay.still if shown.overlay else None,
            "moves": [line.entry.move for line in reversed(shown.lines) if line.number],
            "working": list(shown.working),
            "accuracy": {"pieces": shown.accuracy[0], "corrected": shown.accuracy[1]},
            "notice": shown.notice,
        }
    )
    return values
