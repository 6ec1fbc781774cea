"""Taught tiles made ready to be recognised, and the recognising: which picture each tile on the table shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teach import TaughtSet
from vision.teach_odds import Sight, TileOdds, lead, nearest, tile_odds
from vision.teach_tints import shared, strangeness, tints
from vision.tiles_align import Aligned, FinePicture, aligned, look_of, rivals
from vision.tiles_match import Likeness, likeness
from vision.tiles_pairs import likeness_of_pairs
from vision.tiles_patch import FINE, FINE_SOFT, GREY, ROOM, Patches, softened

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Image = NDArray[np.uint8]

PLAIN: Final = 5.0  # natural logarithm: a lead over strangers that needs no comparing with other tiles
HOPELESS: Final = 0.4  # what is less alike than this at a rough look is so at a finer one too
BEHIND: Final = 0.15  # pictures so much less alike than the nearest at a rough look are out
PLAINLY: Final = 0.85  # a picture so alike,
AHEAD: Final = 0.3  # and so far ahead of all others, needs no finer look
RIVALS: Final = 0.12  # two pictures about as alike as this are told by what differs between them
TOLD: Final = 0.3  # share of what differs between them that must be seen: with less, less is known of which it is
CERTAIN: Final = 0.93  # where the nearest is so alike: backs of one frame with the fronts hardly are
MOST_CLOSE: Final = (3, 5)  # pictures looked at more finely for each tile, and where they are more alike than this:
MUCH: Final = 0.75  # then all fronts of the set are
DIFFERENT: Final = 0.3  # the least weight of a sample that is the same in all pictures, against the mean
HARDLY: Final = 0.9  # fronts more alike than this can hardly be told apart
BURNT: Final = 250.0  # grey levels: a channel so bright may have been any brighter
BURNT_TELLS: Final = 0.25  # what a sample counts where the lamp has burnt out all its channels
SURELY: Final = 2.0  # natural logarithm: what looks so much more like a taught picture than a stranger is a tile


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """The pictures of a taught set, coarse and fine (the back last, where it is known)."""

    coarse: Patches
    fine: tuple[FinePicture, ...]

    @classmethod
    def of(cls, fine: Patches, weights: Floats) -> "Pictures":
        """Return fine pictures, made ready; `weights` (FINE, FINE) is how much each sample tells in all of them."""
        telling = Patches(fine.colours, fine.seen * weights)
        pairs = zip(telling.colours, telling.seen, strict=True)
        return cls(telling.halved(), tuple(FinePicture.of(*each) for each in pairs))

    def likeness(self, tiles: Patches) -> Doubles:
        """Return how alike tiles of fine patches and the pictures are, (N, K), by a finer look where that is needed."""
        rough = likeness(tiles.halved(), self.coarse)
        alike = rough.best.astype(np.float64)
        for tile in np.flatnonzero(~_plainly(alike)):
            laid = self._laid(tiles, int(tile), alike[tile], rough)
            for picture, how in laid.items():
                alike[tile, picture] = how.alike
            self._settle(alike[tile], laid)
        return alike

    def _laid(self, tiles: Patches, tile: int, alike: Doubles, rough: Likeness) -> dict[int, Aligned]:
        """Return a tile laid over the pictures that it may show.

        Where there are many, the tile laid over the nearest tells which others are worth it: fronts of one set share
        their frame, and often most of their picture.
        """
        near = _close(alike)
        if not near:
            return {}
        ways = {picture: rough.way(tile, picture) for picture in near}
        patch, first = (tiles.colours[tile], tiles.seen[tile]), near[0]
        laid = {first: aligned(*patch, self.fine[first], ways[first])}
        so = [picture for picture in near if ways[picture][-1] == ways[first][-1]]
        look = {picture: look_of(laid[first], self.fine[picture]) for picture in so}
        others = sorted(near[1:], key=lambda picture: -max(float(alike[picture]), look.get(picture, 0.0)))
        for picture in others[: MOST_CLOSE[int(alike[first] > MUCH)] - 1]:
            placed = laid[first].placed if look.get(picture, 0.0) > alike[picture] else None
            laid[picture] = aligned(*patch, self.fine[picture], ways[picture], placed)
        return laid

    def _settle(self, alike: Doubles, laid: Mapping[int, Aligned]) -> None:
        """Let pictures that are about as alike as the nearest be told from it by what differs between them."""
        nearest = sorted(laid, key=lambda picture: -alike[picture])
        if not nearest or alike[nearest[0]] < CERTAIN:
            return
        first = nearest[0]
        for other in nearest[1:]:
            ahead = alike[first] - alike[other]
            if ahead > RIVALS:
                continue
            ours, theirs, seen = rivals((laid[first], self.fine[first]), (laid[other], self.fine[other]))
            if seen < TOLD:
                alike[other] = alike[first] - ahead * seen / TOLD
            elif abs(ours - theirs) >= ahead:
                behind = other if ours > theirs else first
                first = first + other - behind
                alike[behind] = alike[first] - abs(ours - theirs)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """A taught set, ready to compare: its names, its pictures, and the same flattened to their lines and shapes."""

    names: tuple[str, ...]
    has_back: bool
    sides_mm: tuple[float, float] | None
    pictures: Pictures
    flat: Pictures
    tints: Doubles

    @classmethod
    def of(cls, taught: TaughtSet) -> "Looks":
        """Return the looks of a taught set."""
        fine, fronts = _fine(taught), len(taught.tiles)
        weights = _telling(fine[:fronts])
        told = _told(taught)
        pictures = Pictures.of(Patches(fine, told), weights)
        flat = Pictures.of(Patches(_with_room(fine).flattened().cores(ROOM).colours, told), weights)
        own = tints(Patches(fine, _all_seen(fine)))
        return cls(taught.names, taught.back is not None, taught.sides_mm, pictures, flat, own)

    def likeness(self, tiles: Patches) -> Doubles:
        """Return how alike tiles of fine patches and the pictures are, (N, K, 2): as they are seen, and flattened.

        What is plain when flattened is taken to be as plain as seen.
        """
        if not len(tiles.seen):
            return np.empty((0, len(self.pictures.fine), 2))
        flat = self.flat.likeness(tiles.flattened())
        seen, open_ = flat.copy(), np.flatnonzero(~_plainly(flat))
        if len(open_):
            seen[open_] = self.pictures.likeness(tiles.kept(open_))
        return np.stack([seen, flat], axis=-1)

    def known(self, alike: Doubles, by: float = SURELY) -> NDArray[np.bool_]:
        """Return (N,): whether tiles so alike to the pictures rather show one of them than none, `by` a logarithm."""
        return np.asarray(lead(alike) > by, np.bool_)

    def odds(self, alike: Doubles, tiles: Patches) -> TileOdds:
        """Return what tiles of fine patches show that are so alike to the pictures."""
        own, known = tints(tiles.cores(ROOM)), self.known(alike)
        shown = nearest(alike)
        strange = strangeness(own, self.tints, {int(tile): int(shown[tile]) for tile in np.flatnonzero(known)})
        if self.has_back:
            return tile_odds(Sight(alike[:, :-1], alike[:, -1], None, strange))
        unknown = np.flatnonzero(lead(alike, strange) < PLAIN)
        among = np.zeros((len(alike), len(alike)), np.float32)
        if len(unknown) > 1:
            among[np.ix_(unknown, unknown)] = likeness_of_pairs(tiles.kept(unknown)) * shared(own[unknown])
        return tile_odds(Sight(alike, None, among, strange))


def much_alike(taught: TaughtSet) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names whose fronts can hardly be told apart."""
    alike = _alike(_fine(taught)[: len(taught.tiles)])
    for i, j in np.argwhere(np.triu(np.maximum(alike, alike.T), 1) > HARDLY).tolist():
        yield taught.names[i], taught.names[j]


