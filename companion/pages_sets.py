"""Owners' sets: what people type in of their own pieces, one piece to a page."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for

from companion.pages import sessions
from companion.pages_new import game_or_404
from companion.shelf import TAUGHT, TAUGHT_NAME
from companion.tongues import told
from rules.owned import AnswerError, Owning, Question
from rules.text import say

SEEN: Final = "seen"  # a form's field: the mark of what it was filled in beside
STALE: Final = say("Somebody else changed this meanwhile: this is how it is now. Look at it, then try again.")

sets = Blueprint("sets", __name__, url_prefix="/sets/<name>")


def owning_or_404(name: str) -> Any:  # noqa: ANN401 (a game that is `Owning`)
    """Return a game that owners describe pieces of; a 404 with one sentence if there is none."""
    game = game_or_404(name)
    if not isinstance(game, Owning):
        abort(404, say("{game} has no sets of its own: choose another game.", game=game.title))
    return game


@sets.get("")
def index(name: str) -> str:
    """List a game's sets and offer a new one."""
    game, shelf = owning_or_404(name), sessions().shelf
    kept = [(number, value, game.pieces(value)) for number, value in _kept(name)]
    starts = [("", say("The usual names")), *([(TAUGHT, TAUGHT_NAME)] if shelf.taught(game) else [])]
    return render_template("sets.html", game=game, kept=kept, starts=starts)


@sets.post("")
def create(name: str) -> Response:
    """Begin a set."""
    game, shelf = owning_or_404(name), sessions().shelf
    title = " ".join(request.form.get("title", "").split()) or told(say("Our {game}", game=game.title))
    taught = shelf.taught(game) if request.form.get("start") == TAUGHT else None
    value = game.new_set(title) if taught is None else taught | {"name": title}
    game.pieces(value)
    return _to(name, shelf.save(game, value))


@sets.get("/<int(max=999999):number>")
def show(name: str, number: int) -> str:
    """Show a set, piece by piece."""
    game, value = owning_or_404(name), _set_or_404(name, number)
    return _set(game, number, value)


@sets.post("/<int(max=999999):number>/remove")
def remove(name: str, number: int) -> Response:
    """Take a set away."""
    game, shelf = owning_or_404(name), sessions().shelf
    with shelf.changing:
        value = _set_or_404(name, number)
        if _outdated(value):
            flash(told(STALE))
            return make_response(_set(game, number, value), 409)
        shelf.remove(game, number)
    flash(told(say("The set is gone; sessions that play with it keep what it said.")))
    return make_response(redirect(url_for("sets.index", name=name), 303))


@sets.get("/<int(max=999999):number>/<int(max=99):index>")
def piece(name: str, number: int, index: int) -> str:
    """Show the form of one piece."""
    game, value = owning_or_404(name), _set_or_404(name, number)
    _check_index(game, value, index)
    answers = game.answers(value, index)
    return _form(name, number, index, {**answers, SEEN: mark(answers)}, {})


@sets.post("/<int(max=999999):number>/<int(max=99):index>")
def answer(name: str, number: int, index: int) -> Response:
    """Keep what was answered about one piece; a form that is wrong somewhere comes back as it was filled in."""
    game, shelf, given = owning_or_404(name), sessions().shelf, request.form.to_dict()
    with shelf.changing:
        value = _set_or_404(name, number)
        _check_index(game, value, index)
        if _outdated(game.answers(value, index)):
            flash(told(STALE))
            return make_response(piece(name, number, index), 409)
        try:
            changed = game.answered(value, index, given)
        except AnswerError as error:
            return make_response(_form(name, number, index, given, error.faults), 422)
        shelf.save(game, changed, number)
    flash(told(say("{name} is kept.", name=game.pieces(changed)[index].name)))
    return _to(name, number)


def mark(value: object) -> str:
    """Return a short text that is another one for another value."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _outdated(value: object) -> bool:
    """Return whether a form was filled in beside another value than this; a 400 if it does not say."""
    seen = request.form.get(SEEN)
    if seen is None:
        abort(400, say("It was not said what this was decided on: send “{field}” as the page has it.", field=SEEN))
    return seen != mark(value)


def _set(game: Any, number: int, value: Any) -> str:  # noqa: ANN401 (as below)
    shown = {"number": number, "value": value, "pieces": game.pieces(value), "seen": mark(value)}
    return render_template("set.html", game=game, **shown)


def _form(name: str, number: int, index: int, given: Mapping[str, str], faults: Mapping[str, str]) -> str:
    game, value = owning_or_404(name), _set_or_404(name, number)
    shown = {"number": number, "index": index, "value": value, "title": game.pieces(value)[index].name}
    shown |= {"off": not_asked(game.questions, given), "seen": given.get(SEEN, "")}
    return render_template("piece.html", game=game, given=given, faults=faults, **shown)


def not_asked(questions: Sequence[Question], given: Mapping[str, str]) -> set[str]:
    """Return the questions that make no sense after what was answered, nor those that hang on them."""
    off = set[str]()
    for question in questions:
        if question.when and (question.when[0] in off or given.get(question.when[0]) not in question.when[1]):
            off.add(question.name)
    return off


def _kept(name: str) -> list[tuple[int, Any]]:
    game, shelf = owning_or_404(name), sessions().shelf
    return [(number, shelf.get(game, number)) for number in shelf.numbers(game)]


def _set_or_404(name: str, number: int) -> Any:  # noqa: ANN401 (JSON values)
    value = sessions().shelf.get(owning_or_404(name), number)
    if value is None:
        abort(404, say("There is no such set: choose one from the list."))
    return value


def _check_index(game: Any, value: Any, index: int) -> None:  # noqa: ANN401 (as above)
    if index >= len(game.pieces(value)):
        abort(404, say("This set has no such piece: choose one from the list."))


def _to(name: str, number: int) -> Response:
    return make_response(redirect(url_for("sets.show", name=name, number=number), 303))
