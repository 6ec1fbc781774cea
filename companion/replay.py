"""A session as a film of positions: what lay on the table after each move that stands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.board import Board, board
from companion.fold import Played
from companion.palette import Sign, sign
from companion.session import Session
from companion.view import Player
from rules.glance import Glance, glance
from rules.mat import Mat, Track
from rules.text import say


@dataclass(frozen=True, slots=True)
class Shot:
    """One move in the list beside the film: its number (0 is the start), who made it and what it was."""

    number: int
    words: str
    player: str = ""
    sign: Sign | None = None
    still: int | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """All shots, and of the one shown everybody by seat and the position: drawn, or what lies before each player."""

    session: Session
    shots: tuple[Shot, ...]
    step: int
    players: tuple[Player, ...]
    board: Board | None
    mats: tuple[Mat, ...]
    tracks: tuple[Track, ...]

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.shots) - 1

    @property
    def shot(self) -> Shot:
        """The move that is shown."""
        return self.shots[self.step]


def film(session: Session, step: int) -> Film:
    """Return the film, standing after move `step`; a step beyond either end is that end."""
    position, game = session.position(), session.game
    states = [*(played.before for played in position.played), position.state]
    at = min(max(step, 0), len(states) - 1)
    told = glance(game, game.public(states[at]))
    return Film(
        session=session,
        shots=(
            Shot(0, say("Before the first move")),
            *(_shot(session, n, one) for n, one in enumerate(position.played, 1)),
        ),
        step=at,
        players=tuple(_players(session, states[at])),
        board=None if told.mats else _drawn(session, [game.public(state) for state in states], at),
        mats=told.mats,
        tracks=told.tracks,
    )


def _players(session: Session, state: Any) -> Iterator[Player]:  # noqa: ANN401 (each game has its own states)
    game = session.game
    colours, points, acting = game.colours(state), game.scores(state), game.current_player(state)
    for seat, name in enumerate(session.setup.players):
        yield Player(name, sign(seat, colours[seat]), points[seat], acting=seat == acting)


def _drawn(session: Session, states: list[Any], at: int) -> Board:
    """Return the drawn position of one state, in a frame that holds all of them, so that the film does not jump."""
    boards = _boards(session, states)
    return replace(boards[at], columns=_joined(b.columns for b in boards), rows=_joined(b.rows for b in boards))


def _boards(session: Session, states: list[Any]) -> list[Board]:
    """Return the drawn position of each state, each beside the one before it."""
    game = session.game
    tables = [game.table(state) for state in states]
    pairs = zip(states, tables, [tables[0], *tables[:-1]], strict=True)
    return [board(now, before, game.layout(state), _signs(session, state)) for state, now, before in pairs]


def _signs(session: Session, state: Any) -> Glance:  # noqa: ANN401 (each game has its own states)
    """Return what belongs to the pieces themselves, but not what could be played next."""
    told = glance(session.game, state)
    return Glance(signs=told.signs, called=told.called)


def _shot(session: Session, number: int, played: Played) -> Shot:
    seat = played.entry.seat
    colours = session.game.colours(played.before)
    own = None if seat is None or seat >= len(colours) else sign(seat, colours[seat])
    words = session.tell.words(played.before, played.move)
    return Shot(number, words, session.tell.player(seat), own, played.entry.still)


def _joined(spans: Iterable[range]) -> range:
    """Return the span that holds them all."""
    found = list(spans)
    return range(min(span.start for span in found), max(span.stop for span in found))
