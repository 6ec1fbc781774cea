"""A drawn table in parts: dice that each player rolls in a part of the table, from picture to picture."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from rules.table import Box, Face, Layout, Place, Slot, Table, Zone
from vision.kit_faces import kit_pictures
from vision.render import Kept, Scene, corner_cards, render
from vision.render_dice import Die
from vision.render_faces import Image
from vision.render_forge import FaceDice
from vision.render_tabletop import CARDS_MM, LOOKS_APART, camera_over, plain_scene

Rng = np.random.Generator

WIDE_MM: Final = (340.0, 560.0)  # of the table between the cards' outer rims,
DEEP: Final = 0.6  # and how deep it is against that
INSIDE: Final = 0.9  # sides that a die's middle lies from the border of its part, at least
BETWEEN: Final = 1.7  # sides from one die's middle to another's
CARD_MM: Final = 50.0


class PartsTable:
    """One table from a seed: its cloth, lamp and lens as in the scene `plain` if given, the dice as in `owned`."""

    def __init__(
        self,
        seed: int,
        zone: Zone,
        size_px: tuple[int, int] = (2304, 1296),
        plain: Scene | None = None,
        owned: FaceDice | None = None,
    ) -> None:
        self._rng = np.random.default_rng([seed, 73])
        self._seed, self._pictures = seed, 0
        self.owned = owned or FaceDice.of(self._rng, zone.piece)
        wide = float(self._rng.uniform(*WIDE_MM))
        self.table_mm = (wide, DEEP * wide)
        half = (wide / 2 - CARDS_MM / 2, DEEP * wide / 2 - CARDS_MM / 2)
        camera = camera_over(self._rng, size_px, half)
        cards = corner_cards(2 * half[0], 2 * half[1])
        self._dressed = replace(plain or plain_scene(seed, size_px), camera=camera, cards=cards, kind="parts")
        self._lying: dict[Place, tuple[Face, Die]] = {}
        self._kept = Kept()
        self._scene, self._looks = self._dressed, 0  # shown last, and how many more pictures were taken of it

    def picture(
        self, table: Table, layout: Layout, loose: Sequence[Sequence[Face]] = (), rolled: Collection[Place] = ()
    ) -> Image:
        """Return a picture, BGR, once hands have made this of the table; those `rolled` may show what they showed."""
        self._looks = 0
        return render(self.scene(table, layout, loose, rolled), self._kept)

    def again(self) -> Image:
        """Return one more picture of the same rest, with other noise."""
        self._looks += 1
        return render(replace(self._scene, seed=self._scene.seed + LOOKS_APART * self._looks), self._kept)

    def scene(
        self,
        table: Table,
        layout: Layout,
        loose: Sequence[Sequence[Face]] = (),  # noqa: ARG002 (as other tables take it)
        rolled: Collection[Place] = (),
    ) -> Scene:
        """Return the table as a scene, once hands have made this of it."""
        self._pictures += 1
        zone = next(zone for zone in layout.zones if zone.slots)
        places = {place: face for place, face in table.items() if place.zone == zone.name}
        stay = {p: self._lying[p] for p, face in places.items() if p in self._lying and self._lying[p][0] == face}
        self._lying = {place: lies for place, lies in stay.items() if place not in rolled}
        for place, face in places.items():
            if place not in self._lying:
                self._lying[place] = face, self._put(zone.slots[place.cell[0]], face)
        dice = tuple(die for _, (_, die) in sorted(self._lying.items()))
        self._scene = replace(self._dressed, dice=dice, seed=self._seed * 1000 + self._pictures)
        return self._scene

    def put(self, place: Place, zone: Zone, area: Box, cocked_deg: float = 0.0) -> None:
        """Lay a die that lies on the table elsewhere: anywhere in an area, leaning by so many degrees."""
        face, _ = self._lying.pop(place)
        slot = replace(zone.slots[place.cell[0]], area=area)
        self._lying[place] = face, self._put(slot, face, cocked_deg)

    def _put(self, slot: Slot, face: Face, cocked_deg: float = 0.0) -> Die:
        """Return a die somewhere in its area, clear of the cards and of all others."""
        others = [(die.x_mm, die.y_mm) for _, die in self._lying.values()]
        while True:
            x, y = self._spot(slot.area)
            apart = BETWEEN * self.owned.side_mm
            if all(np.hypot(x - a, y - b) > apart for a, b in others) and not self._on_card(x, y):
                angle = float(self._rng.uniform(0, 360))
                return self.owned.die(slot.rank, slot.faces, face, (x, y), angle, cocked_deg)

    def _spot(self, area: Box) -> tuple[float, float]:
        low, high = (
            np.array([x * self.table_mm[0], y * self.table_mm[1]]) - np.array(self.table_mm) / 2
            for x, y in (area[:2], area[2:])
        )
        rim = np.minimum(INSIDE * self.owned.side_mm, (high - low) / 2)
        x, y = self._rng.uniform(low + rim, high - rim).tolist()
        return x, y

    def _on_card(self, x_mm: float, y_mm: float) -> bool:
        far = CARD_MM + self.owned.side_mm
        return all(abs(at) > side / 2 - far for at, side in zip((x_mm, y_mm), self.table_mm, strict=True))


def parts_zone(layout: Layout) -> Zone | None:
    """Return the zone of a layout that can be drawn in parts: known by its areas, with the faces of a kit of ours."""
    return next((zone for zone in layout.zones if zone.slots and kit_pictures(zone.piece)), None)
