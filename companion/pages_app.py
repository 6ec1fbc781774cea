"""What makes the page an app on a phone: the worker that keeps what was seen last, and the page it shows in need."""

from flask import Blueprint, Response, current_app, render_template

apps = Blueprint("app", __name__)


@apps.get("/worker.js")
def worker() -> Response:
    """Return the service worker; only from the root may it serve the whole site."""
    response = current_app.send_static_file("worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response


@apps.get("/away")
def away() -> str:
    """Show what to do when the box is out of reach: kept by the worker for pages that were never opened."""
    return render_template("away.html")
