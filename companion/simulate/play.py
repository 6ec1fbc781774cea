"""One game from its first move to its last: every position is drawn, read and judged, and nobody helps the camera.

What no camera can see is told by people, as at a table: moves that leave everything where it lies. Where a picture was
not understood, or misunderstood, that is noted; then people play the right move, so that the rest is tested as well.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from companion.eyes import kept
from companion.memory import there
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.simulate import Came, Shown, Simulated
from companion.simulate.lesson import teach
from companion.simulate.plan import State, Step, grid_cells, planned, sight
from companion.simulate.turning import agreeing, turned
from rules.game import Finding, Verdict
from rules.loose import loose
from vision.render_tabletop import Extent, Tabletop

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

    def run(self) -> Simulated:
        """Play it and return what came of it."""
        began, shown, told = monotonic(), list[Shown](), 0
        self._look(self._plan[0].before)  # people sit down, and the camera sees the table as it is
        for number, step in enumerate(self._plan, 1):
            if sight(self._session.game, step.before) == sight(self._session.game, step.after):
                self._tell(step.move)
                told += 1
            else:
                shown.append(self._show(number, step))
        points = self._session.game.scores(self._session.position().state)
        meant = self._session.game.scores(self._plan[-1].after)
        exact = all(one.came is Came.RIGHT for one in shown)
        self._sessions.close()
        seats = self._session.setup.seats
        return Simulated(self._seed, seats, tuple(shown), told, exact, exact and points == meant, monotonic() - began)

    def _tell(self, move: str) -> None:
        """Play what people say."""
        self._session.play(turned(move, self._turns[0], self._layout), self._session.position().length)

    def _show(self, number: int, step: Step) -> Shown:
        """Show the table after a move; where that was not understood, put the log right."""
        image, verdict = self._look(step.after)
        agree = agreeing(self._turns, step.move, str(verdict.move), self._layout)
        shown = Shown(number, turned(step.move, self._turns[0], self._layout), _told(verdict), _came(verdict, agree))
        self._watch(shown, image)
        if shown.came is Came.RIGHT:
            self._turns = agree
        else:
            self._mend(step, verdict)
        return shown

    def _look(self, state: State) -> tuple[bytes, Verdict[Any]]:
        """Show the table in that state to the camera; return the picture and what was made of it."""
        game, session = self._session.game, self._session
        image = self.tabletop.picture(game.table(state), game.layout(state), loose(game, state))
        layout = game.layout(session.position().state)
        picture = kept(image)
        return picture, session.offer(self._sessions.eyes.read(image, layout, session.before()), picture)

    def _mend(self, step: Step, verdict: Verdict[Any]) -> None:
        """Put the log right as people do: undo, answer, tap the pieces that were misread, or else enter the move."""
        session, length = self._session, self._session.position().length
        if verdict.finding is Finding.LEGAL:
            session.undo(length)
        moves = [str(candidate.move) for candidate in verdict.candidates]
        right = turned(step.move, self._turns[0], self._layout)
        latest = session.latest()
        if verdict.finding is Finding.AMBIGUOUS and right in moves and latest is not None:
            session.answer(latest.id, moves.index(right), length)
        elif verdict.finding is not Finding.ILLEGAL or not self._tapped(right, length):
            self._tell(step.move)

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


def _came(verdict: Verdict[Any], agree: Sequence[int]) -> Came:
    if verdict.finding is Finding.LEGAL:
        return Came.RIGHT if agree else Came.WRONG
    return {
        Finding.AMBIGUOUS: Came.ASKED,
        Finding.UNEXPLAINED: Came.WAITED,
        Finding.ILLEGAL: Came.REFUSED,
        Finding.UNCHANGED: Came.MISSED,
    }[verdict.finding]


def _told(verdict: Verdict[Any]) -> str:
    """Return what was found, for people who look for the cause of a failure."""
    told = [f"{candidate.move} {100 * candidate.weight:.0f} %" for candidate in verdict.candidates[:3]]
    broken = [f"rule {violation.rule}" for violation in verdict.violations[:1]]
    return "; ".join([verdict.finding.value, *told, *broken])
