"""How a filmed game begins: with what lies on the table at first, and with what that picture overlooked."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Final

from companion.memory import anchored, on_the_log
from companion.one_rest import NEAR, far, same_cells
from companion.opening import beside, setups
from companion.records import Setup
from companion.rest import Rest
from companion.strands import Strand, followed, pruned
from companion.under_hands import moved_places
from rules import AnyGame
from rules.game import ABSENCE, judge
from vision.reading import Piece, Reading
from vision.settle import Still, taken

if TYPE_CHECKING:
    from vision.camera import Frame

RESTS: Final = 4  # so many rests after the first one may show what that one overlooked


class Beginning:
    """The ways in which play may go on from the first rest that shows a position of the game."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self._game, self._setup = game, setup
        self._shown: tuple[Reading, Frame] | None = None  # in the first rest
        self._since: list[tuple[Reading, float]] = []  # what the rests after it showed, and when

    @property
    def open(self) -> bool:
        """Whether another beginning may still be found."""
        return len(self._since) < RESTS

    def strands(self, raw: Reading, still: Still) -> list[Strand]:
        """Return a strand for each way in which play may go on from the first rest, the likeliest first."""
        self._shown = raw, still.frame
        return pruned(self._from(raw))

    def passed(self, rest: Rest) -> None:
        """Note that a rest is over, if it came after the first one, and what it showed."""
        if rest.shown and self.open:
            self._since.append((rest.shown, rest.t_s))

    def reconsidered(self, strands: list[Strand], rest: Rest, still: Still) -> list[Strand]:
        """Return the strands, with those from a beginning with pieces that the first rest overlooked, if any are seen.

        A piece lay there already if nothing has moved where it lies since.
        """
        found = list(self._overlooked(rest.raw, still)) if self.open else []
        if not (found and rest.raw and rest.shown and self._shown):
            return strands
        whole = _with(self._shown[0], found, rest.raw)
        course = [replace(one, weight=one.weight + len(found) * log(ABSENCE)) for one in pruned(self._from(whole))]
        for sight, t_s in (*self._since, (rest.shown, rest.t_s)):
            course = followed(self._game, course, sight, t_s)
        return pruned([*strands, *course])

    def _from(self, reading: Reading) -> Iterator[Strand]:
        for setup in setups(self._setup, self._game, reading):
            state = self._game.initial_state(setup.seats, **setup.options)
            shown = reading if self._game.table(state) else beside(reading)
            verdict = judge(self._game, state, shown.observation)
            before = on_the_log(anchored(shown, verdict), self._game.table(state), self._game.layout(state))
            yield Strand(state, before, weight=verdict.evidence)

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
