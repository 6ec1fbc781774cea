"""The film of a session: its page, and one position of it."""

from flask import Blueprint, render_template, request

from companion.pages import session_or_404
from companion.replay import film

replays = Blueprint("replays", __name__)


@replays.get("/sessions/<int(max=2147483647):number>/replay")
def index(number: int) -> str:
    """Show the film, standing after the move asked for, else at the start."""
    session = session_or_404(number)
    return render_template("replay.html", session=session, film=film(session, request.args.get("step", 0, int)))


@replays.get("/sessions/<int(max=2147483647):number>/replay/<int(max=2147483647):step>")
def scene(number: int, step: int) -> str:
    """Return the position after one move."""
    session = session_or_404(number)
    return render_template("replay_scene.html", session=session, film=film(session, step))
