from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from rules.table import Shape, Zone
from vision.corners import find_markers
from vision.outline import TileOutline
from vision.read_tiles import DOWN, tile_words
from vision.render import Cloth, Scene, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_lens import Lens
from vision.render_muses import MuseSet, lesson, muse_set, muse_table
from vision.render_tiles import Tile
from vision.teach import PICTURE_PX, SIDES, TaughtSet, TaughtTile, TeachError, teach_tiles
from vision.teach_find import _between, find_lesson
from vision.teach_looks import Looks, much_alike
from vision.teach_odds import TileOdds
from vision.tiles_patch import GREY, tile_patches

Image = npt.NDArray[np.uint8]

NAMES = tuple("ABCDEFGHI")
SETS = (2, 4, 5)  # two of drawn figures, one of paintings in like colours


def plain(scene: Scene, seed: int = 0) -> Scene:
    """The scene on a plain cloth in fair light."""
    return replace(scene, cloth=Cloth("felt", seed=seed), lens=Lens(), things=())


@cache
def taught(number: int) -> TaughtSet:
    return teach_tiles(render(plain(lesson(muse_set(number), number))), NAMES)


def outline(tile: Tile) -> TileOutline:
    """Where the tile lies, a little wrong, as a finder has it."""
    every = 180 if tile.tall_mm else 90
    angle, tall = (tile.angle_deg + every / 2) % every - every / 2, tile.tall_mm or tile.side_mm
    return TileOutline(tile.x_mm + 1.5, tile.y_mm - 1.5, tile.side_mm + 1, tall + 1, angle + 0.8, 0.9)


def odds_of(scene: Scene, looks: Looks) -> TileOdds:
    """What the tiles of a scene show to one who knows where they lie, and where the dice stand."""
    image, plane = render(scene), scene.camera.plane(scene.tiles[0].thick_mm)
    dice = np.array([[die.x_mm, die.y_mm] for die in scene.dice]).reshape(-1, 2)
    size = scene.dice[0].size_mm if scene.dice else 0.0
    patches = tile_patches(image, plane, [outline(tile) for tile in scene.tiles], dice, size)
    return looks.odds(looks.likeness(patches), patches)


@pytest.mark.parametrize("number", SETS)
@pytest.mark.parametrize("light", [Lens(), Lens((0.55, 0.6, 0.75), 0.4, blur_px=1.3), Lens((1.3, 1.2, 1.05))])
def test_every_tile_is_known_under_its_die_at_any_turn_and_in_other_light(number: int, light: Lens) -> None:
    seed = 100 * number + round(10 * light.blur_px)
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    scene = replace(plain(muse_table(muse_set(number), seed), seed), lens=light)
    odds = odds_of(scene, Looks.of(taught(number)))
    for i, tile in enumerate(scene.tiles):
        if tile.face_up:
            assert odds.fronts[i].argmax() == tile.muse
            assert odds.fronts[i].max() > 0.9
        else:
            assert odds.down[i] > 0.5
            assert odds.fronts[i].max() < 0.5


@pytest.mark.parametrize("number", SETS)
def test_a_foreign_tile_has_no_name(number: int) -> None:
    scene = plain(muse_table(muse_set(number), 10 * number, foreign=2))
    odds = odds_of(scene, Looks.of(taught(number)))
    assert odds.fronts[:2].max() < 0.5


def turned_over(scene: Scene, which: int) -> Scene:
    """The scene with all tiles face up but one."""
    tiles = tuple(replace(tile, face_up=i != which) for i, tile in enumerate(scene.tiles))
    return replace(scene, tiles=tiles)


@pytest.mark.parametrize("number", SETS)
def test_a_single_back_among_known_fronts_is_told(number: int) -> None:
    scene = turned_over(plain(muse_table(muse_set(number), 7 * number)), 4)
    odds = odds_of(scene, Looks.of(taught(number)))
    assert int(odds.down.argmax()) == 4
    assert odds.down[4] > 0.5
    assert np.delete(odds.down, 4).max() < 0.1


def back_photo(owned: MuseSet) -> Image:
    scene = plain(lesson(owned, 3))
    return render(replace(scene, tiles=(replace(scene.tiles[4], face_up=False),)))


