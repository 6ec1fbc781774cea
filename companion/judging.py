"""What stills show in the light of a session: of what was agreed on before, and of the stills since."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.fold import Position
from companion.hindsight import Both, hindsight, placed
from companion.memory import anchored, at_first_sight, evidence, judged, on_the_log
from companion.records import Source, Still
from companion.store import Store
from rules import AnyGame
from rules.game import Candidate, Finding, Verdict
from rules.glance import by_chance
from rules.table import Place
from vision.reading import Reading

Late = tuple[Both, Still]  # two moves that a still shows at once, and the earlier one that shows the first of them


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges the stills of a session; it writes nothing."""

    game: AnyGame
    store: Store
    session: int

    def before(self, position: Position) -> Reading | None:
        """Return what was read when the camera last agreed with the log, in the state's own cells.

        None where people have told of a throw since, and only how dice lie tells whether they were thrown: they would
        count as thrown again.
        """
        still = self.store.settled(self.session)
        layout = self.game.layout(position.state)
        if still is None or (layout.slots and self._thrown_since(still, position)):
            return None
        return on_the_log(anchored(still.reading, still.verdict), self.game.table(position.state), layout)

    def _thrown_since(self, still: Still, position: Position) -> bool:
        """Return whether people have told what chance brought since a still."""
        told = [one for one in position.played if one.entry.seq > still.length and one.entry.source is Source.PERSON]
        return any(by_chance(self.game, one.move) for one in told)

    def judged(self, still: Still, state: Any) -> Verdict[Any]:  # noqa: ANN401 (each game has its own states)
        """Return what happened between `state` and a still, in the light of what was agreed on before it."""
        agreed = self.store.settled(self.session, still.id or None)
        seen = evidence(still, agreed, self.game.table(state), self.game.layout(state))
        return judged(self.game, state, seen)

    def new(self, position: Position, still: Still, moved: frozenset[Place] | None) -> Late | Verdict[Any]:
        """Return the verdict on a still that is new, or two moves the first of which an earlier still should have told.

        At the places `moved` pieces have moved since the table last was at rest; None: people are asked in any case.
        """
        verdict = self.judged(still, position.state)
        if not self._looked_at(position):
            table, layout = self.game.table(position.state), self.game.layout(position.state)
            verdict = at_first_sight(verdict, still.reading.observation, table, layout)
        since = self.store.since(self.session, position.length)
        between = [placed(one, still.reading) for one in since]
        found = hindsight(self.game, position.state, verdict, between, partial(self.judged, still), moved)
        if isinstance(found, Verdict):
            return found
        pair, earlier = found
        return pair, next(one for one in since if one.id == earlier.id)

    def _looked_at(self, position: Position) -> bool:
        """Return whether a still has agreed with the log before: what is new since was laid by hands."""
        return position.length > 0 or self.store.settled(self.session) is not None


def suggested(verdict: Verdict[Any]) -> Verdict[Any]:
    """Return a verdict as a question whose answers are its moves, the likeliest first, and that nothing was played."""
    others = tuple(candidate for candidate in verdict.candidates if candidate.move is not None)
    nothing: Candidate[Any] = Candidate(None, 0.0)
    return replace(verdict, finding=Finding.AMBIGUOUS, candidates=(*others, nothing))


def spoken(verdict: Verdict[Any]) -> Verdict[str]:
    """Return a verdict with its moves as notation."""
    said = (replace(c, move=None if c.move is None else str(c.move)) for c in verdict.candidates)
    return replace(verdict, candidates=tuple(said))
