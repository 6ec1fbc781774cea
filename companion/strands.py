"""What may have happened so far: strands of a game that pictures leave open, each with its state and its weight."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import log
from typing import Any, Final

from companion.memory import anchored, on_the_log
from rules import AnyGame
from rules.game import CONTRADICTION, LEAD, Candidate, Finding, Verdict, Violation, judge
from rules.table import Observation, Shape
from vision.reading import Reading

MOST: Final = 12  # strands followed at once
MARGIN: Final = 10.0  # nats: a strand this much worse than the best is given up
UNEXPLAINED: Final = -8.0  # nats: a sight that a strand cannot explain; a hand may have been in it
MISSED: Final = log(0.01)  # a move that no picture showed by itself
FAINT: Final = 1e-4  # candidates with less of a verdict's weight are not followed
LOOKED_AT: Final = 200  # most legal moves that a picture may have missed


@dataclass(frozen=True, slots=True)
class Call:
    """What the referee says of one still, `t_s` seconds into the video; `state` is what lies there, as `read` says.

    `seat` has acted. `finding` is LEGAL or ILLEGAL, or AMBIGUOUS where that is only the likeliest of `moves`.
    """

    t_s: float
    finding: Finding
    seat: int | None
    moves: tuple[str, ...]
    violations: tuple[Violation, ...]
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Strand:
    """One course that the game may have taken: the state it led to, what was called on the way, and its log weight.

    `before` is what was read when the table last agreed with the state, in the state's own cells; `open` is the call
    that stands as long as the table is not put right.
    """

    state: Any
    before: Reading | None
    calls: tuple[Call, ...] = ()
    weight: float = 0.0
    open: str = ""


def followed(game: AnyGame, strands: Iterable[Strand], reading: Reading, t_s: float) -> list[Strand]:
    """Return the strands after one more still, the likeliest first: each split by what the still may show."""
    grown = [branch for strand in strands for branch in _branches(game, strand, reading, t_s)]
    return pruned(grown)


def pruned(strands: Iterable[Strand]) -> list[Strand]:
    """Return the strands worth following, the likeliest first; of those that led to one state only the likeliest."""
    best: dict[tuple[Any, str], Strand] = {}
    for strand in sorted(strands, key=lambda strand: -strand.weight):
        best.setdefault((strand.state, strand.open), strand)
    ranked = list(best.values())[:MOST]
    return [one for one in ranked if one.weight > ranked[0].weight - MARGIN]


def near(strands: Sequence[Strand]) -> list[Strand]:
    """Return the strands that the likeliest one does not clearly lead."""
    return [strand for strand in strands if strand.weight > strands[0].weight + log(1 - LEAD)]


def _branches(game: AnyGame, strand: Strand, reading: Reading, t_s: float) -> Iterator[Strand]:
    verdict = judge(game, strand.state, reading.observation)
    if verdict.finding is Finding.UNEXPLAINED:
        yield replace(strand, weight=strand.weight + UNEXPLAINED)
    if verdict.finding in {Finding.UNEXPLAINED, Finding.ILLEGAL}:
        yield from _missed(game, strand, reading, t_s)
    for candidate in verdict.candidates:
        if candidate.weight > FAINT:
            yield _gone_on(game, strand, _Sight(reading, verdict, candidate, t_s))


def _missed(game: AnyGame, strand: Strand, reading: Reading, t_s: float) -> Iterator[Strand]:
    """Yield what comes of one legal move that no still showed by itself and of another one that this still shows."""
    seen = reading.observation
    for move in islice(game.legal_moves(strand.state), LOOKED_AT):
        after = game.apply(strand.state, move)
        if game.table(after) == game.table(strand.state):
            continue
        verdict = judge(game, after, seen)
        if verdict.finding is Finding.LEGAL:
            lying = game.sighting(Observation.certain(game.table(after), seen.zones))
            call = Call(t_s, Finding.LEGAL, game.current_player(strand.state), (str(move),), (), lying)
            between = replace(strand, state=after, calls=(*strand.calls, call), weight=strand.weight + MISSED, open="")
            yield _gone_on(game, between, _Sight(reading, verdict, verdict.candidates[0], t_s))


@dataclass(frozen=True, slots=True)
class _Sight:
    """One still as a strand sees it: what was read, the verdict, and the candidate that is followed."""

    reading: Reading
    verdict: Verdict[Any]
    candidate: Candidate[Any]
    t_s: float


def _gone_on(game: AnyGame, strand: Strand, sight: _Sight) -> Strand:
    """Return the strand if the candidate is what happened."""
    move, broken = sight.candidate.move, sight.candidate.violations
    weight = strand.weight + sight.verdict.evidence + log(sight.candidate.weight)
    weight += _counted(game, strand, sight)
    if move is None:
        return replace(strand, before=_before(game, strand.state, sight), weight=weight, open="")
    if broken and str(move) == strand.open:
        return replace(strand, weight=weight)
    calls = (*strand.calls, _call(game, strand.state, sight))
    if broken:
        return replace(strand, calls=calls, weight=weight, open=str(move))
    after = game.apply(strand.state, move)
    return Strand(after, _before(game, after, sight), calls, weight)


def _counted(game: AnyGame, strand: Strand, sight: _Sight) -> float:
    """Return how much of the sight's misfit (nats) is no news: pieces that were read just so before counted then."""
    seen, move = sight.reading.observation, sight.candidate.move
    if strand.before is None or not seen.anchored:
        return 0.0
    then, table = strand.before.observation.faces, game.table(strand.state)
    after = table if move is None else game.table(game.apply(strand.state, move))
    again = (place for place in table.keys() & seen.faces.keys() - seen.hidden if after.get(place) == table[place])
    known = ((seen.faces[place], table[place]) for place in again if seen.faces[place] == then.get(place))
    return sum(log(max(odds.values()) / max(odds.get(face, 0.0), CONTRADICTION)) for odds, face in known if odds)


