"""What is in the box, read once from box.json and checked: faces, prices, portals, feats."""

import json
from collections.abc import Mapping
from pkgutil import get_data
from typing import Any, Final

from rules.dice_forge.goods import KINDS, Goods, goods
from rules.dice_forge.pieces import Box, Face, Feat, Kind, Pool, Slot, Verb
from rules.text import say

SIDES = 6  # faces of a die
POOL = 4  # faces in a pool

COLOURS = {"red": say("red"), "green": say("green"), "yellow": say("yellow"), "blue": say("blue")}


class BoxError(ValueError):
    """Data that contradicts itself; its message is one sentence that says where."""


def read_box(text: str) -> Box:
    """Return the box written as JSON; BoxError if it contradicts itself."""
    raw = json.loads(text)
    faces = {name: _face(name, row) for name, row in raw["faces"].items()}
    box = Box(
        tuple(_spread(die) for die in raw["dice"].values()),
        faces,
        tuple(Pool(pool["price"], tuple(pool["faces"].items())) for pool in raw["sanctuary"]),
        raw["gardens"],
        tuple(Slot(slot["portal"], goods(slot["cost"]), tuple(slot["feats"])) for slot in raw["slots"]),
        dict(_feats(raw["feats"], faces)),
    )
    _check(box)
    return box


def _face(name: str, row: Mapping[str, Any]) -> Face:
    return Face(
        name,
        say(row["words"]),  # collected from box.json itself
        Kind(row.get("kind", "plain")),
        tuple(map(goods, row.get("gives", []))),
        row.get("amount", 0),
        row.get("watch", ""),
        goods(row.get("match", {})),
        tuple(map(goods, row.get("owner", []))),
        row.get("card", ""),
    )


def _feats(raw: Mapping[str, Any], faces: Mapping[str, Face]) -> list[tuple[str, Feat]]:
    """Return every card; those that give a face away come once for each face that names them."""
    found = []
    for name, row in raw.items():
        feat = _feat(name, row)
        given = [face for face in faces.values() if face.card.startswith(f"{name}_")]
        for face in given:
            colour = face.card.removeprefix(f"{name}_")
            found.append(
                (
                    face.card,
                    Feat(
                        face.card,
                        say("{card} ({colour})", card=feat.title, colour=COLOURS[colour]),
                        feat.glory,
                        feat.verb,
                        faces=(face.name,),
                    ),
                )
            )
        found.append((name, feat))
    return found


def _feat(name: str, row: Mapping[str, Any]) -> Feat:
    return Feat(
        name,
        say(row["title"]),
        row["glory"],
        Verb(row.get("effect", "none")),
        tuple(map(goods, row.get("gives", []))),
        goods(row.get("pays", {})),
        row.get("times", 1),
        tuple(row.get("faces", [])),
        tuple(row.get("converts", [])),
        row.get("rate", 0),
    )


def _spread(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(name for name, count in counts.items() for _ in range(count)))


def _check(box: Box) -> None:
    """Refuse a box with a name that leads nowhere or a number that cannot be."""
    named = {*(face for die in box.dice for face in die), *box.gardens}
    named |= {face for pool in box.pools for face, _ in pool.faces} | {
        f for feat in box.feats.values() for f in feat.faces
    }
    wrong = (
        (named - box.faces.keys(), "a face that is not described"),
        ({name for slot in box.slots for name in slot.feats} - box.feats.keys(), "a feat that is not described"),
        ([die for die in box.dice if len(die) != SIDES], "a die without six faces"),
        ([pool for pool in box.pools if sum(count for _, count in pool.faces) != POOL], "a pool without four faces"),
        ([face for face in box.faces.values() if face.watch not in {"", *KINDS}], "a shield that watches nothing"),
        (
            [face for face in box.faces.values() if face.gives and not _choosable(face.gives)],
            "options that cannot be told apart",
        ),
        ([feat for feat in box.feats.values() if set(feat.converts) - set(KINDS)], "a feat that converts nothing"),
    )
    for found, text in wrong:
        if found:
            raise BoxError(f"box.json has {text}: {next(iter(found))}.")


def _choosable(options: tuple[Goods, ...]) -> bool:
    """Return whether the options, where there are several, can be told apart by the one kind that each gives."""
    single = [option.kind for option in options if sum(map(bool, option)) == 1]
    return len(options) == 1 or len(set(single)) == len(options)


def _load() -> Box:
    data = get_data("rules.dice_forge", "box.json")
    if data is None:
        raise BoxError("box.json is missing: install the package anew.")
    return read_box(data.decode())


BOX: Final = _load()
"""The box as published, without what is only printed on it."""
