"""The faces taught in a profile, made ready when they are needed and again when they were taught anew."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detect_crops import LABELS, ROADS
from vision.reading import Caution
from vision.teach import TeachError
from vision.teach_dice_file import FACES_INDEX, load_faces
from vision.teach_dice_head import Net, Ring, TaughtHead
from vision.teach_folder import set_folder

Floats = NDArray[np.float32]

NUMBERS: Final = tuple("123456")
WAYS: Final = "NESW"
RINGS: Final[Mapping[str, Ring]] = {
    face: ring
    for ring in (("S-NS", "S-EW"), ("X",), *(tuple(f"C{kind}{way}" for way in WAYS) for kind in range(4)))
    for face in ring
}
"""What a Line Die shows as it is turned clockwise, quarter by quarter, by face."""
KINDS: Final = {LABELS: ("dice", NUMBERS), ROADS: ("roads", tuple(RINGS))}
"""By the reader's head, the folder in which its faces are taught and what they are called."""


def faces_folder(profile: Path, *, roads: bool) -> Path:
    """Return where faces with roads, or with numbers, are kept in a profile; it need not exist."""
    return set_folder(profile, KINDS[ROADS if roads else LABELS][0])


class TaughtDice:
    """All faces taught in a profile's folder; None: nothing was taught."""

    def __init__(self, profile: Path | None) -> None:
        self._profile = profile
        self._heads: dict[str, tuple[int, TaughtHead | TeachError | None]] = {}

    def head(self, name: str, net: Net) -> TaughtHead | None:
        """Return the faces taught for a head of a reader, `net`, ready to be recognised; None where there are none."""
        taught = self._head(name, net)
        return taught if isinstance(taught, TaughtHead) else None

    def cautions(self, *, roads: bool) -> tuple[Caution, ...]:
        """Return a warning where the faces taught for the dice read last are damaged."""
        _, state = self._heads.get(ROADS if roads else LABELS, (0, None))
        return (Caution("taught", str(state)),) if isinstance(state, TeachError) else ()

    def _head(self, head: str, net: Net) -> TaughtHead | TeachError | None:
        """Return the taught faces of a head, from memory while their index is the same file."""
        if self._profile is None:
            return None
        name, known = KINDS[head]
        folder = set_folder(self._profile, name)
        index = folder / FACES_INDEX
        changed = index.stat().st_mtime_ns if index.exists() else 0
        if head not in self._heads or self._heads[head][0] != changed:
            self._heads[head] = changed, _ready(folder, known, net, head) if changed else None
        return self._heads[head][1]


def _ready(folder: Path, known: tuple[str, ...], net: Net, head: str) -> TaughtHead | TeachError | None:
    try:
        taught = load_faces(folder, known)
    except TeachError as error:
        return error
    return TaughtHead.of(taught, net, head, RINGS if head == ROADS else {}) if taught else None
