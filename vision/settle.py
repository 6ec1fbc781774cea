"""From frames to stills: one still when nothing has moved for a moment, with what was disturbed since the last."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_frame import Frame
from vision.settle_bump import Realigned, realigned
from vision.settle_light import Grey, changed, small_grey

STILL_AFTER = timedelta(seconds=0.5)
HAND_PATIENCE = timedelta(seconds=3)

_LEAST_BLOB = 10  # small pixels: a quarter of a 16 mm die
_ARM_PART = 0.01  # of the picture
_LIGHT_PART = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A frame in which nothing moves.

    `moved` is a bool mask (H, W) of the frame: pixels disturbed since the previous still, by pieces, hands or shadows.
    `light_changed` tells that the light is another one than at the previous still; by itself it disturbs nothing.
    `same`: nothing was disturbed since then, so it shows the same table. `asked`: somebody said that the move is done.
    `hand` is a mask like `moved` of what reaches in from the picture's edge, None where nothing does.
    """

    frame: Frame
    moved: NDArray[np.bool_]
    light_changed: bool = False
    same: bool = False
    asked: bool = False
    hand: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What may be asked of a camera that is watched, from any thread; each is cleared when it is granted.

    `done`: a still of the next frame, whatever moves. `again`: another still of the same rest, to see it better; void
    once something moves.
    """

    done: Event = field(default_factory=Event)
    again: Event = field(default_factory=Event)


def settle(frames: Iterable[Frame], wishes: Wishes | None = None) -> Iterator[Still]:
    """Yield a still when nothing has moved for half a second, if anything has since the still before.

    A hand that reaches in from the picture's edge and rests is waited for, three seconds at most.
    """
    wishes = wishes or Wishes()
    watcher: _Watcher | None = None
    for frame in frames:
        grey = small_grey(frame.image)
        if watcher is None or watcher.shape != grey.shape:
            watcher = _Watcher(frame, grey)
        watcher.see(frame, grey)
        if not watcher.at_rest:
            wishes.again.clear()
        asked = wishes.done.is_set()
        if asked or wishes.again.is_set() or watcher.is_due():
            for wish in (wishes.done, wishes.again):
                wish.clear()
            yield watcher.take(asked=asked)


def taken(frame: Frame, before: Frame | None) -> Still:
    """Return a frame as a still that follows the frame `before`, None for the first one; no hand is looked for."""
    now = small_grey(frame.image)
    differs = np.ones(now.shape, np.bool_) if before is None else changed(small_grey(before.image), now)[0]
    return Still(frame, _full_size(differs, frame), same=bool(differs.sum() < _LEAST_BLOB))


class _Watcher:
    """What is known between two stills, in small grey pictures."""

    def __init__(self, frame: Frame, grey: Grey) -> None:
        self._kept: Grey | None = None  # the last still
        self._bare: Grey | None = None  # the same without the hand over it: there it is older
        self._quiet_from, self._quiet = frame.at, grey
        self._last, self._grey = frame, grey
        self._disturbed = np.zeros(grey.shape, np.bool_)
        self._light_changed = False
        self._bump: Realigned | None = None  # of the rest that began at `_bump_from`
        self._bump_from: datetime | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return self._grey.shape

    @property
    def at_rest(self) -> bool:
        """Whether nothing has moved since the last still."""
        return self._kept is not None and self._disturbed.sum() < _LEAST_BLOB

    def see(self, frame: Frame, grey: Grey) -> None:
        """Take in the next frame; the quiet begins anew where it differs from the one that began it."""
        moved, light = changed(self._quiet, grey)
        if moved.sum() >= _LEAST_BLOB or light > _LIGHT_PART:
            self._disturbed |= moved
            self._quiet_from, self._quiet = frame.at, grey
        self._last, self._grey = frame, grey

    def is_due(self) -> bool:
        """Return whether it has been quiet long enough, and something happened since the last still."""
        quiet_for = self._last.at - self._quiet_from
        if quiet_for < STILL_AFTER:
            return False
        if self._kept is None:
            return True
        since, light = changed(self._kept, self._grey)
        self._light_changed = light > _LIGHT_PART
        if not self._light_changed and self._disturbed.sum() < _LEAST_BLOB:
            return False
        return quiet_for >= HAND_PATIENCE or self._hand(since) is None

    def _hand(self, since: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Return what reaches in, looked for again where the camera is now if it may have been bumped; None: nothing.

        A bump is looked for once in each rest, for that takes a while.
        """
        hand = _reaching(since)
        if hand is None or self._kept is None or self._bare is None:
            return None
        if self._bare is not self._kept:  # a hand that has gone leaves as much behind as one that comes
            hand = _reaching(since & changed(self._bare, self._grey)[0])
        if hand is None:
            return None
        if self._bump_from != self._quiet_from:
            self._bump, self._bump_from = realigned(self._kept, self._grey), self._quiet_from
        if self._bump is None:
            return hand
        before, known = self._bump
        return _reaching(changed(before, self._grey)[0], known)

    def take(self, *, asked: bool = False) -> Still:
        """Return the still and begin anew."""
        unknown = np.ones(self._grey.shape, np.bool_)
        differs = unknown if self._kept is None else changed(self._kept, self._grey)[0]
        since, hand = self._disturbed | differs, self._hand(differs)
        same = bool(since.sum() < _LEAST_BLOB)
        still = Still(
            self._last,
            _full_size(since, self._last),
            self._light_changed,
            same,
            asked,
            None if hand is None else _full_size(hand, self._last),
        )
        bare = self._grey if hand is None or self._bare is None else np.where(hand, self._bare, self._grey)
        self._kept, self._bare = self._grey, bare
        self._disturbed, self._light_changed = np.zeros_like(since), False
        return still


def _reaching(since: NDArray[np.bool_], known: NDArray[np.bool_] | None = None) -> NDArray[np.bool_] | None:
    """Return the large things, new since the last still, that touch the picture's edge, as an arm does; None: none.

    The edge is that of what is `known`, where only part of the picture is.
    """
    inside = np.ones(since.shape, np.uint8) if known is None else known.astype(np.uint8)
    inner = cv2.erode(inside, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((since & (inside > 0)).astype(np.uint8))
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > _ARM_PART * since.size]
    reaching = np.intersect1d(labels[inner == 0], large)
    return np.isin(labels, reaching) if reaching.size else None


def _full_size(mask: NDArray[np.bool_], frame: Frame) -> NDArray[np.bool_]:
    height, width = frame.image.shape[:2]
    scaled = cv2.resize(mask.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(scaled, np.bool_)