def _before(game: AnyGame, state: Any, sight: _Sight) -> Reading:  # noqa: ANN401 (each game has its own)
    """Return what was read where the table agrees with a state, in its cells and without strange pieces."""
    return on_the_log(anchored(sight.reading, sight.verdict), game.table(state), game.layout(state))


def _call(game: AnyGame, state: Any, sight: _Sight) -> Call:  # noqa: ANN401 (as above)
    move, broken = sight.candidate.move, sight.candidate.violations
    finding = Finding.ILLEGAL if broken else Finding.LEGAL
    lying = game.sighting(_lying(game, state, sight))
    return Call(sight.t_s, finding, game.current_player(state), (str(move),), broken, lying)


def _lying(game: AnyGame, state: Any, sight: _Sight) -> Observation:  # noqa: ANN401 (as above)
    """Return what lies there after the candidate: the table as it leaves it, and what was read beside it."""
    seen = sight.reading.observation
    table = game.table(game.apply(state, sight.candidate.move))
    loose = {zone.name for zone in game.layout(state).zones if zone.shape is Shape.LOOSE}
    apart = {place: odds for place, odds in seen.faces.items() if place.zone in loose}
    return replace(Observation.certain(table, seen.zones), faces=apart | {p: {face: 1.0} for p, face in table.items()})


def agreed(strands: Sequence[Strand]) -> tuple[Call, ...]:
    """Return the calls in which all strands agree, from the first one on."""
    shared: list[Call] = []
    for calls in zip(*(strand.calls for strand in strands), strict=False):
        if any(_told(call) != _told(calls[0]) for call in calls):
            break
        shared.append(calls[0])
    return tuple(shared)


def _told(call: Call) -> tuple[Finding, tuple[str, ...], Mapping[str, Any]]:
    """Return what two strands must agree on."""
    return call.finding, call.moves, call.state


def decided(strands: Sequence[Strand]) -> tuple[Call, ...]:
    """Return the calls of the likeliest strand; those that another one close to it denies are AMBIGUOUS."""
    rivals = near(strands)
    return tuple(_doubted(call, number, rivals) for number, call in enumerate(rivals[0].calls)) if rivals else ()


def _doubted(call: Call, number: int, rivals: Sequence[Strand]) -> Call:
    others = dict.fromkeys(strand.calls[number].moves[0] for strand in rivals if number < len(strand.calls))
    moves = tuple(dict.fromkeys((call.moves[0], *others)))
    return call if len(moves) == 1 else replace(call, finding=Finding.AMBIGUOUS, moves=moves)
