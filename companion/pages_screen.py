"""For those who watch: the score screen for a television or tablet, and the address to join by."""

from typing import Final

import segno
from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup

from companion.addresses import HOST, joining, only_here, with_pin
from companion.gate import gate
from companion.pages import session_or_404, sessions
from companion.tongues import told
from companion.view import View, view
from companion.waiting import Wait, waiting
from rules.text import say

PLAY: Final = "pages.score"

screens = Blueprint("screens", __name__)


@screens.get("/sessions/<int(max=2147483647):number>/screen")
def show(number: int) -> str:
    """Show whose turn it is, the last move and the points, to be read from afar; nothing can be changed here."""
    shown = view(session_or_404(number))
    address = _address("screens.show", number)
    code = None if only_here(address) else _code(address)
    return render_template("screen.html", view=shown, wait=_waiting(shown), address=_short(address), code=code)


@screens.get("/sessions/<int(max=2147483647):number>/screen/live")
def live(number: int) -> str:
    """Return the part of the score screen that changes."""
    shown = view(session_or_404(number))
    return render_template("screen_live.html", view=shown, wait=_waiting(shown))


@screens.get("/sessions/<int(max=2147483647):number>/join")
def join(number: int) -> str:
    """Show the codes and addresses by which phones come here: to play, and to watch."""
    session = session_or_404(number)
    nobody = only_here(_address(PLAY, number))
    pin = gate().shown if gate().lets_in(request) and not nobody else ""
    ways = [(title, what, _address(end, number), pin if end == PLAY else "") for title, what, end in WAYS]
    shown = [(title, what, address, _short(address), _code(address, brought)) for title, what, address, brought in ways]
    return render_template("join.html", session=session, ways=shown, only_here=nobody, pin=pin)


WAYS = (
    (say("Play"), say("Enter moves, answer questions, correct what was misread."), PLAY),
    (say("Watch"), say("The score screen: it shows everything and changes nothing."), "screens.show"),
)


def _waiting(shown: View) -> Wait:
    return waiting(shown, sessions().camera)


def _address(endpoint: str, number: int) -> str:
    """Return the address of a page of this session, as phones can reach it."""
    base = joining(request.host, current_app.config.get(HOST, ""))
    return base + url_for(endpoint, number=number)


def _short(address: str) -> str:
    """Return an address as people type it."""
    return address.removeprefix("http://")


def _code(address: str, pin: str = "") -> Markup:
    """Return an address as a QR code, with the PIN if one is given: an SVG, dark on white in every scheme."""
    drawn = segno.make(with_pin(address, pin), error="m", micro=False)
    title = told(say("QR code of {address}", address=_short(address)))
    svg = drawn.svg_inline(omitsize=True, dark="#000000", light="#ffffff", svgclass="code", title=title)
    return Markup(svg)  # noqa: S704 (segno escapes the title)
