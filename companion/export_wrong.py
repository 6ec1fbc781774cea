"""“This went wrong”: what helps to find a mistake, packed into one file that people look at before they send it."""

import io
import json
import platform
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from companion import codec
from companion.checkup import PACKAGES
from companion.export import log_json, telling
from companion.records import Still
from companion.session import Session
from rules.text import say

LONGEST_NOTE: Final = 2000  # characters
CONCERNED: Final = 2  # newest pictures that are ticked at first
EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the same bundle twice is the same file


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the bundle: its name, what is in it, in words, and its content."""

    name: str
    what: str
    content: bytes

    @property
    def size(self) -> str:
        """The size in words."""
        return f"{max(1, round(len(self.content) / 1000))} kB"


def parts(session: Session, stills: Collection[int], *, named: bool, note: str = "") -> tuple[Part, ...]:
    """Return the files of the bundle: the log, the pictures `stills` with what was read in them, the versions."""
    found = [
        (
            "log.json",
            say("Every move with its time and source, as people and the camera gave them"),
            _log(session, named),
        )
    ]
    found += [("versions.txt", say("Versions of Table Companion, Python and the packages below"), _versions())]
    if note:
        found.append(("note.txt", say("What you wrote"), note[:LONGEST_NOTE]))
    written = tuple(Part(name, what, text.encode()) for name, what, text in found)
    return (*written, *(part for number in sorted(stills) for part in _seen(session, number)))


def zipped(files: tuple[Part, ...]) -> bytes:
    """Return the files as one ZIP archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in files:
            archive.writestr(zipfile.ZipInfo(part.name, EPOCH), part.content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _log(session: Session, named: bool) -> str:
    return log_json(telling(session, named=named))


def _seen(session: Session, number: int) -> Iterator[Part]:
    """Yield a picture and its reading; nothing if it is no longer kept."""
    still, picture = session.store.still(session.id, number), session.store.picture(session.id, number)
    if still is None or picture is None:
        return
    yield Part(f"picture-{number}.jpg", say("What the camera saw: look whether anybody is in it"), picture)
    yield Part(f"picture-{number}.json", say("What was read in it, corrected and judged"), _reading(still).encode())


def _reading(still: Still) -> str:
    value = {
        "at": still.at.isoformat(),
        "length": still.length,
        "reading": json.loads(codec.reading_text(still.reading)),
        "corrections": json.loads(codec.corrections_text(still.corrections)),
        "verdict": json.loads(codec.verdict_text(still.verdict)),
    }
    return json.dumps(value, ensure_ascii=False, indent=1)


def _versions() -> str:
    lines = [f"Python {platform.python_version()}", platform.platform()]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name}: not installed")
    return "\n".join([*lines, ""])
