"""Who may change something: a browser that has given the PIN, a program that sends it, and the box itself."""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from flask import (
    Flask,
    Request,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion import hosts
from companion.pages_errors import wants_json
from companion.pin import Pin, TooSoonError, WrongPinError
from companion.security import PIN_HEADER, SAFE
from companion.tongues import told
from rules.text import say

GATE: Final = "GATE"  # the app's setting: the Gate
YEAR_S: Final = 365 * 24 * 3600
FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
FOR_PLAYERS: Final = frozenset({"begin.new", "sets.piece"})  # forms that would be filled in for nothing
NOTHING_TO_DO: Final = frozenset({"screens", "replays", "exports", "pin"})  # pages where nobody misses the PIN
LOOKING: Final = say("Looking only: enter the table's PIN to change something.")
FOR_PROGRAMS: Final = say("Looking only: send the table's PIN in the header {header}.", header=PIN_HEADER)


@dataclass(frozen=True, slots=True)
class Gate:
    """The PIN (None: nobody is asked), the other names that this server is called by, and its browsers' cookie."""

    pin: Pin | None
    names: Collection[str]
    cookie: str

    @property
    def shown(self) -> str:
        """The PIN for people to see, "" if there is none."""
        return self.pin.digits if self.pin else ""

    def lets_in(self, asked: Request) -> bool:
        """Return whether whoever asks may change something without giving the PIN."""
        return self.pin is None or self._is_here(asked) or self.pin.knows(asked.cookies.get(self.cookie, ""))

    def _is_here(self, asked: Request) -> bool:
        """Return whether a browser on this very box asks, and no proxy does so for somebody else."""
        address = hosts.number(asked.remote_addr or "")
        if address is None or not address.is_loopback or self.names:
            return False
        return hosts.own(asked.host) and not any(header in asked.headers for header in FORWARDED)

    def remember(self, response: Response) -> None:
        """Let this browser in from now on. What it keeps has no date: a clock put back must not lock anybody out."""
        if self.pin is not None:
            token = self.pin.token.decode()
            response.set_cookie(self.cookie, token, max_age=YEAR_S, httponly=True, samesite="Strict")


def cookie_name(what: str, secret: bytes) -> str:
    """Return a cookie's name of this device's own: browsers do not tell the ports of one address apart."""
    return f"{what}_{sha256(secret).hexdigest()[:8]}"


def gate() -> Gate:
    """Return the gate of the app that answers this request."""
    found: Gate = current_app.config[GATE]
    return found


def register(app: Flask) -> None:
    """Let only those change something who may, and tell every page whether its viewer only looks."""
    app.before_request(_ask)
    app.context_processor(_looking)


def _looking() -> dict[str, Any]:
    quiet = request.blueprint in NOTHING_TO_DO
    return {"looking": not quiet and not gate().lets_in(request), "here": request.full_path.removesuffix("?")}


def _ask() -> Response | None:
    """Answer in place of a page whoever may not change what they want to change."""
    wants_change = request.method not in SAFE and request.endpoint != "pin.enter"
    if not (wants_change or request.endpoint in FOR_PLAYERS) or gate().lets_in(request):
        return None
    if not wants_change:
        return make_response(redirect(url_for("pin.ask", to=request.full_path.removesuffix("?")), 303))
    if PIN_HEADER in request.headers:
        return _tried(request.headers[PIN_HEADER])
    return refused(FOR_PROGRAMS if wants_json() else LOOKING, 403)


def _tried(given: str) -> Response | None:
    try:
        check(given)
    except (WrongPinError, TooSoonError) as error:
        return refused_with(error)
    return None


def check(given: str) -> None:
    """Return if that is the PIN; errors as `Pin.check`."""
    pin = gate().pin
    if pin is not None:
        pin.check("".join(given.split()), request.remote_addr or "")


def refused_with(error: WrongPinError | TooSoonError, to: str | None = None) -> Response:
    """Return the answer to a PIN that does not help."""
    if isinstance(error, WrongPinError):
        return refused(str(error), 403, to)
    response = refused(str(error), 429, to)
    response.headers["Retry-After"] = str(error.wait_s)
    return response


def refused(sentence: str, status: int, to: str | None = None) -> Response:
    """Return why somebody is not let in: for people with the form for the PIN, which leads back to `to`."""
    if wants_json():
        return make_response(jsonify(error=told(sentence), violations=[], pin=url_for("pin.ask")), status)
    return make_response(render_template("pin.html", fault=sentence, to=to or _came_from(), looking=False), status)


def _came_from() -> str:
    """Return the page that a form was sent from."""
    own, _, path = (request.referrer or "").removeprefix("http://").removeprefix("https://").partition("/")
    return local(f"/{path}") if own == request.host else "/"


def local(path: str) -> str:
    """Return a path if it leads to a page of this server, else the first page's."""
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if ours else "/"
