"""The camera's side of a session: read every still and offer it; when the camera is gone, try again."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final

import vision
from companion.automation import Automation, WatchedCamera
from companion.eyes import UNREADABLE, Eyes
from companion.looking import Looking
from companion.session import Session
from companion.store import StaleWriteError, StoreError
from rules.game import Finding, Verdict
from rules.text import say
from vision.camera import CameraError, open_source
from vision.detect_model import ModelError
from vision.reading import readable
from vision.settle import Still

PAUSE_S: Final = 3.0
FINISHED: Final = say("The camera has shown all its pictures. Play goes on by hand.")
ONLY_LIGHT: Final = say("The light has changed, the table has not.")
HAND_OVER: Final = say("A hand is over the table: the move is read once it is gone.")


class Watcher:
    """Watches one source in a thread of its own; play by hand goes on whatever happens to it.

    `find` gives the session that is played now; while there is none, stills are let go. A still that is not clear is
    looked at again, and what is seen of one table is taken together.
    """

    def __init__(
        self, find: Callable[[], Session | None], eyes: Eyes, camera: WatchedCamera, pause_s: float = PAUSE_S
    ) -> None:
        self._find = find
        self._looking = Looking(eyes)
        self._camera = camera
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
                self._camera.sight.trouble = str(error)
                self._tell(
                    say("{error} Play goes on by hand; the camera is tried again every few seconds.", error=error)
                )
            self._stopped.wait(self._pause_s)

    def _watched(self) -> bool:
        """Offer every still of the source; True when it is at its end or nobody wants more."""
        self._looking.forget()
        with open_source(self._camera.source) as source:
            for still in vision.watch(self._camera.sight.of(source), self._camera.wishes):
                if self._stopped.is_set():
                    return True
                self._looking.note(still)
                session = self._find()
                if session is not None and not readable(session.game.layout(session.position().state)):
                    session.notice = UNREADABLE
                elif session is not None and (still.asked or self._camera.automation is not Automation.OFF):
                    session.notice = _noticed(still, self._offer(session, still))
        self._tell(FINISHED)
        return True

    def _tell(self, text: str) -> None:
        if (session := self._find()) is not None:
            session.notice = text

    def _offer(self, session: Session, still: Still) -> Verdict[Any] | None:
        try:
            verdict = self._looking.offer(session, still, suggest=self._camera.automation is Automation.SUGGEST)
        except StaleWriteError:  # somebody played by hand meanwhile: the next still shows it
            return None
        if self._looking.again:
            self._camera.wishes.again.set()
        return verdict


def _noticed(still: Still, verdict: Verdict[Any] | None) -> str:
    """Return what people should know of a still beside its verdict; "" for nothing."""
    if still.hand is not None and verdict is not None and verdict.finding is not Finding.LEGAL:
        return HAND_OVER
    return ONLY_LIGHT if still.same and still.light_changed else ""
