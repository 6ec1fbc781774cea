"""Dice that must not be taken at their word: cut off, off the mat, leaning, covered, blurred, unsure."""

import functools
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from companion.codec import parse_reading, reading_text
from companion.opening import any_table
from rules.line_dice import GAME
from rules.table import Layout, Observation, Place, Shape, Zone
from vision.corners import find_markers
from vision.detect import Detection
from vision.doubt import OPEN, doubted, evened, inside_share, is_seen_in_part
from vision.doubt_words import doubts_said
from vision.read import Reader
from vision.read_plane import Plane, guessed_plane
from vision.reading import Doubt, Piece, Reading, piece_json, reading_json
from vision.rectify import calibrate
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_cover import CLEAN, Cover, OnTop, render_troubled
from vision.render_dice import Die
from vision.render_faces import DieLook

Image = npt.NDArray[np.uint8]

LOOSE = Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),))
CAMERA = Camera(1280, 960, 1150, 0.0, 0.0, 560, 1.0, -1.0, 1.0)
SPOTS = ((-120.0, -60.0), (-30.0, 50.0), (60.0, -40.0), (130.0, 70.0))
DICE = tuple(Die(i + 2, "white", x, y, 16.0, 20.0 * i) for i, (x, y) in enumerate(SPOTS))
TABLE = Scene(CAMERA, Cloth("felt"), dice=DICE, cards=corner_cards(480, 330))
SIZE = (CAMERA.width_px, CAMERA.height_px)


@functools.cache
def reader() -> Reader:
    return Reader()


@functools.cache
def picture() -> Image:
    return render(TABLE)


@functools.cache
def plane() -> Plane:
    return Plane(calibrate(find_markers(picture()), SIZE), 1.0)


def die_at(x_mm: float, y_mm: float, confidence: float = 0.97, leaning: float = 0.0) -> tuple[Piece, Detection]:
    """A die standing there, as it is found and as it is placed on the table."""
    rest = (1 - confidence) / 5
    faces = (("4", confidence), *((face, rest) for face in "12356"))
    outline = tuple((x, y) for x, y in CAMERA.project(Die(4, "white", x_mm, y_mm).outline_mm()))
    seen = Detection(faces, (0.0, 0.0), 33.0, 0.0, (("white", 1.0),), outline, leaning)
    x, y = plane().to_table(outline, 16.0).mean(axis=0)
    return Piece("die", faces, (("white", 1.0),), outline, 0.0, (float(x), float(y)), 16.0), seen


def judged(*dice: tuple[Piece, Detection], image: Image | None = None) -> list[Piece]:
    pieces, found = zip(*dice, strict=True)
    return list(doubted(picture() if image is None else image, pieces, found, plane()))


def touched(reading: Reading, die: Die) -> Piece | None:
    """The piece read where the die is, if any."""
    middle = CAMERA.project(die.outline_mm()).mean(axis=0)
    near = [p for p in reading.pieces if np.hypot(*(np.mean(p.outline_px, axis=0) - middle)) < 20]
    return near[0] if near else None


def test_a_good_die_is_left_alone() -> None:
    good, seen = die_at(-30, 50)
    assert judged((good, seen)) == [good]


def test_tiles_are_passed_on_as_they_are() -> None:
    tile = Piece("tile", (("down", 0.9),), (), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), 0.0)
    good, seen = die_at(-30, 50)
    assert doubted(picture(), (tile, good), (seen,), plane()) == (tile, good)


def test_a_die_beyond_the_cards_is_off_the_mat() -> None:
    piece, seen = die_at(286, 0)  # cards reach to 265 mm
    near, near_seen = die_at(262, 0)
    off, on = judged((piece, seen), (near, near_seen))
    assert off.doubt is Doubt.OFF_MAT
    assert on.doubt is None
    without_cards = doubted(picture(), (piece,), (seen,), guessed_plane([33.0]))
    assert without_cards[0].doubt is None


def test_a_die_at_the_edge_is_cut_off() -> None:
    piece, seen = die_at(-30, 50)
    right = max(x for x, _ in piece.outline_px)
    for cut_px, doubt in ((-3, None), (1, None), (8, Doubt.CUT_OFF)):
        image = np.ascontiguousarray(picture()[:, : int(right - cut_px)])
        assert judged((piece, seen), image=image)[0].doubt is doubt
    unsure = replace(piece, faces=(("4", 0.5), ("6", 0.4)))
    image = np.ascontiguousarray(picture()[:, : int(right - 2)])
    assert judged((unsure, seen), image=image)[0].doubt is Doubt.CUT_OFF


