"""Showing the reader one's own pieces, on the last step of the set-up: taught by what lies in its picture."""

from flask import Blueprint, Response, abort

from companion import fields as form
from companion.pages_setup import back, game_shown, refused, setting_up
from companion.teach_dice import FaceError
from rules.text import joined, say

lessons = Blueprint("lessons", __name__, url_prefix="/setup/pieces")


@lessons.post("")
def teach() -> Response:
    """Learn the pieces in the picture; a form that teaches nothing comes back as it was filled in."""
    from vision.teach import TeachError  # noqa: PLC0415 (vision takes a while to load)

    given = form.sent()
    words, suns = (str(given.get(name, "")) for name in ("words", "suns"))
    try:
        said = setting_up().teach(game_shown(), words, suns, add=bool(given.get("add")))
    except (TeachError, FaceError) as error:
        return refused(str(error), given=given)
    except OSError as error:
        abort(503, say("The pieces cannot be kept ({reason}): make room on the disk.", reason=error.strerror))
    return back(joined(said, " "))


@lessons.post("/forget")
def forget() -> Response:
    """Read the pieces as if they had never been taught."""
    try:
        setting_up().forget(game_shown())
    except OSError as error:
        abort(503, say("What was taught cannot be taken away ({reason}): check the disk.", reason=error.strerror))
    return back(say("What was taught of these pieces is forgotten."))
