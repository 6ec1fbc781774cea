"""The camera's side of a session: read every still and offer it; when the camera is gone, try again."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Final

import vision
from companion.eyes import Eyes, kept
from companion.session import Session
from companion.store import StaleWriteError, StoreError
from vision.camera import CameraError, open_source
from vision.detect_model import ModelError
from vision.settle import Still

PAUSE_S: Final = 3.0
FINISHED: Final = "The camera has shown all its pictures. Play goes on by hand."


class Watcher:
    """Watches one source in a thread of its own; play by hand goes on whatever happens to it.

    `find` gives the session that is played now; while there is none, stills are let go.
    """

    def __init__(self, find: Callable[[], Session | None], eyes: Eyes, source: str, pause_s: float = PAUSE_S) -> None:
        self._find = find
        self._eyes = eyes
        self._source = source
        self._pause_s = pause_s
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """Stop after the still at work; returns after `timeout_s` at the latest."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                if self._watched():
                    return
            except (CameraError, ModelError, StoreError) as error:
                self._tell(f"{error} Play goes on by hand; the camera is tried again every few seconds.")
            self._stopped.wait(self._pause_s)

    def _watched(self) -> bool:
        """Offer every still of the source; True when it is at its end or nobody wants more."""
        with open_source(self._source) as source:
            for still in vision.watch(source):
                if self._stopped.is_set():
                    return True
                if (session := self._find()) is not None:
                    self._offer(session, still)
                    session.notice = ""
        self._tell(FINISHED)
        return True

    def _tell(self, text: str) -> None:
        if (session := self._find()) is not None:
            session.notice = text

    def _offer(self, session: Session, still: Still) -> None:
        image = still.frame.image
        layout = session.game.layout(session.position().state)
        reading = self._eyes.read(image, layout, session.before())
        try:
            session.offer(reading, kept(image))
        except StaleWriteError:  # somebody played by hand meanwhile: the next still shows it
            return
