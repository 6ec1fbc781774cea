"""The faces of dice that no net reads: those taught in a profile, else those of our own kit, ready to be laid over."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from rules.table import Zone
from vision.detect_crops import face_crops
from vision.detect_pose import Pose
from vision.kit_faces import kit_faces
from vision.reading import Caution
from vision.teach import TeachError
from vision.teach_dice import PICTURE_PX, SIDE_PX, TaughtFace
from vision.teach_dice_file import FACES_INDEX, load_faces
from vision.teach_dice_match import CROP, FACE, FacePictures
from vision.teach_folder import set_folder

QUARTERS: Final = 4
HARDLY: Final = 0.985  # pictures of two faces more alike than this can hardly be told apart


@dataclass(frozen=True, slots=True, eq=False)
class KnownFaces:
    """Faces by name, and their pictures at each quarter turn, which count these."""

    faces: tuple[str, ...]
    pictures: FacePictures

    @classmethod
    def of(cls, taught: Sequence[TaughtFace]) -> "KnownFaces":
        """Return the faces ready to be laid over what is seen."""
        faces = tuple(dict.fromkeys(each.face for each in taught))
        middle = (PICTURE_PX - 1) / 2
        poses = [Pose(middle, middle, SIDE_PX, 90.0 * quarter, 1.0, SIDE_PX) for quarter in range(QUARTERS)]
        crops = [crop for each in taught for crop in face_crops(each.picture, poses, CROP, FACE)]
        kinds = [faces.index(each.face) for each in taught for _ in poses]
        return cls(faces, FacePictures.of(crops, kinds))


class FaceSets:
    """What is known of the faces of each kind of die; a profile's own are made ready again once taught anew."""

    def __init__(self, profile: Path | None) -> None:
        self._profile = profile
        self._kept: dict[str, tuple[int, KnownFaces | TeachError | None]] = {}

    def known(self, zone: Zone) -> KnownFaces | None:
        """Return the faces of a zone's dice: the owner's, else our kit's; None where there are none, or are damaged."""
        kept = self._of(zone)
        return kept if isinstance(kept, KnownFaces) else None

    def cautions(self, zone: Zone) -> tuple[Caution, ...]:
        """Return a warning where the faces taught for a zone's dice are damaged."""
        kept = self._of(zone)
        return (Caution("taught", str(kept)),) if isinstance(kept, TeachError) else ()

    def _of(self, zone: Zone) -> KnownFaces | TeachError | None:
        folder = set_folder(self._profile, zone.piece) if self._profile else None
        index = folder / FACES_INDEX if folder else None
        changed = index.stat().st_mtime_ns if index and index.exists() else 0
        if zone.piece not in self._kept or self._kept[zone.piece][0] != changed:
            self._kept[zone.piece] = changed, _ready(zone, folder if changed else None)
        return self._kept[zone.piece][1]


def _ready(zone: Zone, folder: Path | None) -> KnownFaces | TeachError | None:
    try:
        taught = load_faces(folder, zone.faces) if folder else kit_faces(zone.piece)
    except TeachError as error:
        return error
    return KnownFaces.of(taught) if taught else None


def much_alike_faces(taught: Sequence[TaughtFace]) -> list[tuple[str, str]]:
    """Return the pairs of different faces whose pictures can hardly be told apart, each once."""
    known = KnownFaces.of(taught)
    middle = (PICTURE_PX - 1) / 2
    crops = [face_crops(each.picture, [Pose(middle, middle, SIDE_PX, 0, 1, SIDE_PX)], CROP, FACE)[0] for each in taught]
    alike = known.pictures.likeness(crops, 0.0, len(known.faces))
    pairs = ((taught[i].face, known.faces[j]) for i, j in np.argwhere(alike > HARDLY).tolist())
    return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
