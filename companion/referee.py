"""A game from a video: the same eyes and the same judge as at the table, as fast as they go, and with hindsight."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import vision
from companion.eyes import Eyes
from companion.memory import anchored
from companion.opening import any_table, beside, setups
from companion.records import Setup
from companion.strands import Call, Strand, agreed, decided, followed, pruned
from companion.under_hands import Disturbed, spared
from rules import load
from rules.game import judge
from rules.opening import Guessing
from rules.table import Observation
from vision.camera import Source
from vision.reading import Reading
from vision.settle import Still


class Referee:
    """Judges one game. `setup` has the names and the options that are known; what lies there is found in the video.

    What a picture leaves open, the head of a road or the face of a die, stays open until later ones tell. `profile` is
    a folder of its own for what is learnt of the table, with the sets that were taught; `names` are those of the tiles.
    """

    def __init__(self, profile: Path, setup: Setup, names: tuple[str, ...] = ()) -> None:
        self.game = load(setup.game)
        self.setup = setup
        self.seen = False  # whether anything of a table was ever seen
        self.unexplained = 0  # the newest stills, as many as showed nothing that fits the game so far
        self.assumed: Mapping[str, Any] = {}  # options that no picture tells
        self._eyes = Eyes(profile)
        self._layout = any_table(self.game, names)
        self._strands: list[Strand] = []
        self._disturbed = Disturbed()
        self._told = 0

    @property
    def state(self) -> Any:  # noqa: ANN401 (each game has its own)
        """The state after all that was called; None before the game has begun."""
        return self._strands[0].state if self._strands else None

    @property
    def called(self) -> int:
        """How many calls were told so far."""
        return self._told

    def sighting(self) -> Mapping[str, Any]:
        """Return what lies there after all that was called, as `read` says it; {} before the game has begun."""
        return self.game.sighting(Observation.certain(self.game.table(self.state))) if self._strands else {}

    def watch(self, source: Source) -> Iterator[Call]:
        """Yield the calls in order, as soon as they are sure; CameraError where the source ends before its time.

        What is not sure by the end comes with `rest`.
        """
        for still in vision.watch(source):
            begun = source.begun or still.frame.at
            self.look(self._read(still), (still.frame.at - begun).total_seconds())
            yield from self._new(agreed(self._strands))

    def rest(self) -> Iterator[Call]:
        """Yield what was called and not told yet, the likeliest where it stayed open; then nothing is open any more."""
        yield from self._new(decided(self._strands))
        del self._strands[1:]

    def _new(self, calls: tuple[Call, ...]) -> Iterator[Call]:
        yield from calls[self._told :]
        self._told = max(self._told, len(calls))

    def _read(self, still: Still) -> Reading:
        image, disturbed = still.frame.image, self._disturbed.add(still)
        if not self._strands:
            return self._eyes.read(image, self._layout, None)
        leading = self._strands[0]
        layout = self.game.layout(leading.state)
        reading = self._eyes.read(image, layout, leading.before)
        return spared(reading, leading.before, still.hand, disturbed, layout.slots)

    def look(self, reading: Reading, t_s: float) -> None:
        """Take in what was read `t_s` seconds into the video; what comes of it is told by `watch` and `rest`."""
        self.seen |= reading.calibrated or bool(reading.pieces)
        led, earlier = self._strands[:1], [strand.before for strand in self._strands]
        if self._strands:
            self._strands = followed(self.game, self._strands, reading, t_s)
            self.unexplained = self.unexplained + 1 if _waited(led[0], self._strands[0]) else 0
        elif self.seen:
            self._strands = pruned(self._beginnings(reading))
        before = self._strands[0].before if self._strands else None
        if before and all(before is not one for one in earlier):  # the table agrees with the likeliest course
            self._disturbed.clear()

    def _beginnings(self, reading: Reading) -> Iterator[Strand]:
        """Yield a strand for each way in which play may go on from the first picture of the table."""
        for number, setup in enumerate(setups(self.setup, self.game, reading)):
            guessed = self._guessed(setup)
            self.assumed = guessed if number == 0 or guessed == self.assumed else {}  # else later moves tell
            state = self.game.initial_state(setup.seats, **setup.options)
            shown = reading if self.game.table(state) else beside(reading)
            verdict = judge(self.game, state, shown.observation)
            yield Strand(state, anchored(shown, verdict), weight=verdict.evidence)

    def _guessed(self, setup: Setup) -> Mapping[str, Any]:
        """Return the options of a set-up that were neither given nor told by what lay there."""
        guesses = self.game.guesses if isinstance(self.game, Guessing) else frozenset[str]()
        return {name: setup.options[name] for name in sorted(guesses & (setup.options.keys() - self.setup.options))}


def _waited(before: Strand, now: Strand) -> bool:
    """Return whether a still has told a strand nothing: neither that all lies as it did, nor a move, good or bad."""
    return now.before is before.before and len(now.calls) == len(before.calls) and not now.open