@pytest.mark.parametrize(("right_px", "share"), [(100, 1.0), (50, 0.8), (20, 0.2), (5, 0.0)])
def test_the_share_of_an_outline_inside_the_picture(right_px: int, share: float) -> None:
    square = ((9.5, 9.5), (59.5, 9.5), (59.5, 59.5), (9.5, 59.5))
    assert inside_share(square, (right_px, 100)) == pytest.approx(share, abs=1e-6)


def test_a_leaning_die_is_told_by_the_model() -> None:
    piece, seen = die_at(-30, 50, confidence=0.3, leaning=0.8)
    assert judged((piece, seen))[0].doubt is Doubt.LEANING
    piece, seen = die_at(-30, 50, confidence=0.6, leaning=0.3)
    assert judged((piece, seen))[0].doubt is Doubt.UNSURE


@pytest.mark.parametrize(("leaning_deg", "aslant"), [(0, False), (10, False), (35, True), (-45, True)])
def test_a_die_whose_face_is_no_square_on_the_table_leans(leaning_deg: float, aslant: bool) -> None:
    die = Die(4, "white", -30, 50, cocked_deg=leaning_deg)
    piece, seen = die_at(-30, 50)
    piece = replace(piece, outline_px=tuple((x, y) for x, y in CAMERA.project(die.top_mm())))
    (told,) = judged((piece, seen))
    assert told.doubt is (Doubt.LEANING if aslant else None)
    assert (told.confidence < 0.5) is aslant  # any face may come up when it is laid flat
    assert guessed_plane([33.0]).stretch(piece.outline_px, 16.0) == 0


@pytest.mark.parametrize("angle_deg", [0.0, 150.0, 220.0])  # one that leans to the camera looks flat: 30 would not do
def test_a_steep_die_of_a_road_is_said_to_lean_and_the_flat_ones_are_not(angle_deg: float) -> None:
    look = DieLook((35, 35, 35), (235, 235, 235), style="roads")
    road = tuple(Die(1 + i % 6, "black", 16.3 * i - 40, 10.0, 16.0, 90.0 * i, look=look) for i in range(5))
    steep = Die(3, "black", 110.0, -60.0, 16.0, angle_deg, cocked_deg=42.0, look=look)
    reading = reader().read(render(replace(TABLE, dice=(*road, steep))), any_table(GAME))
    *flat, leaning = (touched(reading, die) for die in (*road, steep))
    assert all(die is not None and die.doubt is None for die in flat)
    assert leaning is not None
    assert leaning.doubt is Doubt.LEANING
    assert leaning.confidence < 0.5


def test_a_small_die_among_its_likes_is_seen_in_part() -> None:
    dice = [die_at(x, y)[0] for x, y in SPOTS]
    small = replace(dice[0], size_mm=13.5)
    assert not is_seen_in_part(small, dice[1:])  # a die read surely may be of a smaller set
    unsure = replace(small, faces=(("4", 0.6),))
    assert is_seen_in_part(unsure, dice[1:])
    assert is_seen_in_part(replace(small, size_mm=12.0), dice[1:])
    assert not is_seen_in_part(unsure, dice[1:2])  # one other die tells no size
    red = [replace(die, colours=(("red", 1.0),)) for die in dice[1:]]
    assert not is_seen_in_part(unsure, red)
    assert not is_seen_in_part(replace(unsure, size_mm=None), dice[1:])


def test_evened_odds_claim_little_and_keep_their_order() -> None:
    faces = (("4", 0.9), ("6", 0.08), ("1", 0.01), ("2", 0.005), ("3", 0.0), ("5", 0.0))
    even = evened(faces)
    assert [face for face, _ in even] == [face for face, _ in faces]
    assert sum(p for _, p in even) == pytest.approx(OPEN + (1 - OPEN) * 0.995)
    assert even[0][1] < 0.3
    assert even[0][1] < 2.5 * even[-1][1]