def _fine(taught: TaughtSet) -> Floats:
    """Return the taught pictures (K, FINE, FINE, 3), the back last."""
    return softened(np.stack([_shrunk(picture) for picture in _pictures(taught)]), FINE_SOFT)


def _pictures(taught: TaughtSet) -> list[Image]:
    return [tile.picture for tile in taught.tiles] + ([] if taught.back is None else [taught.back])


def _told(taught: TaughtSet) -> Floats:
    """Return what each sample (K, FINE, FINE) tells: less where it was burnt out in the photo that taught it."""
    burnt = np.stack([_shrunk(picture) for picture in _pictures(taught)]) > BURNT - GREY
    return np.asarray(1 - (1 - BURNT_TELLS) * burnt.mean(axis=-1), np.float32)


def _shrunk(picture: Image) -> Floats:
    small = cv2.resize(picture, (FINE, FINE), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) - np.float32(GREY)


def _all_seen(pictures: Floats) -> Floats:
    return np.ones(pictures.shape[:3], np.float32)


def _alike(fine: Floats) -> Floats:
    """Return how alike each of some fine pictures is to each other, (K, K)."""
    return likeness(_with_room(fine).halved(), Patches(fine, _all_seen(fine)).halved()).best


def _with_room(fine: Floats) -> Patches:
    """Return fine pictures as if there were more of them around."""
    room = ((0, 0), (ROOM, ROOM), (ROOM, ROOM))
    return Patches(np.pad(fine, (*room, (0, 0)), mode="edge"), np.pad(_all_seen(fine), room, mode="edge"))


def _telling(pictures: Floats) -> Floats:
    """Return how much each sample tells of who it is, mean about 1: little where all fronts of a set are the same."""
    spread = pictures.var(axis=0).sum(axis=-1)
    smooth = cv2.GaussianBlur(spread, (0, 0), FINE / 20)
    weights = np.clip(smooth / max(float(smooth.mean()), 1e-6), DIFFERENT, 2.0)
    weights[:2] = weights[-2:] = weights[:, :2] = weights[:, -2:] = 0
    return np.asarray(weights, np.float32)


def _plainly(alike: Doubles) -> NDArray[np.bool_]:
    """Return (N,): whether one of the pictures (N, K) is so alike, and so far ahead of others, that this settles it."""
    following, nearest = np.sort(np.column_stack([np.zeros(len(alike)), alike]), axis=1)[:, -2:].T
    return np.asarray((nearest > PLAINLY) & (nearest - following > AHEAD), np.bool_)


def _close(alike: Doubles) -> Sequence[int]:
    """Return the pictures worth a finer look, nearest first; none where all are far off."""
    order = np.argsort(-alike)
    nearest = alike[order[0]]
    return [int(i) for i in order if alike[i] > nearest - BEHIND] if nearest > HOPELESS else ()
