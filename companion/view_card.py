"""What is to be said about the table now: about the newest still while it is news, else about the newest entry."""

from dataclasses import dataclass
from typing import Final

from companion.fold import Played, Position
from companion.hiding import open_text, open_undone
from companion.records import Entry, Op, Source, Still
from companion.session import Session
from companion.words import candidate_words, named, rule_sentence, told_apart, verdict_sentence
from rules import AnyGame
from rules.game import Finding

ANSWERS: Final = 12  # most answers offered to a question


@dataclass(frozen=True, slots=True)
class Card:
    """What is to be said about the table now: its kind (a finding's name or “ready”), a sentence, answers to tap."""

    kind: str
    sentence: str
    more: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


def card(session: Session, position: Position, still: Still | None) -> Card:
    """Return what to say: about the newest still while it is news, else about the newest entry."""
    if still is not None:
        played = position.by_still(still.id)
        if played is None and still.length == position.length:
            return _found(session, position, still)
        if played is not None and played is position.last and (said := _proved(session.game, played, still)):
            return said
    log = session.log()
    if not log:
        return Card("ready", "Ready: play the first move, upload a picture of the table, or enter the move below.")
    return Card("ready", _done(session.game, log, position))


def _proved(game: AnyGame, played: Played, still: Still) -> Card | None:
    """Return what the still of the last move says of it; None if it is not the still that settled it."""
    move = open_text(game, played.before, played.move)
    if played.entry.move in (candidate.move for candidate in still.verdict.candidates):
        return Card("legal", f"“{move}” was played.")
    if not still.corrections or played.amended:
        return None
    text = f"With that correction the picture no longer shows “{move}” nor another legal move."
    return Card("unexplained", text, ("The log was left as it is: correct another piece, or take the move back.",))


def _found(session: Session, position: Position, still: Still) -> Card:
    verdict, names = still.verdict, session.setup.players
    more = tuple(rule_sentence(violation) for violation in verdict.violations[1:])
    if verdict.finding is Finding.ILLEGAL:
        more = (*more, "Put the table right, or tap a piece that was misread.")
    if verdict.finding is Finding.UNEXPLAINED:
        more = ("Finish the move and show the table again, tap a piece that was misread, or enter the move.",)
    answers = _answers(session, position, still) if verdict.finding is Finding.AMBIGUOUS else ()
    told = (named(text, names) for text in more)
    return Card(verdict.finding.value, named(verdict_sentence(verdict), names), tuple(told), answers)


def _answers(session: Session, position: Position, still: Still) -> tuple[str, ...]:
    """Return the answers to a question, in words, in the order of the candidates."""
    asked = still.verdict.candidates[:ANSWERS]
    words = [candidate_words(candidate, session.game, position.state) for candidate in asked]
    apart = told_apart(words, [candidate.move or "" for candidate in asked])
    return tuple(named(text, session.setup.players) for text in apart)


def _done(game: AnyGame, log: tuple[Entry, ...], position: Position) -> str:
    newest = log[-1]
    if newest.op is Op.UNDO:
        return f"“{open_undone(game, position, newest.move)}” was taken back. Put the table back too."
    seq = newest.seq if newest.op is Op.PLAY else newest.target
    found = ((n, played) for n, played in enumerate(position.played, 1) if played.entry.seq == seq)
    number, changed = next(found, (0, None))
    move = open_text(game, changed.before, changed.move) if changed else newest.move
    if newest.op is Op.AMEND:
        return f"Move {number} was changed to “{move}”."
    return f"“{move}” was entered by hand." if newest.source is Source.PERSON else f"“{move}” was played."
