"""Setting up a table in five steps: one picture, by the camera or uploaded, looked at for each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray  # noqa: TC002 (its like are imported at run time everywhere)

import rules
from companion import checkup_picture as looked
from companion.checkup import Check
from companion.checkup_picture import Sighted
from companion.eyes import decoded, kept
from companion.opening import any_table
from companion.sessions import Sessions
from companion.teach import taught_names, taught_set, usual_layout
from rules import AnyGame
from rules.table import Layout
from rules.text import say
from vision.read_plane import CALIBRATION_FILE
from vision.reading import Reading, readable
from vision.rectify import Calibration, CalibrationError, calibrate, from_corners
from vision.rectify_file import load_calibration, save_calibration

if TYPE_CHECKING:
    from companion.lesson import Lesson
    from vision.bare_tiles import BareTiles

STEPS: Final = ("camera", "cards", "focus", "light", "pieces")
FRESH_S: Final = 0.8  # a look is this old at most when the camera is asked again: many pages cost no more than one
SHOWN_PX: Final = 1280  # longest side of the picture as the page shows it
NO_CAMERA: Final = say("No camera is watched here, and none is needed: play by hand, or choose a photo of the table.")
NO_FRAME: Final = say("The camera is being started: its first picture takes a few seconds.")
NO_PICTURE: Final = say("There is no picture yet: go back to the first step.")
USUAL_MM: Final = (600.0, 400.0)  # a table nobody has measured yet


@dataclass
class Look:
    """One picture and what was found in it; `version` differs from picture to picture, `photo`: it was uploaded."""

    version: str
    sighted: Sighted
    photo: bool
    at: float = field(default_factory=monotonic)
    readings: dict[str, Reading] = field(default_factory=dict)

    def jpeg(self) -> bytes:
        """Return the picture for a page, made smaller."""
        image = self.sighted.image
        scale = min(1.0, SHOWN_PX / max(self.sighted.size_px))
        return kept(np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))


class SettingUp:
    """The set-up of one table, shared by every page that shows it."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._lock = RLock()
        self._photo: NDArray[np.uint8] | None = None
        self._photos = 0
        self._look: Look | None = None
        self._bare: dict[str, BareTiles] = {}

    @property
    def has_camera(self) -> bool:
        """Whether this server watches a camera."""
        return self._sessions.camera is not None

    def take(self, upload: bytes, name: str) -> None:
        """Set up by a photo from now on; PictureError if these bytes of the file `name` are none."""
        image = decoded(upload, name)
        with self._lock:
            self._photo, self._look = image, None
            self._photos += 1

    def use_camera(self) -> None:
        """Set up by the camera from now on."""
        with self._lock:
            self._photo = self._look = None

    def look(self) -> Look | None:
        """Return the newest picture and what was found in it; None before the first."""
        with self._lock:
            if self._look and (self._look.photo or monotonic() - self._look.at < FRESH_S):
                return self._look
            if self._photo is not None:
                self._look = Look(f"photo{self._photos}", Sighted(self._photo), photo=True)
            elif self._sessions.camera and (frame := self._sessions.camera.sight.frame):
                same = self._look and self._look.version == f"frame{frame.seq}"
                self._look = self._look if same else Look(f"frame{frame.seq}", Sighted(frame.image), photo=False)
            return self._look

    def checks(self, look: Look | None, game: str | None = None) -> Mapping[str, Check]:
        """Return how the picture fares at every step; the last one only when pieces of a `game` are asked for."""
        found = {"camera": self._camera(look)}
        if look is None:
            return found
        with self._lock:
            steps: dict[str, Callable[[], Check]] = {
                "cards": lambda: looked.cards(look.sighted, self.calibration()),
                "focus": lambda: looked.focus(look.sighted),
                "light": lambda: looked.light(look.sighted),
            }
            found |= {name: check() for name, check in steps.items()}
            if game is not None:
                found["pieces"] = looked.pieces(self.reading(look, game), self._layout(game))
        return found

    def reading(self, look: Look, game: str) -> Reading:
        """Return what is read in a picture of a game's pieces; ModelError where the models are missing."""
        with self._lock:
            if game not in look.readings:
                found = self._sessions.eyes.read(look.sighted.image, self._layout(game), None)
                bare = self._bare[game].seen(look.sighted.image) if game in self._bare and not found.pieces else ()
                look.readings[game] = replace(found, pieces=bare) if bare else found
            return look.readings[game]

    def lesson(self, game: str) -> "Lesson | None":
        """Return what people are asked who show a game's pieces; None where they cannot be taught."""
        from companion.lesson import lesson  # noqa: PLC0415 (slow to load: not before it is needed)

        return lesson(self._sessions.profile, game)

    def teach(self, game: str, words: str, suns: str, *, add: bool) -> list[str]:
        """Learn a game's pieces from the newest picture; return what came of it. Errors as `companion.lesson.teach`."""
        from companion import lesson  # noqa: PLC0415 (as above)
        from vision.bare_tiles import BareTiles  # noqa: PLC0415 (as above)
        from vision.teach import TeachError  # noqa: PLC0415 (as above)

        with self._lock:
            if (look := self.look()) is None:
                raise TeachError(NO_PICTURE)
            said = lesson.teach(self._sessions.profile, game, look.sighted.image, words, suns, add=add)
            if taught := taught_set(self._sessions.profile, game):
                self._bare[game] = BareTiles.of(look.sighted.image, taught)
            look.readings.clear()
            return said

    def forget(self, game: str) -> None:
        """Forget what was taught of a game's pieces; OSError from the disk."""
        from companion import lesson  # noqa: PLC0415 (as above)

        with self._lock:
            lesson.forget(self._sessions.profile, game)
            self._bare.pop(game, None)
            if self._look is not None:
                self._look.readings.clear()

    def calibration(self) -> Calibration | None:
        """Return the table's map that is kept in the profile; None where there is none that can be used."""
        try:
            return load_calibration(self._sessions.profile / CALIBRATION_FILE)
        except CalibrationError:
            return None

    def set_corners(self, points_px: list[tuple[float, float]], table_mm: tuple[float, float]) -> Calibration:
        """Keep a map from corners set by hand; CalibrationError where they make none, OSError from the disk."""
        look = self.look()
        if look is None:
            raise CalibrationError(NO_PICTURE)
        found = from_corners(points_px, look.sighted.size_px, table_mm)
        save_calibration(found, self._sessions.profile / CALIBRATION_FILE)
        return found

    def forget_corners(self) -> None:
        """Let the cards make the map again; OSError from the disk."""
        (self._sessions.profile / CALIBRATION_FILE).unlink(missing_ok=True)

    def _layout(self, game: str) -> Layout:
        return any_table(rules.load(game), taught_names(self._sessions.profile, game))

    def _camera(self, look: Look | None) -> Check:
        camera = self._sessions.camera
        if look is not None and (look.photo or camera is None or not camera.sight.trouble):
            return looked.size(look.sighted)
        text = NO_CAMERA if camera is None else camera.sight.trouble or NO_FRAME
        return Check("camera", False, text)


def readable_games() -> dict[str, AnyGame]:
    """Return, by name, the games whose pieces can be read in pictures."""
    return {name: game for name, game in sorted(rules.games().items()) if readable(usual_layout(game))}


def corners_px(look: Look, kept_map: Calibration | None) -> list[tuple[float, float]]:
    """Return where the table's corners lie in a picture, clockwise from its top left: as mapped, else a first guess."""
    width, height = look.sighted.size_px
    mapped = _mapped(look, kept_map)
    if mapped is None:
        x, y = 0.1 * width, 0.1 * height
        return [(x, y), (width - x, y), (width - x, height - y), (x, height - y)]
    across, down = mapped.table_mm
    points = mapped.to_picture([(0, 0), (across, 0), (across, down), (0, down)])
    inside = np.clip(points, 0, np.array([width, height]) - 1)
    return [(float(x), float(y)) for x, y in inside]


def _mapped(look: Look, kept_map: Calibration | None) -> Calibration | None:
    if kept_map is not None and kept_map.picture_px == look.sighted.size_px:
        return kept_map
    try:
        return calibrate(look.sighted.markers, look.sighted.size_px) if look.sighted.markers else None
    except CalibrationError:
        return None
