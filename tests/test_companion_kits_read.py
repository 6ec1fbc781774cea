"""What is printed can be read: tiles cut from the PDF and taught with one photo, dice folded from it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from printed_pages import Image, cut_out, kit, pages, squares

from companion.__main__ import main
from companion.kits import kits
from vision.render import Cloth, Scene, render
from vision.render_faces import FACE_PX
from vision.render_lens import Lens
from vision.render_lines import road_scene
from vision.render_muses import MuseSet, lesson, muse_set, muse_table
from vision.render_tiles_art import ART_PX

TILES, ROADS = "dance_of_muses", "line_dice"
NAMES = kits()[TILES].groups[0].faces
SEEDS = (310, 311)


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def written(scene: Scene, path: Path) -> Path:
    path.write_bytes(bytes(cv2.imencode(".jpg", render(scene), [cv2.IMWRITE_JPEG_QUALITY, 95])[1]))
    return path


def owned() -> MuseSet:
    return replace(
        muse_set(2), side_mm=60.0, thick_mm=0.5, sheen=0.0, colours=("white", "orange", "purple"), die_mm=16.0
    )


def printed_tiles(folder: Path) -> tuple[list[Image], Image]:
    path = kit(folder / "tiles.pdf", TILES)
    front, back, _ = pages(path)
    drawn = squares(path)
    return [cut_out(front, square, ART_PX) for square in drawn[0]], cut_out(back, drawn[1][0], ART_PX)


def laid(scene: Scene, fronts: list[Image], back: Image) -> Scene:
    """The scene with the printed tiles, on a plain cloth in fair light."""
    tiles = (replace(tile, picture=fronts[tile.muse or 0] if tile.face_up else back) for tile in scene.tiles)
    return replace(scene, tiles=tuple(tiles), cloth=Cloth("felt"), lens=Lens(), things=())


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Image], Image]:
    """A profile that was taught the printed tiles, and the tiles."""
    folder = tmp_path_factory.mktemp("printed")
    fronts, back = printed_tiles(folder)
    photo = written(laid(lesson(owned(), 2), fronts, back), folder / "lesson.jpg")
    result = companion("teach", TILES, photo, "--names", ",".join(NAMES), "--profile", folder)
    assert result.exit_code == 0, result.stderr
    assert "look much alike" not in result.stdout
    return folder, fronts, back


@pytest.mark.parametrize("seed", SEEDS)
def test_nine_printed_tiles_are_read_by_name_at_any_turn_with_a_die_on_each(
    table: tuple[Path, list[Image], Image], seed: int
) -> None:
    profile, fronts, back = table
    scene = laid(muse_table(owned(), seed), fronts, back)
    up = replace(
        scene, tiles=tuple(replace(tile, face_up=True, picture=fronts[tile.muse or 0]) for tile in scene.tiles)
    )
    for name, shown in (("hidden", scene), ("up", up)):
        photo = written(shown, profile / f"{seed}-{name}.jpg")
        result = companion("read", photo, "--game", TILES, "--json", "--profile", profile)
        read = json.loads(result.stdout)["state"]["tiles"]
        want = [
            (NAMES[tile.muse or 0] if tile.face_up else "", die.value)
            for tile, die in zip(shown.tiles, shown.dice, strict=True)
        ]
        assert sorted((tile["muse"] or "", tile["die"]) for tile in read) == sorted(want), f"seed {seed}, {name}"


def cells(state: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The dice of a road, counted from its upper left."""
    left, top = (min(cell[axis] for cell in state["cells"]) for axis in "xy")
    return sorted(
        (cell["x"] - left, cell["y"] - top, cell["face"], *cell["ports"], cell["arrow"] or "")
        for cell in state["cells"]
    )


def test_dice_folded_from_the_nets_are_read(tmp_path: Path) -> None:
    path = kit(tmp_path / "dice.pdf", ROADS, "--as", "nets")
    sheet, drawn = pages(path)[0], squares(path)[0]
    faces = tuple(cut_out(sheet, square, FACE_PX) for square in drawn[:6])
    blue, green, red = map(float, np.median(faces[0].reshape(-1, 3), axis=0))
    scene = replace(road_scene(502), cloth=Cloth("felt"), lens=Lens())
    dice = tuple(
        replace(die, colour="black", look=replace(die.look, body=(blue, green, red), pictures=faces))
        for die in scene.dice
    )
    photo = written(replace(scene, dice=dice), tmp_path / "road.jpg")
    read = json.loads(companion("read", photo, "--game", ROADS, "--json").stdout)["state"]
    assert cells(read) == cells(dict(scene.state))
