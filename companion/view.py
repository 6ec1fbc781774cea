"""What the score page shows, gathered from a session: no HTML here, and no rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.board import Board, board
from companion.fold import Played, Position
from companion.overlay import Overlay, choices, overlay
from companion.palette import Sign, sign
from companion.records import Entry, Op, Source, Still
from companion.session import Session
from companion.words import candidate_words, listed, rule_sentence, verdict_sentence
from rules import AnyGame
from rules.game import Finding, Seat

ANSWERS: Final = 12  # most answers offered to a question
HINTS: Final = 400  # most legal moves offered while typing


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its name, sign and points, and whether it is to act."""

    name: str
    sign: Sign
    points: int
    acting: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the move list. `number` is 0 and `words` "" for a move that was taken back."""

    entry: Entry
    number: int
    words: str
    amended: bool
    player: Player | None

    @property
    def time(self) -> str:
        """The time of day it was logged, by the box's own clock."""
        return self.entry.at.astimezone().strftime("%H:%M")

    @property
    def source(self) -> str:
        """Where it came from, in words."""
        how = "camera" if self.entry.source is Source.CAMERA else "by hand"
        return f"{how}, amended" if self.amended else how


@dataclass(frozen=True, slots=True)
class Card:
    """What is to be said about the table now: its kind (a finding's name or “ready”), a sentence, answers to tap."""

    kind: str
    sentence: str
    more: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the score page at one moment."""

    session: Session
    version: str
    length: int
    title: str
    players: tuple[Player, ...]
    headline: str
    last: Line | None
    card: Card
    notice: str
    overlay: Overlay | None
    choices: dict[str, dict[str, list[tuple[str, str]]]]
    board: Board
    lines: tuple[Line, ...]
    working: tuple[str, ...]
    hints: tuple[str, ...]
    accuracy: tuple[int, int]


def view(session: Session) -> View:
    """Return the page's content now."""
    version = session.version()  # first: whatever is written meanwhile makes the page look again
    position, still, game = session.position(), session.latest(), session.game
    players = _players(session, position)
    lines = tuple(_lines(game, session.log(), position, players))
    layout = game.layout(position.state)
    before = position.last.before if position.last else position.state
    return View(
        session=session,
        version=version,
        length=position.length,
        title=game.title,
        players=players,
        headline=_headline(players, game.winners(position.state)),
        last=next((line for line in lines if line.number == len(position.played) > 0), None),
        card=card(session, position, still),
        notice=session.notice,
        overlay=overlay(still, layout) if still else None,
        choices=choices(layout),
        board=board(game.table(position.state), game.table(before), layout),
        lines=lines,
        working=game.working(position.state),
        hints=_hints(session, position),
        accuracy=session.accuracy(),
    )


def card(session: Session, position: Position, still: Still | None) -> Card:
    """Return what to say: about the newest still while it is news, else about the newest entry."""
    if still is not None:
        played = position.by_still(still.id)
        if played is None and still.length == position.length:
            return _found(still)
        if played is not None and played is position.last and (said := _proved(played, still)):
            return said
    log = session.log()
    if not log:
        return Card("ready", "Ready: play the first move, upload a picture of the table, or enter the move below.")
    return Card("ready", _done(log, position))


def _proved(played: Played, still: Still) -> Card | None:
    """Return what the still of the last move says of it; None if it is not the still that settled it."""
    move = played.entry.move
    if move in (candidate.move for candidate in still.verdict.candidates):
        return Card("legal", f"“{move}” was played.")
    if not still.corrections or played.amended:
        return None
    text = f"With that correction the picture no longer shows “{move}” nor another legal move."
    return Card("unexplained", text, ("The log was left as it is: correct another piece, or take the move back.",))


def _found(still: Still) -> Card:
    verdict = still.verdict
    more = tuple(rule_sentence(violation) for violation in verdict.violations[1:])
    if verdict.finding is Finding.ILLEGAL:
        more = (*more, "Put the table right, or tap a piece that was misread.")
    if verdict.finding is Finding.UNEXPLAINED:
        more = ("Finish the move and show the table again, tap a piece that was misread, or enter the move.",)
    asks = verdict.finding is Finding.AMBIGUOUS
    answers = tuple(candidate_words(candidate) for candidate in verdict.candidates[:ANSWERS]) if asks else ()
    return Card(verdict.finding.value, verdict_sentence(verdict), more, answers)


def _done(log: tuple[Entry, ...], position: Position) -> str:
    newest = log[-1]
    if newest.op is Op.UNDO:
        return f"“{newest.move}” was taken back. Put the table back too."
    if newest.op is Op.AMEND:
        number = next((n for n, played in enumerate(position.played, 1) if played.entry.seq == newest.target), 0)
        return f"Move {number} was changed to “{newest.move}”."
    return f"“{newest.move}” was entered by hand." if newest.source is Source.PERSON else f"“{newest.move}” was played."


def _players(session: Session, position: Position) -> tuple[Player, ...]:
    acting = session.game.current_player(position.state)
    points, colours = session.game.scores(position.state), session.game.colours(position.state)
    return tuple(
        Player(name, sign(seat, colours[seat]), points[seat], seat == acting)
        for seat, name in enumerate(session.setup.players)
    )


def _headline(players: tuple[Player, ...], winners: tuple[Seat, ...]) -> str:
    """Return whose turn it is, or who won."""
    acting = next((player.name for player in players if player.acting), None)
    return acting or listed([players[seat].name for seat in winners])


def _lines(game: AnyGame, log: tuple[Entry, ...], position: Position, players: tuple[Player, ...]) -> Iterator[Line]:
    """Yield the move list, newest first; moves that were taken back stay in it."""
    numbers = {played.entry.seq: number for number, played in enumerate(position.played, 1)}
    for entry in reversed(log):
        if entry.op is not Op.PLAY:
            continue
        number = numbers.get(entry.seq, 0)
        played = position.played[number - 1] if number else None
        shown = played.entry if played else entry
        player = None if shown.seat is None else players[shown.seat]
        words = game.words(played.before, played.move) if played else ""
        yield Line(shown, number, words, bool(played and played.amended), player)


def _hints(session: Session, position: Position) -> tuple[str, ...]:
    moves = session.game.legal_moves(session.game.public(position.state))
    return tuple(str(move) for move, _ in zip(moves, range(HINTS), strict=False))