def test_a_taught_back_makes_face_down_sure_and_strangers_strange() -> None:
    owned = muse_set(2)
    known = teach_tiles(render(plain(lesson(owned, 2))), NAMES, back=back_photo(owned))
    scene = turned_over(plain(muse_table(owned, 15, foreign=1)), 4)
    odds = odds_of(scene, Looks.of(known))
    assert odds.down[4] > 0.9
    assert odds.down[0] < 0.1
    assert odds.fronts[0].max() < 0.1


def test_a_lesson_gives_names_suns_size_and_pictures() -> None:
    owned = muse_set(4)
    known = teach_tiles(render(plain(lesson(owned, 4))), NAMES, owned.suns)
    assert known.names == NAMES
    assert [tile.suns for tile in known.tiles] == list(owned.suns)
    assert known.sides_mm == pytest.approx(owned.sides_mm, abs=2)
    assert {tile.picture.shape for tile in known.tiles} == {(PICTURE_PX, PICTURE_PX, 3)}
    assert known.back is None


@pytest.mark.parametrize(("number", "side_mm"), [(9663, 56.0), (9666, 90.1)])
def test_a_lesson_finds_all_tiles_and_their_size(number: int, side_mm: float) -> None:
    """Thick edges made tiles look 4 mm larger, or a pale tile amid the others was left out."""
    owned = replace(muse_set(number), side_mm=side_mm)
    known = teach_tiles(render(lesson(owned, 10 * number)), NAMES)
    assert known.sides_mm == pytest.approx(owned.sides_mm, abs=1.2)


@pytest.mark.parametrize(
    ("bare", "taken"),
    [([4], {4}), ([1, 7], {1, 7}), ([8], set()), ([0, 1], set()), ([3, 4, 5], {3, 4, 5}), ([6, 7], set())],
)
def test_a_faint_tile_is_believed_between_two_others_of_its_row_or_column(bare: list[int], taken: set[int]) -> None:
    clear = np.ones(9, np.bool_)
    clear[bare] = False
    assert {int(i) for i in np.flatnonzero(_between(clear, 3) & ~clear)} == taken


def test_cards_longer_than_wide_are_taught_and_known() -> None:
    owned = replace(muse_set(4), side_mm=63.0, tall_mm=88.0)
    known = teach_tiles(render(plain(lesson(owned, 5))), NAMES)
    assert known.sides_mm == pytest.approx(owned.sides_mm, abs=3)
    scene = plain(muse_table(owned, 31))
    odds = odds_of(scene, Looks.of(known))
    up = [i for i, tile in enumerate(scene.tiles) if tile.face_up]
    assert [int(odds.fronts[i].argmax()) for i in up] == [scene.tiles[i].muse for i in up]


def test_a_tile_half_in_a_hard_shadow_is_known() -> None:
    scene = plain(muse_table(muse_set(4), 43))
    up = [i for i, tile in enumerate(scene.tiles) if tile.face_up]
    dice = np.array([[die.x_mm, die.y_mm] for die in scene.dice])
    plane = scene.camera.plane(scene.tiles[0].thick_mm)
    patches = tile_patches(render(scene), plane, [outline(t) for t in scene.tiles], dice, scene.dice[0].size_mm)
    patches.colours[:, :, 28:] = (patches.colours[:, :, 28:] + GREY) * np.float32(0.4) - GREY
    looks = Looks.of(taught(4))
    odds = looks.odds(looks.likeness(patches), patches)
    assert [int(odds.fronts[i].argmax()) for i in up] == [scene.tiles[i].muse for i in up]
    assert min(odds.fronts[i].max() for i in up) > 0.5


def test_a_lesson_needs_no_corner_cards() -> None:
    owned = muse_set(2)
    scene = replace(plain(lesson(owned, 2)), cards=())
    known = teach_tiles(render(scene), NAMES)
    assert known.sides_mm is None
    odds = odds_of(plain(muse_table(owned, 30)), Looks.of(known))
    up = [i for i, tile in enumerate(muse_table(owned, 30).tiles) if tile.face_up]
    assert [int(odds.fronts[i].argmax()) for i in up] == [muse_table(owned, 30).tiles[i].muse for i in up]


@pytest.mark.parametrize(
    ("names", "suns", "says"),
    [
        ((), None, "needs a name"),
        (("A", " "), None, "needs a name"),
        (("A", "B", "A"), None, "“A” is named twice"),
        (("A", "B"), (1,), "2 names and 1 numbers of suns"),
        (tuple(map(str, range(40))), None, "at most 12"),
    ],
)
def test_names_that_do_not_fit_are_refused(names: tuple[str, ...], suns: tuple[int, ...] | None, says: str) -> None:
    with pytest.raises(TeachError, match=says):
        teach_tiles(np.zeros((300, 400, 3), np.uint8), names, suns)


