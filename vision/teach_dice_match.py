"""How alike a die's face and taught faces look: a rough look at every turn, shift and size, then laid over exactly."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

FACE: Final = 40  # samples along a face in a crop
CROP: Final = 60  # samples along a crop: the detector's place and size are a little off
FINE: Final = 28  # samples compared along a face: near its rim there is little print and much light
COARSE: Final = 14  # samples compared at the rough look
FINE_SOFT, COARSE_SOFT = 0.7, 1.1  # blur of a crop, samples: hides how sharp the camera sees
SCALES: Final = (0.8, 0.89, 1.0, 1.12, 1.25)  # of the die against how large it was found
TURNS_DEG: Final = (-7.0, 0.0, 7.0)
SHIFTS: Final = (-0.09, 0.0, 0.09)  # of a side, either way
POSES: Final = tuple(product(SCALES, TURNS_DEG, SHIFTS, SHIFTS))
STEPS: Final = 4  # of laying over, each as Lucas and Kanade do it
TOO_FAR: Final = 0.25  # no die is that much larger, smaller or turned (in radians) than it was found, nor as far off
FLOOR: Final = 3.0  # grey levels: fainter differences are the camera's
SAME: Final = 0.1  # least weight of a sample that is the same in all pictures, against the mean
MOST_TELLING: Final = 1.5  # and greatest of one that differs
RIM: Final = 0.3  # how much samples at the rim count against the others
NEAR: Final = 0.1  # kinds behind the best by less than this are told apart by where they differ
SPREAD: Final = 1.2  # samples by which these differences are spread
LOCAL: Final = 4.0  # how much that counts against the rest
BEHIND: Final = 0.3  # kinds less alike than the best by this at a rough look are out,
TURN_BEHIND: Final = 0.1  # and quarter turns of a kind less alike than its best one by this
STEADY: Final = 1e-2  # share of itself that is added to what a picture says about its place,
FREE_STEADY: Final = 1e-3  # and about how it is stretched
SIMILAR: Final = 4  # numbers that say how a face grew, turned and moved


@dataclass(frozen=True, slots=True, eq=False)
class FacePictures:
    """Taught faces at every quarter turn, ready to compare: K pictures; `kinds` (K,) counts the names of their faces.

    `fine` (K, FINE * FINE * 3) centred colours, `solvers` (K, 4, FINE * FINE * 3): from differences to how much larger,
    more turned and moved a face is; `coarse` (K * POSES, COARSE * COARSE * 3) of unit length.
    """

    kinds: NDArray[np.int64]
    fine: Floats
    solvers: Floats
    coarse: Floats
    weights: Floats
    coarse_weights: Floats

    @classmethod
    def of(cls, crops: Sequence[Image], kinds: Sequence[int]) -> "FacePictures":
        """Return the pictures in crops, which hold each face exactly, and which kind each shows."""
        sharp, soft = (np.stack([_softened(crop, blur) for crop in crops]) for blur in (FINE_SOFT, COARSE_SOFT))
        weights, rough = (_telling(part, size) for part, size in ((sharp, FINE), (soft, COARSE)))
        fine = np.stack([_centred(_window(each, FINE, _placed()), weights) for each in sharp])
        coarse = np.stack([_unit(_window(each, COARSE, _placed(*pose)), rough) for each in soft for pose in POSES])
        solvers = np.stack([_solver(each, weights) for each in fine])
        return cls(np.array(kinds), fine.reshape(len(fine), -1), solvers, coarse, weights, rough)

    def likeness(self, crops: Sequence[Image], hopeless: float, most: int) -> Floats:
        """Return how alike crops and kinds look, (N, kinds): 1 for the same picture; 0 where it is not worth asking.

        At a rough look kinds less alike than `hopeless` are out, and all but the `most` alike.
        """
        alike = np.zeros((len(crops), int(self.kinds.max()) + 1), np.float32)
        if not len(crops):
            return alike
        looks = [_window(_softened(crop, COARSE_SOFT), COARSE, _placed()) for crop in crops]
        rough = np.stack([_unit(look, self.coarse_weights) for look in looks]) @ self.coarse.T
        for row, crop, each in zip(alike, crops, rough.reshape(len(crops), len(self.kinds), -1), strict=True):
            chosen = list(self._promising(each, hopeless, most))
            if not chosen:
                continue
            seen = _softened(crop, FINE_SOFT)
            shown = {picture: self._aligned(seen, picture, _found(*POSES[pose]))[0] for picture, pose in chosen}
            pictures = self._likeliest_turns(shown)
            row[self.kinds[pictures]] = self._compared(np.array([shown[picture] for picture in pictures]), pictures)
        return alike

    def _likeliest_turns(self, shown: Mapping[int, Floats]) -> NDArray[np.int64]:
        """Return the picture of each kind that is most like what it shows laid over it, (samples,)."""
        alike = {picture: _alike(there, self.fine[picture], self.weights) for picture, there in shown.items()}
        best = {int(self.kinds[picture]): picture for picture in sorted(shown, key=alike.__getitem__)}
        return np.array(list(best.values()), np.int64)

    def _compared(self, shown: Floats, pictures: NDArray[np.int64]) -> Floats:
        """Return how alike what is shown, (C, samples), and each picture laid over it are, (C,).

        Where several come close, what they differ in counts most.
        """
        alike = _likenesses(shown, self.fine[pictures], self.weights)
        near = alike > alike.max(initial=0) - NEAR
        if near.sum() < 2:  # noqa: PLR2004 - a pair
            return alike
        fine = self.fine[pictures[near]].reshape(-1, FINE, FINE, 3)
        steady = fine / np.sqrt((fine**2).mean(axis=(1, 2, 3), keepdims=True) + FLOOR**2)
        spread = cv2.GaussianBlur(steady.var(axis=0).sum(axis=-1), (0, 0), SPREAD)[..., None] * self.weights
        telling = self.weights + LOCAL * spread / max(float(spread.mean()), 1e-6)
        return _likenesses(shown, self.fine[pictures], telling / telling.mean())

    def _promising(self, rough: Floats, hopeless: float, most: int) -> Iterator[tuple[int, int]]:
        """Yield for the kinds that look most alike their pictures, and the numbers of the poses at which they do."""
        best, found = rough.max(axis=1), dict[int, float]()
        least = max(hopeless, float(best.max()) - BEHIND)
        for picture in np.argsort(-best).tolist():
            kind = int(self.kinds[picture])
            if best[picture] < least:
                return
            if len(found) < most:
                found.setdefault(kind, float(best[picture]))
            if best[picture] > found.get(kind, np.inf) - TURN_BEHIND:
                yield picture, int(rough[picture].argmax())

    def laid(self, crop: Image, kind: int) -> tuple[int, Matrix, float, float]:
        """Return which picture of a kind looks most like a crop, how exactly it lies, what a stretch tells, how alike.

        It lies by the map (2, 3) from shares of the face, 0 in its middle, to the crop's samples, which may stretch it;
        without a stretch so many times more is unexplained. Fat print looks stretched too, but that explains little.
        They are so much alike as a whole, whatever other kinds look like.
        """
        look = _unit(_window(_softened(crop, COARSE_SOFT), COARSE, _placed()), self.coarse_weights)
        rough = np.where(self.kinds == kind, (self.coarse @ look).reshape(len(self.kinds), -1).T, -1).T
        seen, chosen = _softened(crop, FINE_SOFT), self._promising(np.asarray(rough, np.float32), -1.0, 1)
        laid = {picture: self._aligned(seen, picture, _found(*POSES[pose])) for picture, pose in chosen}
        (picture,) = self._likeliest_turns({picture: shown for picture, (shown, _) in laid.items()}).tolist()
        straight, placed = laid[picture]
        free, placed = self._aligned(seen, picture, placed, _solver(self._square(picture), self.weights, free=True))
        alike, most = (_alike(shown, self.fine[picture], self.weights) for shown in (straight, free))
        return picture, placed, (1 - alike**2) / max(1 - most**2, 1e-6), alike

    def _square(self, picture: int) -> Floats:
        return np.asarray(self.fine[picture].reshape(FINE, FINE, 3), np.float32)

    def _aligned(
        self, seen: Floats, picture: int, placed: Matrix, solver: Floats | None = None
    ) -> tuple[Floats, Matrix]:
        """Return what a softened crop shows, (samples,), where it and a picture laid over it look most alike; and how.

        With the `solver` of a picture that may be stretched as well it is laid over more exactly.
        """
        fine, start, best, laid = self.fine[picture], placed, -1.0, placed
        most: Floats = np.zeros_like(fine)
        weighed = np.repeat(self.weights.ravel(), 3) * fine
        own = float(weighed @ fine)
        for _ in range(STEPS):
            shown = _centred(_window(seen, FINE, placed), self.weights).ravel()
            if (alike := _alike(shown, fine, self.weights)) > best:
                best, most, laid = alike, shown, placed
            across = float(weighed @ shown)
            if across <= 0:
                break
            change = (self.solvers[picture] if solver is None else solver) @ (shown * (own / across) - fine)
            placed = placed @ np.linalg.inv(_changed(*change.tolist()))
            if np.abs((placed - start) / FACE).max() > TOO_FAR:
                break
        return most, laid


def _changed(*change: float) -> Matrix:
    """Return the map (3, 3) that grows, turns and moves a face, or stretches and moves it."""
    if len(change) == SIMILAR:
        grows, turns, right, down = change
        return np.array([[1 + grows, -turns, right], [turns, 1 + grows, down], [0, 0, 1]])
    wider, across, along, taller, right, down = change
    return np.array([[1 + wider, across, right], [along, 1 + taller, down], [0, 0, 1]])


def _likenesses(shown: Floats, fine: Floats, weights: Floats) -> Floats:
    return np.array([_alike(*pair, weights) for pair in zip(shown, fine, strict=True)], np.float32)


def _alike(shown: Floats, fine: Floats, weights: Floats) -> float:
    """Return the correlation of two pictures, (samples,), 0 where there is none; fainter ones than FLOOR have none."""
    share = weights.reshape(-1, 1)
    one, two = (_centred(each.reshape(-1, 3), share) for each in (shown, fine))
    weighed, faint = share * one, FLOOR**2 * float(share.sum())
    across, own, theirs = np.vdot(weighed, two), np.vdot(weighed, one), np.vdot(share * two, two)
    return max(0.0, float(across / np.sqrt((own + faint) * (theirs + faint))))


def _softened(crop: Image, blur: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(crop.astype(np.float32), (0, 0), blur), np.float32)


def _placed(scale: float = 1.0, angle_deg: float = 0.0, right: float = 0.0, down: float = 0.0) -> Matrix:
    """Return the map (2, 3) from shares of a face, 0 in its middle, to a crop's samples, for a die found so far off."""
    angle = np.radians(angle_deg)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale * FACE
    return np.column_stack([turned, [(CROP - 1) / 2 + right * FACE, (CROP - 1) / 2 + down * FACE]])


