"""How a filmed game begins: with what lies on the table at first, and with what that picture overlooked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Any, Final

from companion.memory import anchored, on_the_log
from companion.one_rest import NEAR, far, same_cells
from companion.opening import beside, setups
from companion.records import Setup
from companion.rest import Rest
from companion.strands import Strand, followed, pruned
from companion.under_hands import moved_places
from rules import AnyGame
from rules.game import ABSENCE, judge
from rules.opening import Guessing
from vision.reading import Piece, Reading
from vision.settle import Still, taken

if TYPE_CHECKING:
    from vision.camera import Frame

RESTS: Final = 4  # so many rests after the first one may show what that one overlooked


class Beginning:
    """The ways in which play may go on from the first rest that shows pieces."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self._game, self._setup = game, setup
        self.assumed: Mapping[str, Any] = {}  # options that no picture tells
        self._shown: tuple[Reading, Frame] | None = None  # in the first rest
        self._over = False  # whether that rest is
        self._since: list[tuple[Reading, float]] = []  # what the rests after it showed, and when

    @property
    def open(self) -> bool:
        """Whether another beginning may still be found."""
        return len(self._since) < RESTS

    def strands(self, rest: Rest, still: Still) -> list[Strand]:
        """Return a strand for each way in which play may go on, the likeliest first, while there is none yet.

        Where the first rest shows no position, even with what it overlooked, another one is the first.
        """
        if rest.raw is None:
            return []
        if self._over and (course := self._whole(rest.raw, rest, still)):
            return pruned(course)
        begun = pruned(self._from(rest.raw))
        if begun or not self._over:
            self._shown, self._since, self._over = (rest.raw, still.frame), [], False
        return begun

    def passed(self, rest: Rest) -> None:
        """Note that a rest is over, and what it showed if it came after the first one."""
        sight = rest.shown or rest.raw
        if self._over and sight and self.open:
            self._since.append((sight, rest.t_s))
        self._over = self._shown is not None

    def reconsidered(self, strands: list[Strand], rest: Rest, still: Still) -> list[Strand]:
        """Return the strands, with those from a beginning with pieces that the first rest overlooked, if any are seen.

        A piece lay there already if nothing has moved where it lies since.
        """
        return pruned([*strands, *self._whole(rest.shown, rest, still)]) if self.open else strands

    def _whole(self, shown: Reading | None, rest: Rest, still: Still) -> list[Strand]:
        """Return where play may have led from the first rest with what it overlooked, [] where that is nothing."""
        found = list(self._overlooked(rest.raw, still))
        if not (found and rest.raw and shown and self._shown):
            return []
        whole, cost = _with(self._shown[0], found, rest.raw), len(found) * log(ABSENCE)
        course = [replace(one, weight=one.weight + cost) for one in pruned(self._from(whole))]
        for sight, t_s in (*self._since, (shown, rest.t_s)):
            course = followed(self._game, course, sight, t_s)
        return course

    def _from(self, reading: Reading) -> Iterator[Strand]:
        for number, setup in enumerate(setups(self._setup, self._game, reading)):
            guessed = self._guessed(setup)
            self.assumed = guessed if number == 0 or guessed == self.assumed else {}  # else later moves tell
            state = self._game.initial_state(setup.seats, **setup.options)
            shown = reading if self._game.table(state) else beside(reading)
            verdict = judge(self._game, state, shown.observation)
            before = on_the_log(anchored(shown, verdict), self._game.table(state), self._game.layout(state))
            yield Strand(state, before, weight=verdict.evidence)

    def _guessed(self, setup: Setup) -> Mapping[str, Any]:
        """Return the options of a set-up that were neither given nor told by what lay there."""
        guesses = self._game.guesses if isinstance(self._game, Guessing) else frozenset[str]()
        return {name: setup.options[name] for name in sorted(guesses & (setup.options.keys() - self._setup.options))}

    def _overlooked(self, now: Reading | None, still: Still) -> Iterator[Piece]:
        """Yield the pieces on the grid where the first rest showed none, and where nothing has moved since."""
        if now is None or self._shown is None or not (now.pose and same_cells(self._shown[0], now)):
            return
        first, frame = self._shown
        moved = moved_places(now, taken(still.frame, frame).moved)
        for piece in now.pieces:
            lay = piece.place is not None and len(piece.place.cell) > 1 and piece.place not in moved
            if lay and not any(one.kind == piece.kind and far(piece, one) < NEAR for one in first.pieces):
                yield piece


def _with(first: Reading, found: Iterable[Piece], now: Reading) -> Reading:
    """Return the first reading with pieces that another one found, as they are read there."""
    more = {piece.place: piece for piece in found if piece.place and piece.place not in first.observation.faces}
    odds = {place: now.observation.faces[place] for place in more if place in now.observation.faces}
    hidden = first.observation.hidden | (now.observation.hidden & more.keys())
    seen = replace(first.observation, faces={**first.observation.faces, **odds}, hidden=hidden)
    return replace(first, pieces=(*first.pieces, *more.values()), observation=seen)
