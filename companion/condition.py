"""How this box fares: temperature, room, the camera's pace, what was read last and how well this table is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from itertools import chain
from platform import python_version

from companion import checkup
from companion.checkup import Check
from companion.eyes import Timed
from companion.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What was read at this table: in how many sessions, how many pieces, and how many of them people corrected."""

    sessions: int
    pieces: int
    corrected: int

    @property
    def percent(self) -> float | None:
        """The share of pieces that nobody had to correct; None before the first was read."""
        return 100 * (1 - self.corrected / self.pieces) if self.pieces else None


@dataclass(frozen=True, slots=True)
class Condition:
    """Everything on the system page at one moment."""

    version: str
    checks: tuple[Check, ...]
    packages: tuple[str, ...]
    source: str
    rate: float
    taken: datetime | None
    trouble: str
    reads: tuple[Timed, ...]
    accuracy: Accuracy


def condition(sessions: Sessions) -> Condition:
    """Return how the box fares now."""
    camera = sessions.camera
    frame = camera.sight.frame if camera else None
    return Condition(
        version=version("table-companion"),
        checks=tuple(chain(checkup.raspberry(), _room(sessions))),
        packages=(f"Python {python_version()}", *(f"{name} {version(name)}" for name in checkup.PACKAGES)),
        source=camera.source if camera else "",
        rate=camera.sight.rate if camera else 0.0,
        taken=frame.at if frame else None,
        trouble=camera.sight.trouble if camera else "",
        reads=tuple(reversed(sessions.eyes.reads)),
        accuracy=_accuracy(sessions),
    )


def _room(sessions: Sessions) -> Iterator[Check]:
    """Yield how much room the profile's disk has; whether it can be written only where it cannot."""
    yield from (check for check in checkup.profile(sessions.profile) if check.name == "disk" or not check.ok)


def _accuracy(sessions: Sessions) -> Accuracy:
    counts = [(read, wrong) for read, wrong in _counts(sessions) if read]
    return Accuracy(len(counts), sum(read for read, _ in counts), sum(wrong for _, wrong in counts))


def _counts(sessions: Sessions) -> Iterator[tuple[int, int]]:
    for one in sessions.summaries():
        yield sessions.store.accuracy(one.id)
