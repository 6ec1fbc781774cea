from dataclasses import replace

from models.train.trial_muses import KINDS, LAYOUT, NAMES, OBLONG_EVERY, owner
from models.train.trial_read import PARTS, read_as, right_parts
from rules.table import Observation, Place
from vision.render_muses import muse_set, muse_table

ZONES = frozenset({"tile", "die"})
SCENE = muse_table(muse_set(2), 41, foreign=1)


def seen(quarters: int = 0, **changed: str) -> Observation:
    """What a reader without fault sees of the scene in a picture turned by so many quarters."""
    faces = {}
    for i, tile in enumerate(SCENE.state["tiles"]):
        x, y = tile["x"], tile["y"]
        for _ in range(quarters):
            x, y = -y, x
        name = "other" if tile["muse"] is None and tile["face_up"] else "down" if not tile["face_up"] else None
        front = name or NAMES[tile["muse"]]
        die = f"{tile['colour']} {tile['die']}"
        faces[Place("tile", (x, y))] = {changed.get("tile", front) if i == 1 else front: 0.9}
        faces[Place("die", (x, y))] = {changed.get("die", die) if i == 1 else die: 0.9}
    return Observation(faces, ZONES)


def right(observation: Observation) -> frozenset[str]:
    return right_parts(SCENE, read_as(observation), NAMES, named=True)


def test_a_table_read_exactly_is_right_whichever_way_round() -> None:
    unknown = replace(seen(), faces={p: ({} if "other" in o else o) for p, o in seen().faces.items()})
    assert right(unknown) == set(PARTS)
    for quarters in range(4):
        assert right(seen(quarters)) >= set(PARTS) - {"names"}  # the foreign tile was given a name


def test_each_part_is_judged_by_itself() -> None:
    clean = {p: ({} if "other" in o else o) for p, o in seen(die="purple 7").faces.items()}
    assert right(Observation(clean, ZONES)) == {"cells", "names", "up or down"}
    clean.popitem()
    clean.popitem()
    assert right(Observation(clean, ZONES)) == frozenset()
    assert right(Observation({}, ZONES)) == frozenset()


def test_the_sets_of_the_trials_have_every_shape_and_the_layout_their_words() -> None:
    shapes = {number: owner(number).sides_mm for number in range(8)}
    assert all((wide == tall) == bool(number % OBLONG_EVERY) for number, (wide, tall) in shapes.items())
    assert all(55 <= side <= 95 for sides in shapes.values() for side in sides)
    assert set(NAMES) < set(LAYOUT.zone("tile").faces)
    assert len(KINDS) == 5
