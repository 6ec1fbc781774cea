"""How a filmed game begins: a piece that the first picture overlooked lay there if nothing has moved there."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
from companion_tables import CELL_PX, ORIGIN_PX, POSITION, reading

from companion.beginning import Beginning
from companion.records import Setup
from companion.rest import Rest
from companion.strands import Strand, followed
from rules import load
from rules.dance_of_muses.state import State
from rules.table import Place, Table
from vision.camera import Frame
from vision.reading import GridPose, Reading
from vision.settle import Still, taken

GAME = load("dance_of_muses")
COLOURS = {"colours": ("white", "orange", "purple")}
SETUP = Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro"), COLOURS)
START: State = GAME.initial_state(3, position=POSITION, **COLOURS)
MOVE = GAME.parse_move("Calliope S")
POSE = GridPose(ORIGIN_PX, ORIGIN_PX, 0.0, CELL_PX, CELL_PX)
STAYS, MOVES = (1, 1), (3, -1)  # Erato, Calliope


def lying(state: State, without: tuple[int, int] | None = None) -> Reading:
    """What is read of a state's table, but for the tile and the die on one cell."""
    table: Table = {place: face for place, face in GAME.table(state).items() if place.cell != without}
    found = reading(table, pose=POSE)
    return replace(found, observation=replace(found.observation, anchored=True))


def still(second: int, *cells: tuple[int, int], before: Still | None = None) -> Still:
    """A still in which these cells look otherwise than on the bare mat."""
    image = np.full((960, 960, 3), (70, 90, 60), np.uint8)
    for x, y in cells:
        top, left = ORIGIN_PX + CELL_PX * y - 50, ORIGIN_PX + CELL_PX * x - 50
        image[top : top + 100, left : left + 100] = (220, 200, 230)
    frame = Frame(image, second, datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=second))
    return taken(frame, before.frame if before else None)


class Film:
    """The rests of a film, one still each."""

    def __init__(self) -> None:
        self.beginning, self.strands, self._seconds = Beginning(GAME, SETUP), list[Strand](), 0

    def show(self, seen: Reading, *cells: tuple[int, int]) -> None:
        rest = Rest(self.strands, t_s=float(self._seconds), raw=seen, looks=1)
        now = still(self._seconds, *cells)
        if self.strands:
            rest.shown = seen
            strands = followed(GAME, self.strands, seen, rest.t_s)
            self.strands = self.beginning.reconsidered(strands, rest, now)
        else:
            self.strands = self.beginning.strands(rest, now)
        self.beginning.passed(rest)
        self._seconds += 1

    def table(self) -> Table:
        return GAME.table(self.strands[0].state)

    def told(self) -> list[tuple[str, int | None, str]]:
        return [(call.finding.name, call.seat, call.moves[0]) for call in self.strands[0].calls]


def test_nine_that_are_seen_at_once_are_the_beginning() -> None:
    film = Film()
    film.show(lying(START))
    film.show(lying(GAME.apply(START, MOVE)), MOVES, (3, 0))
    assert film.told() == [("LEGAL", 0, "Calliope S")]


def test_a_piece_overlooked_at_first_lay_there_all_along() -> None:
    film = Film()
    film.show(lying(START, without=STAYS))
    film.show(lying(GAME.apply(START, MOVE)), MOVES, (3, 0))
    assert film.told() == [("LEGAL", 0, "Calliope S")]
    assert film.table() == GAME.table(GAME.apply(START, MOVE))


def test_it_may_be_seen_a_few_moves_later() -> None:
    film = Film()
    film.show(lying(START, without=STAYS))
    film.show(lying(GAME.apply(START, MOVE), without=STAYS), MOVES, (3, 0))
    then = GAME.apply(GAME.apply(START, MOVE), GAME.parse_move("Terpsichore E"))
    film.show(lying(then), MOVES, (3, 0), (2, -1))
    assert [call[:2] for call in film.told()] == [("LEGAL", 0), ("LEGAL", 1)]
    assert film.table() == GAME.table(then)


def test_where_something_has_moved_it_may_be_new() -> None:
    film = Film()
    film.show(lying(START, without=STAYS))
    film.show(lying(START), STAYS)
    assert film.told() == []
    assert film.table() == GAME.table(START)  # what lies there now is the beginning


def test_what_only_looks_like_a_piece_changes_no_beginning() -> None:
    film = Film()
    film.show(lying(START))
    stained = dict(GAME.table(GAME.apply(START, MOVE))) | {Place("die", (4, 2)): "white 1"}
    after = reading(stained, {Place("die", (4, 2)): {"white 1": 0.6}}, POSE)
    film.show(replace(after, observation=replace(after.observation, anchored=True)), MOVES, (3, 0))
    assert film.told() == [("LEGAL", 0, "Calliope S")]
    assert film.table() == GAME.table(GAME.apply(START, MOVE))
