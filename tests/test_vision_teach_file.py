import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from rules.table import Layout, Shape, Zone
from vision.teach import PICTURE_PX, TaughtSet, TaughtTile, TeachError
from vision.teach_file import INDEX, load_set, save_set
from vision.teach_folder import set_folder
from vision.teach_sets import TaughtSets

NAMES = ("Clio", "Erato", "Thalia")
LAYOUT = Layout((Zone("tile", "tile", Shape.SQUARE, (*NAMES, "Urania", "down"), "dance", (60.0, 120.0)),))


def picture(seed: int) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (PICTURE_PX, PICTURE_PX, 3)).astype(np.uint8)


def some_set(first: int = 0, *, back: bool = False) -> TaughtSet:
    tiles = tuple(TaughtTile(name, i or None, picture(first + i)) for i, name in enumerate(NAMES))
    return TaughtSet(tiles, (61.5, 88.0), picture(99) if back else None)


@pytest.mark.parametrize("back", [False, True])
def test_a_set_comes_back_as_it_was_saved(tmp_path: Path, back: bool) -> None:
    save_set(some_set(back=back), tmp_path / "deep" / "set")
    loaded = load_set(tmp_path / "deep" / "set")
    assert loaded is not None
    assert loaded.names == NAMES
    assert [tile.suns for tile in loaded.tiles] == [None, 1, 2]
    assert loaded.sides_mm == (61.5, 88.0)
    for one, two in zip(loaded.tiles, some_set().tiles, strict=True):
        assert np.array_equal(one.picture, two.picture)
    assert (loaded.back is not None) == back


def test_nothing_taught_is_none(tmp_path: Path) -> None:
    assert load_set(tmp_path) is None
    assert load_set(tmp_path / "nowhere") is None


def test_a_new_set_takes_the_old_ones_place_and_leaves_no_picture_of_it(tmp_path: Path) -> None:
    save_set(some_set(back=True), tmp_path)
    save_set(some_set(first=1), tmp_path)
    assert len(list(tmp_path.iterdir())) == 4
    loaded = load_set(tmp_path)
    assert loaded is not None
    assert np.array_equal(loaded.tiles[0].picture, picture(1))


def changed(tmp_path: Path, **fields: object) -> None:
    about = json.loads((tmp_path / INDEX).read_text("utf-8"))
    (tmp_path / INDEX).write_text(json.dumps(about | fields), "utf-8")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"version": 7}, "version 7 is not 1"),
        ({"tiles": []}, "its names are wrong"),
        ({"tiles": 3}, "damaged"),
        ({"sides_mm": [61, -4]}, "a tile of [61, -4] mm cannot be"),
        ({"sides_mm": "wide"}, "a tile of wide mm cannot be"),
        ({"sides_mm": [60, "wide"]}, "damaged"),
        ({"back": "../../secret.png"}, "secret.png is missing"),
        ({"tiles": [{"name": "", "suns": 1, "picture": "x.png"}]}, "is no name"),
        ({"tiles": [{"name": "Clio", "suns": "one", "picture": "x.png"}]}, "is no number of suns"),
        ({"tiles": [{"name": "Clio", "suns": 1}]}, "'picture' is missing"),
    ],
)
def test_a_damaged_index_is_refused_in_one_sentence(tmp_path: Path, fields: dict[str, object], says: str) -> None:
    save_set(some_set(), tmp_path)
    changed(tmp_path, **fields)
    with pytest.raises(TeachError, match="delete the folder and teach them again") as refusal:
        load_set(tmp_path)
    assert says in str(refusal.value)


@pytest.mark.parametrize("data", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n"])
def test_a_changed_or_missing_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    save_set(some_set(), tmp_path)
    victim = min(tmp_path.glob("*.png"))
    victim.write_bytes(data)
    with pytest.raises(TeachError, match=f"{victim.name} was changed"):
        load_set(tmp_path)
    victim.unlink()
    with pytest.raises(TeachError, match=f"{victim.name} is missing"):
        load_set(tmp_path)


def test_text_that_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text("{", "utf-8")
    with pytest.raises(TeachError, match="are damaged"):
        load_set(tmp_path)


def test_a_reader_takes_the_set_whose_names_the_layout_has(tmp_path: Path) -> None:
    sets = TaughtSets(tmp_path)
    assert sets.looks(LAYOUT) == (None, ())
    save_set(some_set(), set_folder(tmp_path, "dance_of_muses"))
    looks, cautions = sets.looks(LAYOUT)
    assert looks is not None
    assert looks.names == NAMES
    assert cautions == ()
    assert sets.looks(LAYOUT)[0] is looks
    assert sets.looks(Layout((Zone("tile", "tile", Shape.SQUARE, ("Clio", "down")),)))[0] is None
    assert sets.looks(Layout(())) == (None, ())
    assert TaughtSets(None).looks(LAYOUT) == (None, ())


def test_a_set_taught_anew_is_seen_at_once_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    folder = set_folder(tmp_path, "dance_of_muses")
    save_set(some_set(), folder)
    sets = TaughtSets(tmp_path)
    before, _ = sets.looks(LAYOUT)
    save_set(some_set(first=10), folder)
    after, _ = sets.looks(LAYOUT)
    assert before is not None
    assert after is not None
    assert not np.array_equal(before.pictures.coarse.colours, after.pictures.coarse.colours)
    changed(folder, version=2)
    looks, (caution,) = sets.looks(LAYOUT)
    assert looks is None
    assert caution.kind == "taught"
    assert "teach them again" in caution.text
