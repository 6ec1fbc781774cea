"""From a still to a verdict: it is read, freed of what cannot be, and offered with other stills of one rest."""

from dataclasses import dataclass, replace
from typing import Any, Final

from companion.covering import Covering, covered_places, under
from companion.eyes import Eyes, kept
from companion.one_rest import together
from companion.session import Session
from companion.under_hands import Disturbed, moved_places, spared
from rules.game import Finding, Verdict
from vision.reading import Reading
from vision.settle import Still

UNCLEAR: Final = frozenset({Finding.AMBIGUOUS, Finding.UNEXPLAINED})
AGREED: Final = frozenset({Finding.LEGAL, Finding.UNCHANGED})
LOOKS: Final = 3  # most stills of one rest that are read to see it better


@dataclass(frozen=True, slots=True)
class _Seen:
    """The still read last: by which session, what was read, what came of it, and how many stills showed this table.

    `length` is that of the log it was judged against.
    """

    session: Session
    length: int
    reading: Reading
    verdict: Verdict[Any]
    looks: int


class Looking:
    """Looks at a table for sessions, still by still. What is seen of one rest is taken together."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._last: _Seen | None = None
        self._disturbed = Disturbed()  # since the table agreed with the log
        self._moved = Disturbed()  # since the rest before this one
        self._covering = Covering()
        self._offered = False  # whether a still of this rest was read

    def forget(self) -> None:
        """Begin anew: another camera, or the same one after a while."""
        self._last = None
        self._disturbed.clear()
        self._moved.clear()

    def note(self, still: Still) -> None:
        """Note what a still says has moved: of each one, whether it is read or not."""
        self._disturbed.add(still)
        if self._offered and not still.same:
            self._moved.clear()
        self._moved.add(still)
        self._offered &= still.same

    def offer(self, session: Session, still: Still, *, suggest: bool = False) -> Verdict[Any]:
        """Read a still that was noted and offer it; return what came of it."""
        image = still.frame.image
        self._covering.see(still)
        position = session.position()
        layout = session.game.layout(position.state)
        before = session.before()
        seen = self._eyes.read(image, layout, before)
        reading = spared(seen, before, still.hand, self._disturbed.add(still), layout.slots)
        reading = under(reading, before, self._covering.covered(before, reading)) if before else reading
        earlier = self._last if still.same and self._last and self._last.session is session else None
        if earlier:
            seen_before = earlier.reading if earlier.length == position.length else _explained(earlier.reading)
            reading = together(seen_before, earlier.verdict, reading, layout)
        self._offered = True
        moved = moved_places(reading, self._moved.add(still))
        verdict = session.offer(reading, kept(image), suggest=suggest, moved=moved)
        self._last = _Seen(session, position.length, reading, verdict, earlier.looks + 1 if earlier else 1)
        if verdict.finding in AGREED and not covered_places(reading):
            self._disturbed.clear()
            self._covering.agree()
        return verdict

    @property
    def again(self) -> bool:
        """Whether the still offered last was not clear, and another one of the same rest may help."""
        return self._last is not None and self._last.verdict.finding in UNCLEAR and self._last.looks < LOOKS


def _explained(reading: Reading) -> Reading:
    """Return a reading by which nothing has moved: people have told since what happened."""
    return replace(reading, observation=replace(reading.observation, disturbed=frozenset()))
