"""One rest of the table as a referee sees it: its stills taken together, and the strands that led up to it."""

from dataclasses import dataclass, field, replace
from typing import Final

from companion.one_rest import joined, same_cells
from companion.strands import Strand, near
from rules.table import ALIKE, Layout
from vision.reading import Reading

LOOKS: Final = 5  # most stills of one rest that are read to see it better
SEEN_ONCE: Final = 0.98  # a piece that another still of the rest does not show is perhaps none


@dataclass(slots=True)
class Rest:
    """What was seen since the table came to rest, `t_s` seconds into the video, after the strands `base`.

    `earlier` is what was read before they began. `raw` is what all stills of this rest showed together; `shown` is that
    freed of what cannot be, by what was seen before.
    """

    base: list[Strand] = field(default_factory=list)
    earlier: Reading | None = None
    t_s: float = 0.0
    raw: Reading | None = None
    shown: Reading | None = None
    looks: int = 0

    @property
    def before(self) -> Reading | None:
        """What was read before this rest; what it showed itself where that has no grid to number cells by."""
        before = self.base[0].before if self.base else self.earlier
        return before if before and before.pose else self.raw or before

    def add(self, reading: Reading, layout: Layout) -> Reading:
        """Take in another still's reading; return what all show together, or this one alone if its cells differ.

        Together they are worth no more than two are: a die that all of them read badly in the same way stays open.
        """
        self.looks += 1
        earlier = self.raw
        kept = ALIKE if self.looks == 2 else 1 - 1 / self.looks  # noqa: PLR2004 (one alone is worth 1)
        if earlier is None or not same_cells(earlier, reading):
            self.raw = reading
        else:
            self.raw = _doubting(joined(earlier, reading, layout, (kept, 2 * ALIKE / self.looks)), earlier, reading)
        return self.raw

    def clear(self, strands: list[Strand]) -> bool:
        """Whether this rest need not be seen better: it agrees with the likeliest of `strands`, which has no rival.

        Where hands have left all as it was, what they laid may have been overlooked. What the first rest overlooks is
        missed all along: it is never clear.
        """
        if self.looks >= LOOKS:
            return True
        settled = bool(self.base) and self.agrees(strands) and len(near(strands)) == 1
        return settled and (self.looks > 1 or len(strands[0].calls) > len(self.base[0].calls))

    def agrees(self, strands: list[Strand]) -> bool:
        """Whether the table agrees with the likeliest course now."""
        before = strands[0].before if strands else None
        return before is not None and all(before is not one.before for one in self.base)

    def told_nothing(self, strands: list[Strand]) -> bool:
        """Whether it fits the likeliest course in no way: neither does all lie as it did, nor is there a move."""
        if not (self.base and strands):
            return False
        led, now = self.base[0], strands[0]
        return now.before is led.before and len(now.calls) == len(led.calls) and not now.open


def _doubting(both: Reading, earlier: Reading, now: Reading) -> Reading:
    """Return what two readings show together, not quite sure of what lies on a grid for only one of them."""
    seen = both.observation
    once = earlier.observation.faces.keys() ^ now.observation.faces.keys()
    doubted = {place for place in once if len(place.cell) > 1 and place in seen.faces}
    less = {place: {face: SEEN_ONCE * p for face, p in seen.faces[place].items()} for place in doubted}
    return replace(both, observation=replace(seen, faces={**seen.faces, **less}))
