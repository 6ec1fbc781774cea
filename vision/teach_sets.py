"""The taught sets of a profile, loaded when they are needed and again when they were taught anew."""

from pathlib import Path
from typing import Final

from rules.table import Layout, Shape
from vision.reading import Caution
from vision.teach import TeachError
from vision.teach_file import INDEX, load_set
from vision.teach_folder import FOLDER
from vision.teach_looks import Looks

TILE: Final = "tile"


class TaughtSets:
    """All sets in a profile's folder; None: nothing was taught."""

    def __init__(self, profile: Path | None) -> None:
        self._profile = profile
        self._loaded: dict[Path, tuple[int, Looks | TeachError | None]] = {}

    def looks(self, layout: Layout) -> tuple[Looks | None, tuple[Caution, ...]]:
        """Return the set whose names are the layout's tiles, None if there is none, and warnings about damaged sets."""
        words = {word for z in layout.zones if z.piece == TILE and z.shape is Shape.SQUARE for word in z.faces}
        if self._profile is None or not words:
            return None, ()
        indexes = sorted((self._profile / FOLDER).glob(f"*/{INDEX}"))
        every = [self._load(index) for index in indexes]
        cautions = tuple(Caution("taught", str(error)) for error in every if isinstance(error, TeachError))
        fitting = (looks for looks in every if isinstance(looks, Looks) and words.issuperset(looks.names))
        return next(fitting, None), cautions

    def _load(self, index: Path) -> Looks | TeachError | None:
        """Return the looks of a set, from memory while its index is the same file."""
        changed = index.stat().st_mtime_ns
        if index not in self._loaded or self._loaded[index][0] != changed:
            self._loaded[index] = changed, _looks(index.parent)
        return self._loaded[index][1]


def _looks(folder: Path) -> Looks | TeachError | None:
    try:
        taught = load_set(folder)
    except TeachError as error:
        return error
    return None if taught is None else Looks.of(taught)
