"""A game from a video: the same eyes and the same judge as at the table, as fast as they go."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import vision
from companion.eyes import kept
from companion.opening import any_table, beside, setups
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from rules import load
from rules.game import Finding, Verdict, Violation
from rules.table import Observation, Shape
from vision.camera import Source
from vision.reading import Reading
from vision.settle import Still

RANK: Final = (Finding.LEGAL, Finding.UNCHANGED, Finding.ILLEGAL, Finding.AMBIGUOUS, Finding.UNEXPLAINED)
"""How well a still fits a beginning, best first."""


@dataclass(frozen=True, slots=True)
class Call:
    """What the referee says of one still, `t_s` seconds into the video; `state` is what lies there, as `read` says.

    `player` has acted. Where more than one move fits, `moves` are those; else the one found.
    """

    t_s: float
    finding: Finding
    player: str
    moves: tuple[str, ...]
    violations: tuple[Violation, ...]
    state: Mapping[str, Any]


@dataclass(slots=True)
class _Strand:
    """One way in which the game may have begun: its session, and what was called in it and not told yet."""

    session: Session
    calls: list[Call] = field(default_factory=list)
    last: Verdict[Any] | None = None


class Referee:
    """Judges one game. `setup` has the names and the options that are known; what lies there is found in the video.

    Where the first picture leaves more than one beginning open, each is followed until a move tells them apart.
    """

    def __init__(self, sessions: Sessions, setup: Setup, names: tuple[str, ...] = ()) -> None:
        self._sessions = sessions
        self._setup = setup
        self._layout = any_table(load(setup.game), names)
        self._strands: list[_Strand] = []
        self.seen = False  # whether anything of a table was ever seen

    @property
    def session(self) -> Session | None:
        """The session that is judged, the likeliest one while several are followed; None before it has begun."""
        return self._strands[0].session if self._strands else None

    def state(self) -> Mapping[str, Any]:
        """Return what lies there once all moves called are made, as `read` says it; {} before the game has begun."""
        session = self.session
        if session is None:
            return {}
        return session.game.sighting(Observation.certain(session.game.table(session.position().state)))

    def watch(self, source: Source) -> Iterator[Call]:
        """Yield the calls in order; CameraError where the source ends before its time, with all called until then."""
        begun = None
        try:
            for still in vision.watch(source):
                begun = begun or still.frame.at
                yield from self._look(still, (still.frame.at - begun).total_seconds())
        finally:
            del self._strands[1:]
        yield from self._told()

    def _look(self, still: Still, t_s: float) -> Iterator[Call]:
        reading = self._read(still)
        self.seen |= reading.calibrated or bool(reading.pieces)
        picture = kept(still.frame.image)
        if not self._strands:
            self._strands = [_Strand(session) for session in self._begun(reading, picture)]
            return
        verdicts = [self._offered(strand, reading, picture, t_s) for strand in self._strands]
        best = min(RANK.index(verdict.finding) for verdict in verdicts)
        if RANK[best] is Finding.LEGAL:
            pairs = zip(self._strands, verdicts, strict=True)
            self._strands = [strand for strand, verdict in pairs if verdict.finding is RANK[best]]
        if len(self._strands) == 1:
            yield from self._told()

    def _told(self) -> Iterator[Call]:
        for strand in self._strands[:1]:
            yield from strand.calls
            strand.calls.clear()

    def _read(self, still: Still) -> Reading:
        session = self.session
        if session is None:
            return self._sessions.eyes.read(still.frame.image, self._layout, None)
        layout = session.game.layout(session.position().state)
        return self._sessions.eyes.read(still.frame.image, layout, session.before())

    def _begun(self, reading: Reading, picture: bytes) -> Iterator[Session]:
        """Yield a session for each way in which play may go on from the first picture of the table."""
        game = load(self._setup.game)
        for setup in setups(self._setup, game, reading):
            session = self._sessions.create(setup)
            empty = not game.table(session.position().state)
            session.offer(beside(reading) if empty else reading, picture)
            if not session.log():
                yield session

    def _offered(self, strand: _Strand, reading: Reading, picture: bytes, t_s: float) -> Verdict[Any]:
        """Offer a reading to a strand's session and note what there is to call, once as long as nothing changes."""
        session = strand.session
        before = session.position()
        verdict = session.offer(reading, picture)
        told = {Finding.LEGAL, Finding.ILLEGAL, Finding.AMBIGUOUS}
        same = strand.last is not None and _key(strand.last) == _key(verdict)
        if verdict.finding in told and not (same and verdict.finding is not Finding.LEGAL):
            strand.calls.append(_call(session, before.state, reading.observation, verdict, t_s))
        if verdict.finding is not Finding.UNEXPLAINED:
            strand.last = verdict
        return verdict


def _key(verdict: Verdict[Any]) -> tuple[Any, ...]:
    return verdict.finding, verdict.move, {candidate.move for candidate in verdict.candidates}


def _call(session: Session, state: Any, seen: Observation, verdict: Verdict[Any], t_s: float) -> Call:  # noqa: ANN401
    seat = session.game.current_player(state)
    player = "" if seat is None else session.setup.players[seat]
    moves = (verdict.move,) if verdict.move is not None else tuple(c.move for c in verdict.candidates)
    shown = _lying(session, state, seen, verdict)
    words = tuple("" if move is None else str(move) for move in moves)
    return Call(t_s, verdict.finding, player, words, verdict.violations, session.game.sighting(shown))


def _lying(session: Session, state: Any, seen: Observation, verdict: Verdict[Any]) -> Observation:  # noqa: ANN401
    """Return what lies there in the state's own cells: as the move found leaves the table, else as it was read."""
    game = session.game
    zones = game.layout(state).zones
    if not seen.anchored and verdict.shift is not None:
        seen = seen.shifted(verdict.shift, [zone.name for zone in zones if zone.grid])
    if verdict.move is None:
        return seen
    loose = {zone.name for zone in zones if zone.shape is Shape.LOOSE}
    table = game.table(game.apply(state, verdict.move))
    apart = {place: odds for place, odds in seen.faces.items() if place.zone in loose}
    return replace(Observation.certain(table, seen.zones), faces=apart | {p: {face: 1.0} for p, face in table.items()})
