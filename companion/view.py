"""What the score page shows, gathered from a session: no HTML here, and no rule."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.board import Board, board
from companion.fold import Position
from companion.hiding import open_text
from companion.offers import Offers, offers
from companion.overlay import Overlay, choices, overlay, with_names
from companion.palette import Sign, sign
from companion.records import Entry, Op, Source, Undoing
from companion.session import Session
from companion.view_card import Card, card
from companion.words import winning
from rules import AnyGame
from rules.game import Seat
from rules.glance import Glance, Ledger, glance
from rules.mat import Mat, Shelf, Track
from rules.menu import Menu
from rules.table import Table
from rules.text import say
from vision.reading import readable


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its name, sign and points, whether it is to act, what else is told of it, and why it is out."""

    name: str
    sign: Sign
    points: int
    acting: bool
    note: str = ""
    out: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the move list; `number` is 0 for a move that was taken back."""

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
        how = say("camera") if self.entry.source is Source.CAMERA else say("by hand")
        return say("{how}, amended", how=how) if self.amended else how


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the score page at one moment.

    `agree`: why everybody must agree before the last move is taken back, "" if nobody has to be asked. `readable`:
    pictures of the table tell something. `over`: nobody is to play any more.
    """

    session: Session
    version: str
    length: int
    title: str
    players: tuple[Player, ...]
    headline: str
    ending: str
    facts: tuple[tuple[str, str], ...]
    last: Line | None
    card: Card
    notice: str
    overlay: Overlay | None
    choices: dict[str, dict[str, list[tuple[str, str]]]]
    board: Board
    lines: tuple[Line, ...]
    working: tuple[str, ...]
    ledgers: tuple[Ledger, ...]
    guide: str
    offers: Offers
    menus: tuple[Menu, ...]
    mats: tuple[Mat, ...]
    middle: tuple[Shelf, ...]
    tracks: tuple[Track, ...]
    agree: str
    readable: bool
    over: bool
    accuracy: tuple[int, int]


def view(session: Session) -> View:
    """Return the page's content now."""
    return session.shown(partial(_view, session))


def _view(session: Session, version: str) -> View:
    position, still, game = session.position(), session.latest(), session.game
    state = game.public(position.state)
    told, layout = glance(game, state), game.layout(state)
    players = _players(session, position, told)
    lines = tuple(_lines(session, position, players))
    drawn = overlay(still, layout, game.table(state), told.openings) if still else None
    return View(
        session=session,
        version=version,
        length=position.length,
        title=game.title,
        players=players,
        headline=_headline(players, game.winners(state)),
        ending=session.tell.named(told.ending),
        facts=tuple((label, session.tell.named(text)) for label, text in told.facts),
        last=next((line for line in lines if line.number == len(position.played) > 0), None),
        card=card(session, position, still),
        notice=session.notice,
        overlay=with_names(drawn, session.setup.players) if drawn else None,
        choices=choices(layout),
        board=board(game.table(state), _before(game, position), layout, told),
        lines=lines,
        working=tuple(session.tell.named(line) for line in game.working(state)),
        ledgers=tuple(replace(one, columns=tuple(map(session.tell.named, one.columns))) for one in told.ledgers),
        guide=told.guide,
        offers=offers(game, state, told, session.tell),
        menus=told.menus,
        mats=told.mats,
        middle=told.middle,
        tracks=told.tracks,
        agree=_agree(session, position),
        readable=readable(layout),
        over=game.current_player(state) is None,
        accuracy=session.accuracy(),
    )


def _agree(session: Session, position: Position) -> str:
    """Return why everybody must agree before the last move is taken back; "" if nobody has to be asked."""
    undoing, last = session.undoing(position), position.last
    if last is None or undoing is Undoing.FREE:
        return ""
    words = session.tell.words(last.before, last.move)
    if undoing is Undoing.CHANCE:
        return say("Chance brought this: {words}.", words=words)
    return say("Another player did this before: {words}.", words=words)


def _before(game: AnyGame, position: Position) -> Table:
    """Return the table before the last move that changed it."""
    now = game.table(position.state)
    tables = (game.table(played.before) for played in reversed(position.played))
    return next((table for table in tables if table != now), now)


def _players(session: Session, position: Position, told: Glance) -> tuple[Player, ...]:
    game, names, acting = session.game, session.setup.players, session.game.current_player(position.state)
    points, colours = game.scores(position.state), game.colours(position.state)
    notes = told.notes or ("",) * len(names)
    why = _why(game, position, told)
    return tuple(
        Player(
            name,
            sign(seat, colours[seat]),
            points[seat],
            seat == acting,
            note=session.tell.named(notes[seat]),
            out=seat in told.out,
            why=session.tell.named(why.get(seat, "")),
        )
        for seat, name in enumerate(names)
    )


def _why(game: AnyGame, position: Position, told: Glance) -> dict[Seat, str]:
    """Return, for each seat that is out, the move by which it went out, in words."""
    found: dict[Seat, str] = {}
    for played in reversed(position.played if told.out else ()):
        went = told.out - glance(game, game.public(played.before)).out - found.keys()
        found |= dict.fromkeys(went, game.words(played.before, played.move))
        if len(found) == len(told.out):
            break
    return found


def _headline(players: tuple[Player, ...], winners: tuple[Seat, ...]) -> str:
    """Return whose turn it is, or who won."""
    acting = next((player.name for player in players if player.acting), None)
    return acting or winning([players[seat].name for seat in winners])


def _lines(session: Session, position: Position, players: tuple[Player, ...]) -> Iterator[Line]:
    """Yield the move list, newest first; moves that were taken back stay in it."""
    numbers = {played.entry.seq: number for number, played in enumerate(position.played, 1)}
    for entry in reversed(session.log()):
        if entry.op is not Op.PLAY:
            continue
        number = numbers.get(entry.seq, 0)
        yield _line(session, position, entry, number, players)


def _line(session: Session, position: Position, entry: Entry, number: int, players: tuple[Player, ...]) -> Line:
    played = position.played[number - 1] if number else position.undone[entry.seq]
    shown = replace(played.entry, move=open_text(session.game, played.before, played.move))
    words = session.tell.words(played.before, played.move)
    return Line(shown, number, words, played.amended, _player(players, played.entry.seat))


def _player(players: tuple[Player, ...], seat: Seat | None) -> Player | None:
    return None if seat is None else players[seat]
