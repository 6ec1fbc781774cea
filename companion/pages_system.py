"""The system page: how the box fares, and how honestly its readings can be trusted at this table."""

from dataclasses import asdict

from flask import Blueprint, Response, jsonify, make_response, render_template

from companion.condition import condition
from companion.pages import sessions
from companion.pages_errors import wants_json
from companion.tongues import told

systems = Blueprint("system", __name__)


@systems.get("/system")
def show() -> Response:
    """Show temperature, room, the camera's pace, the last reads, versions and this table's accuracy; also as JSON."""
    found = condition(sessions())
    if wants_json():
        return jsonify(told(asdict(found)) | {"right_percent": found.accuracy.percent})
    return make_response(render_template("system.html", now=found))
