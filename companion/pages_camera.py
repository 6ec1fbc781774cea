"""What people ask of the camera: to look now because the move is done, and how much it may do by itself."""

from typing import Any

from flask import Blueprint, Response, abort, flash, jsonify, make_response, redirect, request, url_for

from companion.automation import Automation, WatchedCamera
from companion.pages import session_or_404, sessions
from companion.pages_errors import wants_json
from companion.tongues import told
from rules.text import joined, say

camera_pages = Blueprint("camera", __name__)


@camera_pages.post("/sessions/<int(max=2147483647):number>/done")
def done(number: int) -> Response:
    """Have the camera look now: the move is done, whatever still moves."""
    session_or_404(number)
    _camera().wishes.done.set()
    return _told(number, say("The camera looks at the table now."))


@camera_pages.post("/sessions/<int(max=2147483647):number>/automation")
def automation(number: int) -> Response:
    """Choose what the camera may do by itself."""
    session = session_or_404(number)
    given: Any = request.get_json(silent=True) if request.is_json else request.form
    try:
        chosen = Automation(given["automation"])
    except (ValueError, TypeError, KeyError):
        abort(400, say("Choose what the camera may do: {ways}.", ways=joined(Automation)))
    _camera().automation = chosen
    session.notice = chosen.words
    return _told(number, chosen.words)


def _camera() -> WatchedCamera:
    """Return the camera that is watched; a 409 with one sentence if there is none."""
    camera = sessions().camera
    if camera is None:
        abort(409, say("No camera is watched here: start with --camera, or upload a picture."))
    return camera


def _told(number: int, sentence: str) -> Response:
    if wants_json():
        return jsonify(said=told(sentence))
    flash(told(sentence))
    return make_response(redirect(url_for("pages.score", number=number), 303))
