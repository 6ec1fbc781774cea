"""A help card's Markdown as blocks, and the sentences in it that are said in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Final

TITLE, HEADING, ITEM, TEXT, FIGURE = "title", "heading", "item", "text", "position"
STARTS: Final = {"- ": ITEM, "## ": HEADING, "# ": TITLE}
PROSE: Final = frozenset(("", TITLE, HEADING, ITEM, TEXT))

Block = tuple[str, str]


def blocks(text: str) -> Iterator[Block]:
    """Yield (kind, text) for each block of the Markdown: title, heading, item, text, or the word after a fence."""
    kind, lines = "", list[str]()
    for line in [*text.splitlines(), ""]:
        fenced = kind not in PROSE
        start = next((start for start in STARTS if line.startswith(start)), "")
        if lines and not fenced and (start or not line.strip() or line.startswith("```")):
            yield kind, " ".join(lines)
            kind, lines = "", []
        if line.startswith("```"):
            if fenced:
                yield kind, "\n".join(lines)
            kind, lines = "" if fenced else line[3:].strip(), []
        elif fenced:
            lines.append(line)
        elif line.strip():
            kind = kind or STARTS.get(start, TEXT)
            lines.append(line.removeprefix(start).strip())


def figure(words: str) -> Mapping[str, str]:
    """Return the lines of a figure's block by their names: `seats`, `move`, `says`, and options of the game."""
    return dict(line.split(": ", 1) for line in words.splitlines())


def sentences(text: str) -> Iterator[str]:
    """Yield what translators have to translate of a help card: all but the game's name and the positions."""
    for kind, words in blocks(text):
        if kind == FIGURE:
            yield figure(words)["says"]
        elif kind != TITLE:
            yield words
