"""Taking a session along: playthrough, JSON, table, BG Stats, and the bundle for when something went wrong."""

import json
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from companion import export, export_wrong
from companion.export import Telling, telling
from companion.export_bgstats import bgstats, link
from companion.pages import session_or_404
from companion.session import RefusedError, Session
from rules.text import say

MIME: Final = {"txt": "text/plain", "json": "application/json", "csv": "text/csv", "zip": "application/zip"}

exports = Blueprint("exports", __name__)


@exports.get("/sessions/<int(max=2147483647):number>/export")
def index(number: int) -> str:
    """Show what can be saved, and what a bundle would hold as it is ticked now."""
    session = session_or_404(number)
    told, kept = telling(session), session.store.kept(number)
    chosen = _chosen(kept) if request.args.get("shown") else frozenset(kept[-export_wrong.CONCERNED :])
    return render_template(
        "export.html",
        session=session,
        over=told.over,
        files=[(name, what, *_tried(make, told)) for name, what, make in FILES],
        bgstats=_bgstats_link(told),
        kept=kept,
        chosen=chosen,
        shown=bool(request.args.get("shown")),
        names=bool(request.args.get("names")),
        note=_note(),
        parts=_parts(session, chosen),
    )


@exports.get("/sessions/<int(max=2147483647):number>/export/wrong.zip")
def wrong(number: int) -> Response:
    """Return the bundle as it was ticked."""
    session = session_or_404(number)
    packed = export_wrong.zipped(_parts(session, _chosen(session.store.kept(number))))
    return _file(packed, f"{session.setup.game}-{number}-went-wrong.zip")


@exports.get("/sessions/<int(max=2147483647):number>/export/<name>")
def save(number: int, name: str) -> Response:
    """Return the session as a file."""
    session = session_or_404(number)
    make = next((make for known, _, make in FILES if known == name), None)
    if make is None:
        abort(404, say("There is no file “{name}”: go back and choose one of the list.", name=name))
    return _file(
        make(telling(session)).encode("utf-8-sig" if name.endswith("csv") else "utf-8"),
        f"{session.setup.game}-{number}-{name}",
    )


def _playthrough(told: Telling) -> str:
    return str(export.playthrough(told))


def _bgstats(told: Telling) -> str:
    return json.dumps(bgstats(told), ensure_ascii=False, indent=1) + "\n"


FILES: Final[tuple[tuple[str, str, Callable[[Telling], str]], ...]] = (
    ("playthrough.txt", say("The game as text: a line for each move, to read or to replay"), _playthrough),
    ("moves.csv", say("A table of the moves and points, for a spreadsheet"), export.table_csv),
    ("session.json", say("Everything in the log, for programs"), export.log_json),
    ("bgstats.json", say("The result in the form that BG Stats takes"), _bgstats),
)


def _tried(make: Callable[[Telling], str], told: Telling) -> tuple[str, str]:
    """Return a file's size in words and why it cannot be had; one of them is ""."""
    try:
        return export_wrong.Part("", "", make(told).encode()).size, ""
    except RefusedError as error:
        return "", str(error)


def _bgstats_link(told: Telling) -> str:
    return link(bgstats(told)) if told.over else ""


def _chosen(kept: tuple[int, ...]) -> frozenset[int]:
    """Return the pictures that were ticked, as far as they are kept."""
    ticked = set(request.args.getlist("still"))
    return frozenset(number for number in kept if str(number) in ticked)


def _parts(session: Session, stills: frozenset[int]) -> tuple[export_wrong.Part, ...]:
    return export_wrong.parts(session, stills, named=bool(request.args.get("names")), note=_note())


def _note() -> str:
    return request.args.get("note", "").strip()[: export_wrong.LONGEST_NOTE]


def _file(content: bytes, name: str) -> Response:
    """Return a file that a browser saves rather than shows."""
    response = Response(content, mimetype=MIME[name.rpartition(".")[2]])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
