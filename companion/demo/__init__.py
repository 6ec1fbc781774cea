"""The shipped recording: the end of a hand of Dance of Muses, as pictures and as the record they must give."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rules.playthrough import Playthrough

FOLDER = Path(__file__).parent
PLAYERS = ("Ana", "Ben")
PICTURE = "# picture "
SAID = "# said"


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the recording: a picture (None: something people said) and the lines of the record it gives."""

    picture: Path | None
    lines: tuple[str, ...]


def record() -> Playthrough:
    """Return the record that the pictures must give, to the letter."""
    return Playthrough.parse((FOLDER / "hand.txt").read_text(encoding="utf-8"))


def steps(hand: Playthrough) -> Iterator[Step]:
    """Yield the record's steps: `# picture NAME: …` begins one that is seen, `# said: …` one that is spoken."""
    head, lines = "", list[str]()
    for line in [*hand.lines, SAID]:
        if not line.startswith((PICTURE, SAID)):
            lines.append(line)
            continue
        if head:
            yield Step(_picture(head), tuple(filter(None, lines)))
        head, lines = line, []


def _picture(head: str) -> Path | None:
    """Return the picture that a step's first line names."""
    name, _, _ = head.removeprefix(PICTURE).partition(":")
    return FOLDER / name if head.startswith(PICTURE) else None
