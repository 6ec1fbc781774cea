"""The camera over a simulated table: it looks as a live one does, again where one picture is not clear."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from companion.eyes import Eyes
from companion.looking import Looking
from companion.session import Session
from rules.game import Verdict
from vision.camera import Frame
from vision.render_faces import Image
from vision.settle import taken


class Onlooker:
    """Shows pictures of one table to a session."""

    def __init__(self, eyes: Eyes, session: Session) -> None:
        self._looking = Looking(eyes)
        self._session = session
        self._frame: Frame | None = None  # the newest one

    def look(self, image: Image, another: Callable[[], Image]) -> Verdict[Any]:
        """Return what came of a picture, and of `another` of the same rest as long as it is not clear."""
        verdict = self._offered(image)
        while self._looking.again:
            verdict = self._offered(another())
        return verdict

    def _offered(self, image: Image) -> Verdict[Any]:
        before, now = self._frame, Frame(image, self._frame.seq + 1 if self._frame else 0, datetime.now(UTC))
        self._frame, still = now, taken(now, before)
        self._looking.note(still)
        return self._looking.offer(self._session, still)