def test_a_photo_without_the_tiles_is_refused_with_advice() -> None:
    scene = plain(lesson(muse_set(2), 2))
    with pytest.raises(TeachError, match="Only 4 of 9 tiles show clearly: lay them"):
        teach_tiles(render(replace(scene, tiles=scene.tiles[:4])), NAMES)
    with pytest.raises(TeachError, match="Only 0 of 9"):
        teach_tiles(np.full((600, 800, 3), 90, np.uint8), NAMES)


def test_on_a_loud_cloth_tiles_are_found_by_the_rows_of_those_that_show() -> None:
    scene = lesson(muse_set(95), 302)
    image = render(scene)
    found = find_lesson(image, scene.camera.plane(2.0), 9, SIDES, find_markers(image))
    assert len(found) == 9
    for tile, real in zip(found, scene.tiles, strict=True):
        assert np.hypot(tile.x_mm - real.x_mm, tile.y_mm - real.y_mm) < 3


def test_tiles_that_look_much_alike_are_named() -> None:
    known = taught(2)
    assert list(much_alike(known)) == []
    twin = replace(known.tiles[1], name="twin")
    assert list(much_alike(replace(known, tiles=(*known.tiles, twin)))) == [("B", "twin")]


def test_two_tiles_never_have_one_name() -> None:
    scene = plain(muse_table(muse_set(2), 41))
    up = [i for i, tile in enumerate(scene.tiles) if tile.face_up]
    muse = scene.tiles[up[0]].muse
    twins = {i: replace(scene.tiles[i], art=scene.tiles[up[0]].art, suns=scene.tiles[up[0]].suns) for i in up[:2]}
    tiles = tuple(twins.get(i, tile) for i, tile in enumerate(scene.tiles))
    odds = odds_of(replace(scene, tiles=tiles), Looks.of(taught(2)))
    assert muse is not None
    assert odds.fronts[:, muse].sum() < 1.001


TILES = Zone("tile", "tile", Shape.SQUARE, (*NAMES, DOWN), "dance", (60.0, 120.0))


def test_what_a_tile_may_show_is_said_in_the_zones_words() -> None:
    assert tile_words(TILES, (("A", 0.7), ("other set's", 0.2), (DOWN, 0.05)), named=True) == {"A": 0.7, DOWN: 0.05}
    assert tile_words(TILES, ((DOWN, 0.8),), named=True) == {DOWN: 0.8}, "none of the fronts that were taught"
    assert tile_words(TILES, (), named=False) == {}
    assert tile_words(TILES, ((DOWN, 0.6),), named=False) == {}
    assert tile_words(TILES, ((DOWN, 0.97),), named=False)[DOWN] == 0.97


@pytest.mark.parametrize(("die_mm", "told"), [((0.0, 0.0), False), ((24.0, 22.0), True)])
def test_fronts_that_differ_only_under_the_die_are_not_told_apart(die_mm: tuple[float, float], *, told: bool) -> None:
    rng = np.random.default_rng(12)
    ground, other = (np.repeat(np.repeat(rng.integers(40, 216, (9, 9, 3), np.uint8), 16, 0), 16, 1) for _ in range(2))
    fronts = [ground.copy(), ground.copy(), other]
    for front, grey in zip(fronts, (50, 200), strict=False):
        front[52:92, 52:92] = grey
    known = TaughtSet(tuple(TaughtTile(name, None, front) for name, front in zip("ABC", fronts, strict=True)))
    tile = Tile(0.0, 0.0, 0, side_mm=70.0, angle_deg=12.0, picture=fronts[0])
    die = Die(4, "white", *die_mm, 16.0, 15.0, on_mm=tile.thick_mm)
    camera = Camera(1280, 960, 1600, 0.0, 0.0, 560)
    odds = odds_of(Scene(camera, Cloth("felt"), lens=Lens(blur_px=0.8), dice=(die,), tiles=(tile,)), Looks.of(known))
    assert odds.fronts[0, 2] < 0.05
    if told:
        assert odds.fronts[0, 0] > 0.95
    else:
        assert np.ptp(odds.fronts[0, :2]) < 0.3
