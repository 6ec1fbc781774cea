"""The shipped recordings, a folder a game: pictures, and the record that they must give."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.playthrough import Playthrough

HERE: Final = Path(__file__).parent
USUAL: Final = "dance_of_muses"
FOLDER: Final = HERE / USUAL  # of the usual recording
RECORD: Final = "record.txt"
PLAYERS: Final = ("Ana", "Ben")
PICTURE: Final = "# picture "
SAID: Final = "# said"


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a recording: a picture (None: something people said) and the lines of the record it gives."""

    picture: Path | None
    lines: tuple[str, ...]


def recordings() -> tuple[str, ...]:
    """Return the names of the games of which a recording is shipped."""
    return tuple(sorted(path.parent.name for path in HERE.glob(f"*/{RECORD}")))


def record(game: str = USUAL) -> Playthrough:
    """Return the record that the pictures of a game must give, to the letter."""
    return Playthrough.parse((HERE / game / RECORD).read_text(encoding="utf-8"))


def steps(recorded: Playthrough) -> Iterator[Step]:
    """Yield a record's steps: `# picture NAME: …` begins one that is seen, `# said: …` one that is spoken."""
    head, lines = "", list[str]()
    for line in [*recorded.lines, SAID]:
        if not line.startswith((PICTURE, SAID)):
            lines.append(line)
            continue
        if head:
            yield Step(_picture(recorded.game, head), tuple(filter(None, lines)))
        head, lines = line, []


def _picture(game: str, head: str) -> Path | None:
    """Return the picture that a step's first line names."""
    name, _, _ = head.removeprefix(PICTURE).partition(":")
    return HERE / game / name if head.startswith(PICTURE) else None
