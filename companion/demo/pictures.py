"""Draws a recording's pictures anew from its record: `python -m companion.demo.pictures GAME [FOLDER]`."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2

import rules
from companion.demo import HERE, record, steps


def states(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the name of each picture and the state that its table is in, refused moves included."""
    recorded = record(game)
    played = rules.load(game)
    state = played.initial_state(recorded.seats, **recorded.options)
    for step in steps(recorded):
        shown = state
        for line in step.lines:
            legal = not line.startswith("illegal ")
            if legal and line.startswith("score: "):
                continue
            shown = played.apply(state, played.parse_move(line.rpartition(": ")[2]))
            state = shown if legal else state
        if step.picture is not None:
            yield step.picture.name, shown


def main() -> None:
    """Write every picture of a recording into the folder given, by default over the shipped ones."""
    game, *folder = sys.argv[1:]
    scenes = import_module(f"companion.demo.{game}.scenes")
    names, shown = zip(*states(game), strict=True)
    for name, image in zip(names, scenes.images(shown), strict=True):
        path = Path(folder[0] if folder else HERE / game) / name
        cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, scenes.QUALITY])


if __name__ == "__main__":
    main()
