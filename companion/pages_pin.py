"""Giving the PIN: once for each browser, and back to where one was."""

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request

from companion import fields as form
from companion.gate import check, gate, local, refused_with
from companion.pages_errors import wants_json
from companion.pin import TooSoonError, WrongPinError
from companion.tongues import told
from rules.text import say

pins = Blueprint("pin", __name__)


@pins.get("/pin")
def ask() -> Response:
    """Show the form; whoever may play already goes on at once."""
    to = local(request.args.get("to", "/"))
    if gate().lets_in(request):
        return make_response(redirect(to, 303))
    return make_response(render_template("pin.html", fault="", to=to))


@pins.post("/pin")
def enter() -> Response:
    """Let this browser in if it gives the PIN."""
    fields = form.sent()
    to = local(str(fields.get("to", "/")))
    try:
        check(str(fields.get("pin", "")))
    except (WrongPinError, TooSoonError) as error:
        return refused_with(error, to)
    response = make_response(jsonify(said=told(say("You may play now."))) if wants_json() else redirect(to, 303))
    gate().remember(response)
    return response
