"""Every mishap as one sentence: HTML for people, JSON for programs."""

import errno
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.fold import FoldError
from companion.session import RefusedError
from companion.store import StaleWriteError, StoreError
from companion.tongues import told
from rules.game import MoveError, Violation
from rules.owned import AnswerError
from rules.sheet import BlankError
from rules.text import say
from vision.camera import PictureError
from vision.detect_model import ModelError

SENTENCES: Final = {
    400: say("That could not be understood: go back and try again."),
    404: say("There is nothing at this address: go back to the list of sessions."),
    405: say("This address cannot be used that way: go back to the page and use its buttons."),
    413: say("That file is too large: send a picture of at most 25 MB."),
    415: say("That is not of a kind that can be read here: send a JPEG or PNG picture."),
}
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
FULL_DISK: Final = say("The disk is full: free some space and do the last step again; everything before it is safe.")
STATUS: Final[dict[type[Exception], int]] = {
    StaleWriteError: 409,
    FoldError: 409,
    PictureError: 415,
    AnswerError: 422,
    BlankError: 422,
    MoveError: 422,
    RefusedError: 422,
    StoreError: 503,
    ModelError: 503,
}


def register(app: Flask) -> None:
    """Answer every error of ours, and every HTTP error, with one sentence."""
    for kind, status in STATUS.items():
        app.register_error_handler(kind, _handler(status))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def wants_json() -> bool:
    """Return whether the request comes from a program or the page's script rather than a form."""
    accepted = request.accept_mimetypes
    return request.is_json or accepted["application/json"] > accepted["text/html"]


def _handler(status: int) -> Callable[[Any], Response]:
    def handle(error: Exception) -> Response:
        return answer(status, str(error), getattr(error, "violations", ()))

    return handle


def _http_error(error: HTTPException) -> Response:
    own = error.description if error.description != type(error).description else None
    status = error.code or 500
    answered = answer(status, own or SENTENCES.get(status, say("That did not work: go back and try again.")))
    allowed = error.get_response().headers.get("Allow")
    if allowed:
        answered.headers["Allow"] = allowed
    return answered


def _unexpected(error: Exception) -> Response:
    if isinstance(error, OSError) and error.errno in FULL:
        return answer(503, FULL_DISK)
    current_app.logger.error("unexpected: %s %r", request.method, request.path, exc_info=error)
    return answer(
        500, say("Something went wrong here; nothing that was played is lost. Reload the page and try again.")
    )


def answer(
    status: int, sentence: str, violations: tuple[Violation, ...] = (), more: Mapping[str, Any] | None = None
) -> Response:
    """Return a mishap as one sentence: a page for people; for programs JSON, with the rules broken and `more`."""
    if wants_json():
        broken = [
            {"rule": v.rule, "text": told(v.text), "places": [str(place) for place in v.places]} for v in violations
        ]
        return make_response(jsonify(error=told(sentence), violations=broken, **(more or {})), status)
    number = None if request.blueprint == "sets" else (request.view_args or {}).get("number")
    return make_response(render_template("error.html", status=status, sentence=sentence, number=number), status)
