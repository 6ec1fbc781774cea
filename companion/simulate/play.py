"""One game from its first move to its last: every position is drawn, read and judged, and nobody helps the camera.

What no camera can see is told by people, as at a table: moves that leave everything where it lies. Where a picture was
not understood nobody says a word, and play goes on: the next picture may tell. Where it does not, or where one was
misunderstood, that is noted; then people put the log right, so that the rest is tested as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from companion.eyes import kept
from companion.memory import there
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.simulate import HELPLESS, Came, Shown, Simulated
from companion.simulate.lesson import teach
from companion.simulate.onlooker import Onlooker
from companion.simulate.plan import State, Step, grid_cells, planned, sight
from companion.simulate.turning import agreeing, turned
from rules.game import Finding, Verdict
from rules.loose import loose
from vision.render_faces import Image
from vision.render_tabletop import Extent, Tabletop

NOT_LOGGED: Final = {
    Finding.UNEXPLAINED: Came.WAITED,
    Finding.ILLEGAL: Came.REFUSED,
    Finding.UNCHANGED: Came.MISSED,
}
Watch = Callable[[Shown, bytes], None]


class Play:
    """A game of `setup` from a seed, with pictures of that size; `watch` is told of every move shown, with its picture.

    The profile folder keeps the log, and what was taught before.
    """

    def __init__(self, setup: Setup, seed: int, size_px: tuple[int, int], profile: Path, watch: Watch) -> None:
        self._sessions = Sessions(profile)
        self._session: Session = self._sessions.create(setup)
        self._watch = watch
        self._seed = seed
        game = self._session.game
        self._plan = planned(game, self._session.position().state, Random(seed))  # noqa: S311 (a game, no secret)
        self._layout = game.layout(self._plan[0].before)
        self.tabletop = Tabletop(seed, self._layout, _extent(self._session, self._plan), size_px)
        teach(self.tabletop, self._layout, setup.game, seed, profile)
        self._turns: Sequence[int] = range(4)  # the turns of the grid that the log may have chosen
        self._onlooker = Onlooker(self._sessions.eyes, self._session)
        self._lying: State = None  # the state shown last,
        self._looks = 0  # and how many more pictures were taken of it
        self._shown: list[Shown] = []
        self._due: Step | None = None  # a move that was shown and is not in the log yet

    def run(self) -> Simulated:
        """Play it and return what came of it."""
        began, told = monotonic(), 0
        self._look(self._plan[0].before)  # people sit down, and the camera sees the table as it is
        for number, step in enumerate(self._plan, 1):
            if sight(self._session.game, step.before) == sight(self._session.game, step.after):
                self._mend_due()  # people notice that the page waits for another move
                self._tell(step.move)
                told += 1
            else:
                self._show(number, step)
        self._mend_due()
        points = self._session.game.scores(self._session.position().state)
        meant = self._session.game.scores(self._plan[-1].after)
        exact = all(one.came in HELPLESS for one in self._shown)
        self._sessions.close()
        seats, shown = self._session.setup.seats, tuple(self._shown)
        return Simulated(self._seed, seats, shown, told, exact, exact and points == meant, monotonic() - began)

    def _tell(self, move: str) -> None:
        """Play what people say."""
        self._session.play(turned(move, self._turns[0], self._layout), self._session.position().length)

    def _show(self, number: int, step: Step) -> None:
        """Show the table after a move; where not even the next picture tells of it, put the log right."""
        waiting, length = self._due, self._session.position().length
        came = self._seen(number, step, length)
        if waiting is not None and came not in {*HELPLESS, Came.WRONG}:
            self._shown.pop()
            if self._mend_due():
                self._shown[-1] = replace(self._shown[-1], came=Came.ASKED)
            came = self._seen(number, step, length + 1)  # the table is shown again
        if came is Came.WRONG:
            self._take_back(number - 1 - (self._due is not None))
            self._mend_due()
            self._tell(step.move)
        elif came not in HELPLESS and waiting is not None:
            self._mend(step)
        elif came not in HELPLESS:
            self._due = step

    def _seen(self, number: int, step: Step, length: int) -> Came:
        """Show the table after a move to the camera, and note what came of it in a log that was so long before."""
        image, verdict = self._look(step.after)
        logged = [entry.move for entry in self._session.log()[length:]]
        steps = [step] if self._due is None else [self._due, step]
        turns = self._turns
        for meant, found in zip(steps, logged, strict=False):
            turns = agreeing(turns, meant.move, found, self._layout)
        right = len(steps) == len(logged) and bool(turns)
        came = Came.RIGHT if right else Came.WRONG if logged else self._came(verdict, step)
        move = turned(step.move, (turns or self._turns)[0], self._layout)
        self._shown.append(Shown(number, move, _told(verdict), came))
        self._watch(self._shown[-1], image)
        if right and self._due is not None:
            self._shown[-2] = replace(self._shown[-2], came=Came.LATE)
        if right:
            self._turns, self._due = turns, None
        return came

    def _came(self, verdict: Verdict[Any], step: Step) -> Came:
        """Return what came of a move that was not logged."""
        if verdict.finding is not Finding.AMBIGUOUS:
            return NOT_LOGGED[verdict.finding]
        offered = (str(candidate.move) for candidate in verdict.candidates)
        asked = any(agreeing(self._turns, step.move, move, self._layout) for move in offered)
        return Came.ASKED if asked else Came.WAITED

    def _look(self, state: State) -> tuple[bytes, Verdict[Any]]:
        """Show the table in that state to the camera, as long as it is not clear; return a picture and the verdict."""
        game = self._session.game
        if state == self._lying:
            image = self._another()
        else:
            self._lying, self._looks = state, 0
            image = self.tabletop.picture(game.table(state), game.layout(state), loose(game, state))
        return kept(image), self._onlooker.look(image, self._another)

    def _another(self) -> Image:
        """Return one more picture of what lies there."""
        self._looks += 1
        return self.tabletop.again(self._looks)

    def _mend_due(self) -> bool:
        """Put the move into the log that no picture has told, if there is one; tell whether an answer did that."""
        due, self._due = self._due, None
        return due is not None and self._mend(due)

    def _take_back(self, moves: int) -> None:
        """Take back what was logged beyond so many moves."""
        while len((position := self._session.position()).played) > moves:
            self._session.undo(position.length, agreed=True)

    def _mend(self, step: Step) -> bool:
        """Put a move into the log as people do: answer, tap the pieces that were misread, or else enter the move.

        Tell whether an answer did it.
        """
        session, position = self._session, self._session.position()
        asked, newest = session.question(position), session.latest()
        moves = [candidate.move for candidate in asked.verdict.candidates] if asked else []
        right = turned(step.move, self._turns[0], self._layout)
        if asked is not None and right in moves:
            session.answer(asked.id, moves.index(right), position.length)
            return True
        refused = newest is not None and newest.verdict.finding is Finding.ILLEGAL
        if not refused or not self._tapped(right, position.length):
            self._tell(step.move)
        return False

    def _tapped(self, right: str, length: int) -> bool:
        """Say of every piece misread in the newest picture what it is; tell whether that put the move into the log."""
        session, game, still = self._session, self._session.game, self._session.latest()
        state = session.position().state
        for place, face in game.table(game.apply(state, game.parse_move(right))).items():
            if still is None or session.position().length > length:
                break
            here = there(place, still, self._layout)
            odds = still.reading.observation.faces.get(here)
            if odds and max(odds, key=odds.__getitem__) != face:
                session.correct(still.id, here, face, length)
        return session.position().length > length


def _extent(session: Session, plan: Sequence[Step]) -> Extent:
    game = session.game
    states = [plan[0].before, *(step.after for step in plan)]
    cells = frozenset[tuple[int, int]]().union(*(grid_cells(game.table(state)) for state in states))
    hands = zip(*(loose(game, state) for state in states), strict=True)
    return Extent(cells, tuple(max(map(len, fronts)) for fronts in hands))


def _told(verdict: Verdict[Any]) -> str:
    """Return what was found, for people who look for the cause of a failure."""
    told = [f"{candidate.move} {100 * candidate.weight:.0f} %" for candidate in verdict.candidates[:3]]
    broken = [f"rule {violation.rule}" for violation in verdict.violations[:1]]
    return "; ".join([verdict.finding.value, *told, *broken])
