"""A game from a video: the same eyes and the same judge as at the table, as fast as they go, and with hindsight."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import vision
from companion.beginning import Beginning
from companion.covering import Covering, under
from companion.eyes import Eyes
from companion.opening import any_table
from companion.records import Setup
from companion.rest import Rest
from companion.strands import Call, Strand, agreed, decided, followed
from companion.under_hands import Disturbed, spared
from rules import load
from rules.table import Observation
from vision.camera import Source
from vision.settle import Still, Wishes


class Referee:
    """Judges one game. `setup` has the names and the options that are known; what lies there is found in the video.

    What a picture leaves open, the head of a road or the face of a die, stays open until later ones tell. `profile` is
    a folder of its own for what is learnt of the table, with the sets that were taught; `names` are those of the tiles.
    """

    def __init__(self, profile: Path, setup: Setup, names: tuple[str, ...] = ()) -> None:
        self.game = load(setup.game)
        self.setup = setup
        self.seen = False  # whether anything of a table was ever seen
        self.unexplained = 0  # the newest rests, as many as showed nothing that fits the game so far
        self._eyes = Eyes(profile)
        self._layout = any_table(self.game, names)
        self._beginning = Beginning(self.game, setup)
        self._strands: list[Strand] = []
        self._rest = Rest()
        self._wishes = Wishes()
        self._disturbed = Disturbed()
        self._covering = Covering()
        self._waiting = 0  # what `unexplained` was before this rest
        self._told = 0

    @property
    def state(self) -> Any:  # noqa: ANN401 (each game has its own)
        """The state after all that was called; None before the game has begun."""
        return self._strands[0].state if self._strands else None

    @property
    def called(self) -> int:
        """How many calls were told so far."""
        return self._told

    @property
    def assumed(self) -> Mapping[str, Any]:
        """Options of the set-up that were neither given nor told by any picture."""
        return self._beginning.assumed

    def sighting(self) -> Mapping[str, Any]:
        """Return what lies there after all that was called, as `read` says it; {} before the game has begun."""
        return self.game.sighting(Observation.certain(self.game.table(self.state))) if self._strands else {}

    def watch(self, source: Source) -> Iterator[Call]:
        """Yield the calls in order, as soon as they are sure; CameraError where the source ends before its time.

        What is not sure by the end comes with `rest`.
        """
        for still in vision.watch(source, self._wishes):
            begun = source.begun or still.frame.at
            yield from self.look(still, (still.frame.at - begun).total_seconds())
            if not self._rest.clear(self._strands):
                self._wishes.again.set()

    def look(self, still: Still, t_s: float) -> Iterator[Call]:
        """Take in a still, `t_s` seconds into the video; yield the calls that are sure now that the last rest is over.

        The strands that led up to this rest go on by what its stills show together.
        """
        if self._rest.looks and not still.same:
            yield from self._next_rest()
        if not self._rest.looks:
            self._rest.t_s = t_s
        self._covering.see(still)
        rest, disturbed = self._rest, self._disturbed.add(still)
        layout = self.game.layout(rest.base[0].state) if rest.base else self._layout
        raw = rest.add(self._eyes.read(still.frame.image, layout, rest.before), layout)
        self.seen |= raw.calibrated or bool(raw.pieces)
        if not rest.base:
            self._strands = self._beginning.strands(rest, still) if self.seen else []
            return
        before = rest.base[0].before
        shown = spared(raw, before, still.hand, disturbed, layout.slots)
        rest.shown = under(shown, before, self._covering.covered(before, shown)) if before else shown
        strands = followed(self.game, rest.base, rest.shown, rest.t_s)
        self._strands = self._beginning.reconsidered(strands, rest, still)
        self.unexplained = self._waiting + 1 if rest.told_nothing(self._strands) else 0

    def rest(self) -> Iterator[Call]:
        """Yield what was called and not told yet, the likeliest where it stayed open; then nothing is open any more."""
        yield from self._new(decided(self._strands))
        del self._strands[1:]

    def _next_rest(self) -> Iterator[Call]:
        """Begin another rest: what was found in the last one stands. Yield the calls that all strands agree on."""
        self._beginning.passed(self._rest)
        if self._rest.agrees(self._strands):
            self._disturbed.clear()
            self._covering.agree()
        self._waiting = self.unexplained
        self._rest = Rest(self._strands, self._rest.raw or self._rest.earlier)
        if not self._beginning.open:
            yield from self._new(agreed(self._strands))

    def _new(self, calls: tuple[Call, ...]) -> Iterator[Call]:
        yield from calls[self._told :]
        self._told = max(self._told, len(calls))
