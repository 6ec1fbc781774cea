"""What a still tells of the one before it: two moves at once, the first of which no picture told by itself."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import exp
from typing import Any, Final

from companion.one_rest import NEAR, far
from companion.records import Still
from rules import AnyGame
from rules.game import ABSENCE, LEAD, Candidate, Finding, Verdict
from rules.table import Cell, Place
from vision.reading import Reading

LOOKED_AT: Final = 200  # most legal moves that may have come first
FAINT: Final = 1e-3  # of the weight of all: what is less likely is not asked about

Judged = Callable[[Any], Verdict[Any]]


@dataclass(frozen=True, slots=True)
class Both:
    """Two moves in a row that one still shows: the first, the verdict on the second, the weight of both.

    `begun` are the places that the first one filled, `laid` those that only the second one did, as the still has them.
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

    def denied(self, still: Still) -> bool:
        """Whether a still shows the second move's pieces without the first one's."""
        laid = bool(self.laid) and self.laid <= still.observation.faces.keys()
        return laid and self.begun.isdisjoint(still.observation.faces)

    def stayed(self, moved: frozenset[Place]) -> bool:
        """Whether nothing has moved where the first move's pieces lie, though something has: they lay there before."""
        return bool(moved) and self.begun.isdisjoint(moved)


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
    if single.finding in {Finding.LEGAL, Finding.UNCHANGED} or not between:
        return single
    between = _since_agreed(between)
    seen = (_weighed(pair, between) for pair in _pairs(game, state, judged))
    pairs = sorted(seen, key=lambda pair: -pair.weight)
    if not any(pair.parted(still) for pair in pairs for still in between):
        return single
    alone = list(_alone(game, state, single))
    if moved is not None and (found := _clear(pairs, between, moved, alone)):
        return found
    if single.finding is Finding.AMBIGUOUS and alone:
        return single
    asked = any(still.verdict.finding is Finding.AMBIGUOUS for still in between)
    return Verdict(Finding.UNEXPLAINED) if asked else _question(pairs, single)


def _since_agreed(stills: Sequence[Still]) -> Sequence[Still]:
    """Return the stills from the newest one on that agreed with the log: what had been moved before was put right."""
    agreed = (i for i in reversed(range(len(stills))) if stills[i].verdict.finding is Finding.UNCHANGED)
    return stills[next(agreed, 0) :]


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
                laid = game.table(game.apply(between, candidate.move)).keys() - table.keys()
                begun, laid_there = (_seen_at(places, verdict.shift) for places in (table.keys() - now.keys(), laid))
                yield Both(first, then, exp(verdict.evidence) * candidate.weight, begun, laid_there)


def _seen_at(places: Iterable[Place], shift: Cell | None) -> frozenset[Place]:
    """Return places of the state as the still calls them that was anchored by a shift."""
    back = None if shift is None else tuple(-step for step in shift)
    return frozenset(at.shifted(back) if back and len(at.cell) == len(back) else at for at in places)


def _weighed(pair: Both, between: Sequence[Still]) -> Both:
    """Return the pair with the weight that is left to it where a still shows the other order."""
    return replace(pair, weight=pair.weight * ABSENCE) if any(map(pair.denied, between)) else pair


def _alone(game: AnyGame, state: Any, single: Verdict[Any]) -> Iterator[tuple[frozenset[Place], float]]:  # noqa: ANN401
    """Yield where something lies after each legal way to see a still as one move or none, and what that weighs."""
    for one in single.candidates:
        if not one.violations:
            table = game.table(state if one.move is None else game.apply(state, one.move))
            yield _seen_at(table, single.shift), exp(single.evidence) * one.weight


def _clear(
    pairs: Sequence[Both],
    stills: Sequence[Still],
    moved: frozenset[Place],
    alone: Sequence[tuple[frozenset[Place], float]],
) -> tuple[Both, Still] | None:
    """Return the pair that leads clearly, with the newest still that was taken between its moves; None without.

    It has to lead the ways to see one move `alone` too, but for those by which nothing lies where a still showed it.
    """
    stayed = [pair for pair in pairs if pair.stayed(moved)]
    likely = stayed or pairs
    if not likely:
        return None
    best, shown = likely[0], [still for still in reversed(stills) if likely[0].showed(still)]
    rivals = sum(weight for places, weight in alone if not shown or best.begun <= places)
    if best.weight < LEAD * (rivals + sum(pair.weight for pair in likely)):
        return None
    between = (still for still in reversed(stills) if still in shown or (stayed and best.parted(still)))
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


def placed(earlier: Still, now: Reading) -> Still:
    """Return an earlier still in which what lay loose where a piece lies on the grid `now` has that place already.

    A lone die begins no road by itself: only the next one shows that it was laid. It is then as good as not understood.
    """
    grid = [piece for piece in now.pieces if piece.place is not None and len(piece.place.cell) > 1]
    faces = dict(earlier.observation.faces)
    for piece in earlier.reading.pieces:
        place = next((one.place for one in grid if one.kind == piece.kind and far(one, piece) < NEAR), None)
        if piece.place in faces and len(piece.place.cell) == 1 and place is not None:
            faces[place] = faces.pop(piece.place)
    if faces.keys() == earlier.observation.faces.keys():
        return earlier
    seen = replace(earlier.reading, observation=replace(earlier.observation, faces=faces))
    return replace(earlier, reading=seen, verdict=replace(earlier.verdict, finding=Finding.UNEXPLAINED))
