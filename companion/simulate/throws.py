"""One game of dice that players throw: every throw is drawn, read and judged, all else is told by people.

Before a throw the table is shown as people left it, where they turned or forged dice since. Where a picture was not
understood, or misunderstood, that is noted; then people put the log right, so that the rest is tested as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from companion.eyes import kept
from companion.records import Setup
from companion.sessions import Sessions
from companion.simulate import Came, Shown, Simulated
from companion.simulate.onlooker import Onlooker
from rules import AnyGame
from rules.game import Finding, Verdict
from rules.table import Layout, Place
from rules.thrown import Throwing, thrown
from vision.render_parts import PartsTable, parts_zone

Watch = Callable[[Shown, bytes], None]
State = Any  # each game has its own

MOST: Final = 10_000  # moves: no game is as long
CAME: Final = {
    Finding.AMBIGUOUS: Came.ASKED,
    Finding.UNEXPLAINED: Came.WAITED,
    Finding.ILLEGAL: Came.REFUSED,
    Finding.UNCHANGED: Came.MISSED,
}


@dataclass(frozen=True, slots=True)
class Thrown:
    """One move of a plan, with the states before and after it, and the places of the dice that it throws."""

    move: str
    before: State
    after: State
    places: frozenset[Place]


def is_thrown(game: AnyGame, layout: Layout) -> bool:
    """Return whether a game is one in which players throw dice that can be drawn."""
    return isinstance(game, Throwing) and parts_zone(layout) is not None


def thrown_game(game: AnyGame, start: State, rng: Random, most: int = MOST) -> list[Thrown]:
    """Return a game by chance, of so many moves at `most`; what hands throw at once is one move."""
    plan: list[Thrown] = []
    moves, state = list[Any](), start
    while len(plan) < most and (legal := list(game.legal_moves(state))):
        move, before = rng.choice(legal), state
        state = game.apply(state, move)
        together = game.at_once(plan[-1].before, moves[-1], move) if plan else None  # type: ignore[attr-defined]
        if together is not None:
            before, move = plan.pop().before, together
            moves.pop()
        plan.append(Thrown(str(move), before, state, thrown(game, before, move)))
        moves.append(move)
    return plan


class Throws:
    """A game of `setup` from a seed, with pictures of that size; `watch` is told of every throw, with its picture.

    The profile folder keeps the log; `most` moves are played.
    """

    def __init__(  # noqa: PLR0917
        self, setup: Setup, seed: int, size_px: tuple[int, int], profile: Path, watch: Watch, most: int = MOST
    ) -> None:
        self._sessions = Sessions(profile)
        self._session = self._sessions.create(setup)
        self._game: AnyGame = self._session.game
        self._onlooker = Onlooker(self._sessions.eyes, self._session)
        self._watch, self._seed = watch, seed
        start = self._session.position().state
        self._plan = thrown_game(self._game, start, Random(seed), most)  # noqa: S311 (a game, no secret)
        zone = parts_zone(self._game.layout(start))
        if zone is None:
            raise ValueError("The dice of this game cannot be drawn.")
        self.table = PartsTable(seed, zone, size_px)
        self._seen: State = None  # the state that the camera saw last

    def run(self) -> Simulated:
        """Play it and return what came of it."""
        began, told, shown = monotonic(), 0, list[Shown]()
        for number, step in enumerate(self._plan, 1):
            if not step.places:
                self._session.play(step.move, self._session.position().length)
                told += 1
                continue
            shown += self._checked(number, step.before)
            shown.append(self._throw(number, step))
        position = self._session.position()
        exact = all(one.came is Came.RIGHT for one in shown)
        meant = self._game.scores(self._plan[-1].after)
        points = position.state == self._plan[-1].after and self._game.scores(position.state) == meant
        self._sessions.close()
        seats = self._session.setup.seats
        return Simulated(self._seed, seats, tuple(shown), told, exact, exact and points, monotonic() - began)

    def _checked(self, number: int, state: State) -> Iterator[Shown]:
        """Show the table as people left it, if dice lie otherwise than the camera saw them; yield what is wrong."""
        if self._seen is not None and self._dice(self._seen) == self._dice(state):
            return
        stood = len(self._session.position().played)
        image, verdict = self._look(state)
        if verdict.finding is not Finding.UNCHANGED:
            wrong = Shown(number, "nothing", _found(verdict), CAME.get(verdict.finding, Came.WRONG))
            self._watch(wrong, image)
            self._mend(stood, None)
            yield wrong

    def _throw(self, number: int, step: Thrown) -> Shown:
        stood = len(self._session.position().played)
        image, verdict = self._look(step.after, step.places)
        found, whole = str(verdict.move), self._session.position().state == step.after  # perhaps in two parts
        right = Came.RIGHT if whole else Came.WAITED if step.move.startswith(f"{found} /") else Came.WRONG
        shown = Shown(number, step.move, _found(verdict), CAME.get(verdict.finding, right))
        self._watch(shown, image)
        if shown.came is not Came.RIGHT:
            self._mend(stood, step.move)
        return shown

    def _dice(self, state: State) -> list[str]:
        zone = self._zone
        return [face for place, face in sorted(self._game.table(state).items()) if place.zone == zone]

    @property
    def _zone(self) -> str:
        zone = parts_zone(self._game.layout(self._session.position().state))
        return zone.name if zone else ""

    def _look(self, state: State, places: frozenset[Place] = frozenset()) -> tuple[bytes, Verdict[Any]]:
        """Show the table in that state to the camera; return the picture and what was made of it."""
        image = self.table.picture(self._game.table(state), self._game.layout(state), (), places)
        self._seen = state
        return kept(image), self._onlooker.look(image, self.table.again)

    def _mend(self, stood: int, right: str | None) -> None:
        """Put the log right as people do: undo all but the moves that `stood` before, and enter the move."""
        self._seen = None  # once the log is right the table is looked at again
        while len(self._session.position().played) > stood:
            self._session.undo(self._session.position().length, agreed=True)
        if right is not None:
            self._session.play(right, self._session.position().length)


def _found(verdict: Verdict[Any]) -> str:
    """Return what was found, for people who look for the cause of a failure."""
    told = [f"{candidate.move} {100 * candidate.weight:.0f} %" for candidate in verdict.candidates[:3]]
    broken = [f"rule {violation.rule}" for violation in verdict.violations[:1]]
    return "; ".join([verdict.finding.value, *told, *broken])
