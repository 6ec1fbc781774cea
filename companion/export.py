"""A session as files for people and programs: a playthrough, JSON and a table for a spreadsheet."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any, Final

from companion.fold import Played, Position
from companion.hiding import open_text
from companion.records import Entry, Op
from companion.session import RefusedError, Session
from companion.telling import Teller
from rules import AnyGame
from rules.playthrough import Playthrough

FORMAT: Final = "table-companion session 1"
HIDDEN: Final = "Hands are hidden while this game goes on: save the playthrough when it is over."
COLUMNS: Final = ("number", "time", "player", "move", "in words", "source", "remark")
FORMULA: Final = ("=", "+", "-", "@", "\t")  # what spreadsheets would calculate


@dataclass(frozen=True, slots=True)
class Telling:
    """What is exported: a session at one moment, and the names that stand for its players."""

    session: Session
    position: Position
    players: tuple[str, ...]

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.session.game

    @property
    def tell(self) -> Teller:
        """What tells moves with these names."""
        return Teller(self.game, self.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, by seat; () while the game goes on."""
        return self.game.winners(self.position.state)

    @property
    def over(self) -> bool:
        """Whether the game is over, so that nothing needs to be hidden any more."""
        return self.game.current_player(self.position.state) is None

    def text(self, played: Played) -> str:
        """Return a move's notation, without what is hidden from the others while the game goes on."""
        return str(played.move) if self.over else open_text(self.game, played.before, played.move)

    def points_after(self) -> Iterator[tuple[Played, tuple[int, ...]]]:
        """Yield each move that stands with the points after it."""
        states = [*(played.before for played in self.position.played), self.position.state]
        for played, state in zip(self.position.played, states[1:], strict=True):
            yield played, self.game.scores(state)


def telling(session: Session, *, named: bool = True) -> Telling:
    """Return the session as it stands; without names, players are called “Player 1” and so on."""
    players = session.setup.players
    return Telling(session, session.position(), players if named else _unnamed(len(players)))


def playthrough(told: Telling) -> Playthrough:
    """Return the moves that stand and the points; RefusedError while it would tell what is hidden."""
    moves = [str(played.move) for played in told.position.played]
    if moves != [told.text(played) for played in told.position.played]:
        raise RefusedError(HIDDEN)
    points = " ".join(map(str, told.game.scores(told.position.state)))
    names = f"# {', '.join(map(_quoted, told.players))}"
    setup = told.session.setup
    return Playthrough(setup.game, setup.seats, setup.options, (names, *moves, f"score: {points}"))


def names_in(saved: Playthrough) -> tuple[str, ...]:
    """Return the players' names in a playthrough that was saved; “Player 1” and so on where there are no such names."""
    first = saved.lines[0] if saved.lines else ""
    (names,) = csv.reader([first.removeprefix("# ")], skipinitialspace=True) if first.startswith("# ") else ([],)
    return tuple(names) if len(names) == saved.seats else _unnamed(saved.seats)


def log_json(told: Telling) -> str:
    """Return the whole session as JSON: its set-up, every entry of the log, the moves that stand, the points."""
    setup, moves = told.session.setup, (*told.position.played, *told.position.undone.values())
    texts = {str(played.move): told.text(played) for played in moves}
    value = {
        "format": FORMAT,
        "written_by": f"table-companion {version('table-companion')}",
        "game": setup.game,
        "title": told.game.title,
        "options": dict(setup.options),
        "players": list(told.players),
        "begun": told.session.begun.isoformat(),
        "over": told.over,
        "points": list(told.game.scores(told.position.state)),
        "winners": list(told.winners),
        "moves": [_move(told, played, points) for played, points in told.points_after()],
        "log": [_entry(entry, texts) for entry in told.session.log()],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def table_csv(told: Telling) -> str:
    """Return a line for each move and the points after it, those taken back included, for a spreadsheet."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow([*COLUMNS, *map(_plain, told.players)])
    points = {played.entry.seq: after for played, after in told.points_after()}
    numbers = {seq: number for number, seq in enumerate(points, 1)}
    for entry in told.session.log():
        if entry.op is Op.PLAY:
            number = numbers.get(entry.seq)
            table.writerow([number or "", *_cells(told, entry, number), *points.get(entry.seq, ())])
    return written.getvalue()


def _move(told: Telling, played: Played, points: tuple[int, ...]) -> dict[str, Any]:
    return {
        "seat": played.entry.seat,
        "move": told.text(played),
        "words": told.tell.words(played.before, played.move),
        "at": played.entry.at.isoformat(),
        "source": played.entry.source,
        "amended": played.amended,
        "points": list(points),
    }


def _entry(entry: Entry, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return an entry. Where anything is hidden, a notation that has since been changed is not told either."""
    hiding = any(text != shown for text, shown in texts.items())
    return {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "op": entry.op,
        "target": entry.target,
        "seat": entry.seat,
        "move": texts.get(entry.move, f"{entry.move.split(maxsplit=1)[0]} …") if hiding else entry.move,
        "source": entry.source,
        "still": entry.still,
    }


def _cells(told: Telling, entry: Entry, number: int | None) -> list[str]:
    played = told.position.played[number - 1] if number else told.position.undone[entry.seq]
    remark = "" if number else "taken back"
    return [
        _local(entry.at),
        _plain(told.tell.player(played.entry.seat)),
        _plain(told.text(played)),
        _plain(told.tell.words(played.before, played.move)),
        played.entry.source,
        "amended" if played.amended and number else remark,
    ]


def _unnamed(seats: int) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(1, seats + 1))


def _quoted(name: str) -> str:
    """Return a name as it stands in a list with commas between: in quotes where it has such signs itself."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if set(name) & set(',"') else name


def _local(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _plain(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