@cache
def _found(scale: float, angle_deg: float, right: float, down: float) -> Matrix:
    """Return the map that undoes how far off a die was found."""
    usual, off = (np.vstack([each, [0, 0, 1]]) for each in (_placed(), _placed(scale, angle_deg, right, down)))
    return np.asarray((usual @ np.linalg.inv(off) @ usual)[:2], np.float64)


def _window(crop: Floats, size: int, placed: Matrix) -> Floats:
    """Return the face of a crop without its rim, (size, size, 3), where `placed` has it."""
    share = FINE / FACE / size  # of the face between two samples
    grid = np.array([[share, 0, -share * (size - 1) / 2], [0, share, -share * (size - 1) / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(crop, placed @ grid, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.float32)


def _telling(soft: Floats, size: int) -> Floats:
    """Return how much each sample tells pictures apart, (size, size, 1), mean 1, alike at each quarter turn."""
    windows = np.stack([_window(each, size, _placed()) for each in soft])
    centred = windows - windows.mean(axis=(1, 2), keepdims=True)
    spread = cv2.GaussianBlur(centred.var(axis=0).sum(axis=-1), (0, 0), size / 16)
    even = sum(np.rot90(spread, turn) for turn in range(4))
    weights = np.clip(even / max(float(np.mean(even)), 1e-6), SAME, MOST_TELLING) * _off_rim(size)
    return np.asarray(weights / weights.mean(), np.float32)[..., None]


def _off_rim(size: int) -> Floats:
    """Return how far each sample is from rounded edges and corners, (size, size), 1 where it is clear of them."""
    across = np.abs(np.linspace(-1, 1, size))
    edges = np.clip((1.08 - np.maximum(across[:, None], across)) * 8, RIM, 1)
    corners = np.clip((1.25 - np.hypot(across[:, None], across)) * 4, RIM, 1)
    return np.asarray(edges * corners, np.float32)


def _centred(window: Floats, weights: Floats) -> Floats:
    """Return colours, (..., 3), without their mean by `weights`, (..., 1) with a mean of 1."""
    return np.asarray(window - weights.ravel() @ window.reshape(-1, 3) / weights.size, np.float32)


def _unit(window: Floats, weights: Floats) -> Floats:
    centred = _centred(window, weights) * np.sqrt(weights)
    return np.asarray(centred.ravel() / (np.linalg.norm(centred) + FLOOR * len(window)), np.float32)


def _solver(fine: Floats, weights: Floats, *, free: bool = False) -> Floats:
    """Return what turns a difference from a picture into how it grew, turned and moved by shares of a face, (4, S).

    `free`: into how it was stretched, two ways on each axis, and moved, (6, S).
    """
    right, down = (np.gradient(fine, axis=axis) * FACE for axis in (1, 0))
    y, x = ((np.mgrid[:FINE, :FINE] - (FINE - 1) / 2) / FACE)[..., None]
    ways = [right * x, right * y, down * x, down * y] if free else [right * x + down * y, down * x - right * y]
    changes = np.stack([*ways, right, down], axis=-1)
    changes = changes.reshape(-1, changes.shape[-1])
    pulled = (changes * np.repeat(weights.ravel(), 3)[:, None]).T
    square = pulled @ changes
    steady = np.diag(np.diag(square) * (FREE_STEADY if free else STEADY) + 1e-6)
    return np.asarray(np.linalg.inv(square + steady) @ pulled, np.float32)
