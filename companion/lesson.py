"""Showing the reader one's own pieces: a picture of them in rows, and what people call each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.shelf import TAUGHT_NAME
from companion.teach import taught_names, teachable, tile_names, usual_layout
from companion.teach_dice import face_zone, road_zone, teachable_dice, told_faces
from rules import load
from rules.owned import one_word
from rules.text import joined, many, say
from vision.kit_faces import STICKER
from vision.teach import TeachError, teach_tiles
from vision.teach_dice import MOST, TaughtFace, teach_faces
from vision.teach_dice_file import FACES_INDEX, load_faces, save_faces
from vision.teach_dice_head import much_alike as dice_alike
from vision.teach_dice_sets import RINGS, faces_folder
from vision.teach_file import INDEX, save_set
from vision.teach_folder import set_folder
from vision.teach_looks import much_alike as tiles_alike

Image = NDArray[np.uint8]

ASKED_TILES: Final = say(
    "Lay all tiles face up in rows, a finger apart, nothing on them. Write their names row by row, each row from the "
    "left, with commas between."
)
ASKED_ROADS: Final = say(
    "Lay the dice in rows, a die's width apart, every arrow up. Write what they show row by row: S straight, X "
    "crossing, C0 the curve that leads up and right, C1 right and down, C2 down and left, C3 left and up."
)
ASKED_FACES: Final = say(
    "Take the faces off their dice and lay them flat in rows, a die's width apart. Write what they show row by row, "
    "each row from the left, with commas between."
)
ALIKE_TOLD: Final = 2  # pairs that are named


@dataclass(frozen=True, slots=True)
class Lesson:
    """What people are asked who show the pieces of a game: how to lay them, and words to begin with.

    `tiles`: they have suns too. `known` is what was taught before.
    """

    asked: str
    words: str
    tiles: bool
    known: tuple[str, ...]


def lesson(profile: Path, game: str) -> Lesson | None:
    """Return what is asked about a game's pieces; None where they cannot be taught."""
    if game in teachable():
        names = tile_names(usual_layout(load(game)))
        return Lesson(ASKED_TILES, ", ".join(names), tiles=True, known=taught_names(profile, game))
    if game not in teachable_dice():
        return None
    known = tuple(each.face for each in _known(profile, game))
    roads = road_zone(game)
    words = ", ".join(kind for kind, _ in roads.rings) if roads else ""
    return Lesson(ASKED_ROADS if roads else ASKED_FACES, words, tiles=False, known=known)


def teach(profile: Path, game: str, image: Image, words: str, suns: str = "", *, add: bool = False) -> list[str]:
    """Learn a game's pieces from an upright BGR picture; return what came of it, a sentence each.

    With `add` faces of dice that were taught before stay. Raises TeachError or FaceError, one sentence, where picture
    and words do not go together, OSError from the disk.
    """
    parts = [part.strip() for part in words.split(",")]
    if game in teachable():
        return list(_teach_tiles(profile, game, image, [one_word(part) for part in parts], _suns(suns)))
    return list(_teach_faces(profile, game, image, told_faces(game, parts), add=add))


def forget(profile: Path, game: str) -> None:
    """Read a game's pieces as if they had never been taught; OSError from the disk."""
    index = set_folder(profile, game) / INDEX if game in teachable() else _folder(profile, game) / FACES_INDEX
    index.unlink(missing_ok=True)


def _teach_tiles(profile: Path, game: str, image: Image, names: Sequence[str], suns: list[int] | None) -> Iterator[str]:
    taught = teach_tiles(image, names, suns)
    save_set(taught, set_folder(profile, game))
    yield many(
        len(names), "{count} tile is known now: {names}.", "{count} tiles are known now: {names}.", names=joined(names)
    )
    yield from _alike(list(tiles_alike(taught)))
    if not set(names) <= set(tile_names(usual_layout(load(game)))):
        yield say("Choose “{set}” where a game begins: it is then played with these names.", set=TAUGHT_NAME)


def _teach_faces(profile: Path, game: str, image: Image, faces: Sequence[str], *, add: bool) -> Iterator[str]:
    own = face_zone(game)
    new = teach_faces(image, faces, upright=own is None, share=STICKER if own else 1.0)
    taught = (*(_known(profile, game) if add else ()), *new)
    if len(taught) > MOST:
        raise TeachError(say("{count} faces are too many: at most {most} are kept.", count=len(taught), most=MOST))
    save_faces(taught, _folder(profile, game))
    names = joined(each.face for each in taught)
    yield many(len(taught), "{count} face is known now: {names}.", "{count} faces are known now: {names}.", names=names)
    yield from _alike(list(dice_alike(taught, RINGS)))


def _alike(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for the first pairs that will be hard to tell apart; many of them mean a bad photo."""
    for one, two in pairs[:ALIKE_TOLD]:
        yield say("“{one}” and “{two}” look much alike: mind how they are read.", one=one, two=two)
    if len(pairs) > ALIKE_TOLD:
        yield say("Others do as well: teach them again in even light, from nearer.")


def _known(profile: Path, game: str) -> tuple[TaughtFace, ...]:
    """Return the faces taught before; () without any that can be read: the reader says why."""
    own = face_zone(game)
    try:
        return tuple(load_faces(_folder(profile, game), own.faces if own else RINGS))
    except TeachError:
        return ()


def _folder(profile: Path, game: str) -> Path:
    own = face_zone(game)
    return set_folder(profile, own.piece) if own else faces_folder(profile, roads=True)


def _suns(text: str) -> list[int] | None:
    """Return the numbers of suns between the commas; None where nothing was written."""
    parts = [part.strip() for part in text.split(",")]
    if parts == [""]:
        return None
    wrong = next((part for part in parts if not part.isdecimal()), None)
    if wrong is not None:
        raise TeachError(say("“{word}” is no number of suns: write one number for each tile, as 1,3,2.", word=wrong))
    return [int(part) for part in parts]
