"""What a still tells of the one before it: two moves at once, the first of which no picture told by itself."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import exp
from typing import Any, Final

from companion.records import Still
from rules import AnyGame
from rules.game import LEAD, Candidate, Finding, Verdict
from rules.table import Place

LOOKED_AT: Final = 200  # most legal moves that may have come first
FAINT: Final = 1e-3  # of the weight of all: what is less likely is not asked about

Judged = Callable[[Any], Verdict[Any]]


@dataclass(frozen=True, slots=True)
class Both:
    """Two moves in a row that one still shows: the first, the verdict on the second, the weight of both.

    `begun` are the places that the first one filled, `laid` those that only the second one did.
    """

    first: Any
    then: Verdict[Any]
    weight: float
    begun: frozenset[Place]
    laid: frozenset[Place]

    def told(self, still: Still) -> Verdict[str]:
        """Return the verdict of a still that shows the first move, once that is known."""
        return Verdict(Finding.LEGAL, (Candidate(str(self.first), 1.0),), still.verdict.shift)

    def parted(self, still: Still) -> bool:
        """Whether a still shows the table without the second move."""
        return self.laid.isdisjoint(still.observation.faces)

    def showed(self, still: Still) -> bool:
        """Whether a still that was not understood shows the first move's pieces alone."""
        unclear = still.verdict.finding not in {Finding.LEGAL, Finding.UNCHANGED}
        return unclear and self.parted(still) and self.begun <= still.observation.faces.keys()

    def stayed(self, moved: frozenset[Place]) -> bool:
        """Whether nothing has moved where the first move's pieces lie, though something has: they lay there before."""
        shift = self.then.shift
        here = (place.shifted(shift) if shift and len(place.cell) == len(shift) else place for place in moved)
        return bool(moved) and self.begun.isdisjoint(here)


def hindsight(  # noqa: PLR0917 (a still is seen by its log, by the stills before, and by what has moved)
    game: AnyGame,
    state: Any,  # noqa: ANN401 (each game has its own states)
    single: Verdict[Any],
    between: Sequence[Still],
    judged: Judged,
    moved: frozenset[Place] | None,
) -> tuple[Both, Still] | Verdict[Any]:
    """Return two moves in a row that a still shows, with the still `between` that parts them, if they lead clearly.

    Else what is to be made of it: `single`, its verdict as one move, or a question; nothing while one is still open.
    `judged` is the verdict on it in a state. At the places `moved` pieces have moved since the last rest; None: people
    are asked in any case.
    """
    open_ = single.finding is Finding.AMBIGUOUS and any(not candidate.violations for candidate in single.candidates)
    if open_ or single.finding in {Finding.LEGAL, Finding.UNCHANGED} or not between:
        return single
    pairs = sorted(_pairs(game, state, judged), key=lambda pair: -pair.weight)
    if not any(pair.parted(still) for pair in pairs for still in between):
        return single
    if moved is not None and (found := _clear(pairs, between, moved)):
        return found
    asked = any(still.verdict.finding is Finding.AMBIGUOUS for still in between)
    return Verdict(Finding.UNEXPLAINED) if asked else _question(pairs, single)


def _pairs(game: AnyGame, state: Any, judged: Judged) -> Iterator[Both]:  # noqa: ANN401 (as above)
    now = game.table(state)
    for first in islice(game.legal_moves(state), LOOKED_AT):
        between = game.apply(state, first)
        table = game.table(between)
        if table == now:
            continue
        verdict = judged(between)
        for candidate in verdict.candidates:
            if candidate.move is not None and not candidate.violations:
                then = Verdict(Finding.LEGAL, (candidate,), verdict.shift, verdict.evidence)
                laid = frozenset(game.table(game.apply(between, candidate.move)).keys() - table.keys())
                begun = frozenset(table.keys() - now.keys())
                yield Both(first, then, exp(verdict.evidence) * candidate.weight, begun, laid)


def _clear(pairs: Sequence[Both], stills: Sequence[Still], moved: frozenset[Place]) -> tuple[Both, Still] | None:
    """Return the pair that leads clearly, with the newest still that was taken between its moves; None without."""
    stayed = [pair for pair in pairs if pair.stayed(moved)]
    likely = stayed or pairs
    best = likely[0] if likely else None
    if best is None or best.weight < LEAD * sum(pair.weight for pair in likely):
        return None
    between = (still for still in reversed(stills) if best.showed(still) or (stayed and best.parted(still)))
    return next(((best, still) for still in between), None)


def _question(pairs: Sequence[Both], single: Verdict[Any]) -> Verdict[Any]:
    """Return the question which of the first moves was played, or what the still shows if it is only one."""
    asked: dict[Any, float] = {}
    for pair in pairs:
        asked[pair.first] = asked.get(pair.first, 0.0) + pair.weight
    alone = [replace(one, weight=exp(single.evidence) * one.weight) for one in single.candidates[:1]]
    every = (*(Candidate(move, weight) for move, weight in asked.items()), *alone)
    total = sum(one.weight for one in every)
    shares = (replace(one, weight=one.weight / total) for one in every)
    ranked = sorted((one for one in shares if one.weight > FAINT), key=lambda one: -one.weight)
    return Verdict(Finding.AMBIGUOUS, tuple(ranked), pairs[0].then.shift, single.evidence)