@pytest.mark.parametrize("kind", ["finger", "sleeve", "card"])
@pytest.mark.parametrize("number", range(4))
def test_what_lies_over_a_die_never_makes_it_sure_and_wrong(kind: str, number: int) -> None:
    die = TABLE.dice[number]
    others = [other for other in DICE if other is not die]
    cover = Cover(kind, die.x_mm + 2.0, die.y_mm + 1.0, 200.0 - 50 * number, 17.0 if kind == "finger" else 60.0)
    reading = reader().read(render_troubled(TABLE, [cover]), LOOSE)
    piece = touched(reading, die)
    assert piece is None or piece.doubt is not None or piece.face == str(die.value)
    free = [
        touched(reading, other) for other in others if np.hypot(other.x_mm - cover.x_mm, other.y_mm - cover.y_mm) > 130
    ]
    assert all(piece is None or piece.doubt is None or piece.doubt is Doubt.UNSURE for piece in free)


def test_a_die_on_another_is_read_by_its_own_face() -> None:
    upper = replace(DICE[1], on_mm=16.0, angle_deg=63.0, value=5)
    reading = reader().read(render_troubled(TABLE, [OnTop(upper)]), LOOSE)
    piece = touched(reading, upper)
    assert piece is not None
    assert piece.faces[0][0] == "5"


def test_dice_smeared_by_movement_are_in_doubt_or_right() -> None:
    scale = CAMERA.focal_px / CAMERA.height_mm
    for motion_mm in (4.0, 6.0, 8.0):
        moved = replace(TABLE, lens=replace(TABLE.lens, motion_px=motion_mm * scale, motion_deg=30.0))
        reading = reader().read(render(moved), LOOSE)
        for die in DICE:
            piece = touched(reading, die)
            assert piece is None or piece.doubt is not None or piece.face == str(die.value)
    assert {"motion", "blur"} & {caution.kind for caution in reading.warnings}


def test_a_die_off_the_mat_has_no_value_and_is_no_evidence() -> None:
    camera = replace(CAMERA, x_mm=25.0, height_mm=640.0)
    scene = replace(TABLE, camera=camera, dice=(*DICE, Die(3, "white", 262.0, 0.0), Die(5, "white", 290.0, 30.0)))
    reading = reader().read(render(scene), LOOSE)
    off = [piece for piece in reading.pieces if piece.doubt is Doubt.OFF_MAT]
    assert len(off) == 1
    assert off[0].face is None
    assert off[0].confidence < 0.5
    shown = piece_json(off[0])
    assert (shown["value"], shown["doubt"]) == (None, "off the mat")
    assert off[0].place not in reading.observation.faces
    assert len(reading.observation.faces) == len(DICE) + 1
    assert any("A die lies off the mat at the right" in text for text in reading_json("x", reading, {})["warnings"])


def test_every_doubt_is_one_sentence_with_its_spot() -> None:
    piece, _ = die_at(-30, 50, confidence=0.6)
    for doubt in Doubt:
        (said,) = doubts_said([replace(piece, doubt=doubt)], SIZE)
        assert said.kind == doubt
        assert said.text.endswith(".")
        assert "in the middle" in said.text
        assert said.spot_px is not None
        assert np.hypot(*(np.array(said.spot_px[:2]) - np.mean(piece.outline_px, axis=0))) < 1.0
        assert 15 < said.spot_px[2] < 40
    assert not list(doubts_said([piece], SIZE))


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((("3", 0.6), ("5", 0.3)), "may be 3 or 5."),
        ((("1", 0.8),), "may be 1, or no die."),
        ((("1", 0.04),), "may be 1, or"),
    ],
)
def test_an_unsure_die_names_what_it_may_be(faces: tuple[tuple[str, float], ...], words: str) -> None:
    piece, _ = die_at(-30, 50)
    (said,) = doubts_said([replace(piece, faces=faces, doubt=Doubt.UNSURE)], SIZE)
    assert words in said.text


def test_doubts_and_cautions_survive_the_log() -> None:
    good, _ = die_at(-30, 50)
    dice = tuple(replace(good, doubt=doubt, place=Place("dice", (i,))) for i, doubt in enumerate((*Doubt, None)))
    seen = Observation({die.place: dict(die.faces) for die in dice if die.place}, frozenset({"dice"}))
    reading = Reading(*SIZE, True, dice, seen, None, tuple(doubts_said(dice, SIZE)))
    assert parse_reading(reading_text(reading)) == reading


def test_a_clean_lens_changes_nothing() -> None:
    plain = replace(TABLE, lens=CLEAN)
    assert np.array_equal(render(plain), render_troubled(plain, []))
