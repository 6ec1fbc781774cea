"""Hours of trouble in minutes: `make soak` pulls the plug 200 times, fills a disk, and watches a day of frames.

`python tests/soak.py --kills 200 --hours 24 --seed N`; prints figures, and stops at what is lost.
"""

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import cv2
import numpy as np
from cv2.typing import MatLike
from plug import fill, pull
from small_disk import small_disk

from companion.automation import WatchedCamera
from companion.demo import FOLDER, PLAYERS, record
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from companion.watcher import FINISHED, Watcher
from vision.camera import read_picture

FILM_H = 1  # hours in one film, which is shown again and again
FRAMES_A_S = 1
WIDE_PX, TALL_PX = 640, 480
CHANGE_S = 240  # another picture of the table every few minutes
HAND_S = 3  # an arm over it in between
PAGE = 4096


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--hours", type=int, default=24)
    asked.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    chosen = asked.parse_args()
    tell(f"seed {chosen.seed}")
    if chosen.kills:
        plug(chosen.kills, chosen.seed)
        disk(chosen.kills, chosen.seed)
    if chosen.hours:
        day(chosen.hours)


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def plug(kills: int, seed: int) -> None:
    """Pull the plug so many times and tell what came of it."""
    with TemporaryDirectory(prefix="companion-soak-") as folder:
        found = pull(Path(folder), kills, seed)
    tell(
        f"The plug pulled {found.kills} times: {found.accepted} moves accepted, none lost; "
        f"{found.unanswered_kept} more were on disk before they were answered.\n"
        f"It answered again after {median(found.resumed_s):.2f} s, at most {max(found.resumed_s):.2f} s "
        f"(of a processor's work {median(found.worked_s):.2f} and {max(found.worked_s):.2f} s)."
    )


def disk(times: int, seed: int) -> None:
    """Fill the disk so many times and tell what came of it."""
    with TemporaryDirectory(prefix="companion-soak-") as folder:
        try:
            with small_disk(Path(folder), 8) as found:
                outcome, refused = fill(found, times, seed)
        except PermissionError:
            tell("No disk was filled: only root may mount a small one.")
            return
    tell(f"The disk filled {times} times: {outcome.accepted} moves accepted, {refused} refused, none lost.")


def day(hours: int) -> None:
    """Watch so many hours of frames and tell how memory grew."""
    with TemporaryDirectory(prefix="companion-soak-") as folder:
        film = Path(folder) / "film.mp4"
        frames = draw(film)
        sessions = Sessions(Path(folder) / "profile")
        hand = record()
        session = sessions.create(Setup(hand.game, hand.seats, PLAYERS, hand.options))
        begun, measured = monotonic(), [(hour, memory_mb()) for hour in shown(session, sessions, film, hours)]
        stills = session.latest()
        sessions.close()
    later = measured[len(measured) // 4 :]  # models load and caches fill first
    slope = float(np.polyfit([hour for hour, _ in later], [mb for _, mb in later], 1)[0])
    tell(
        f"{hours} h of frames watched in {monotonic() - begun:.0f} s: {frames * hours // FILM_H} frames, "
        f"{stills.id if stills else 0} stills read. Memory {measured[0][1]:.0f} MB after the first {FILM_H} h, "
        f"{measured[-1][1]:.0f} MB at the end: {slope:+.3f} MB/h."
    )


def shown(session: Session, sessions: Sessions, film: Path, hours: int) -> Iterator[int]:
    """Show the film until the hours are over; yield the hours so far after each time."""
    for hour in range(FILM_H, hours + 1, FILM_H):
        session.notice = ""
        watcher = Watcher(lambda: session, sessions.eyes, WatchedCamera(str(film)))
        watcher.start()
        while session.notice != FINISHED:
            sleep(0.05)
        watcher.stop()
        view(session)
        tell(f"  {hour} h: {memory_mb():.0f} MB")
        yield hour


def draw(film: Path) -> int:
    """Write the film of pictures of the demonstration, an arm between them, and return how many frames it has."""
    pictures = [cv2.resize(read_picture(path), (WIDE_PX, TALL_PX)) for path in sorted(FOLDER.glob("*.jpg"))]
    with written(film) as out:
        for second in range(FILM_H * 3600 * FRAMES_A_S):
            picture = pictures[second // CHANGE_S % len(pictures)]
            out.write(armed(picture) if second % CHANGE_S < HAND_S else picture)
    return FILM_H * 3600 * FRAMES_A_S


def armed(picture: MatLike) -> MatLike:
    """Return the picture with an arm over it."""
    return cv2.line(picture.copy(), (0, 0), (picture.shape[1] // 2, picture.shape[0] // 2), (90, 120, 190), 60)


@contextmanager
def written(film: Path) -> Iterator[cv2.VideoWriter]:
    out = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_A_S, (WIDE_PX, TALL_PX))
    try:
        yield out
    finally:
        out.release()


def memory_mb() -> float:
    """Return what of this process is in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


if __name__ == "__main__":
    main()
