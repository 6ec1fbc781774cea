"""Server-Sent Events: a page is told that something changed, and fetches what it shows."""

from collections.abc import Iterator
from typing import Final

from companion.session import Session

HEARTBEAT_S: Final = 10.0
RETRY_MS: Final = 1000


def stream(session: Session, seen: str) -> Iterator[str]:
    """Yield an event for each new version after `seen` (a page's Last-Event-ID), and a heartbeat in between."""
    yield f"retry: {RETRY_MS}\n\n"
    while not session.closed:
        version = session.version()
        if version != seen:
            seen = version
            yield f"id: {version}\nevent: changed\ndata: {version}\n\n"
        elif not session.wait(seen, HEARTBEAT_S):
            yield ": still here\n\n"
