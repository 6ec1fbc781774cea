"""Readings, corrections and verdicts as JSON text, and back without loss."""

import json
from collections.abc import Mapping
from typing import Any

from rules.game import Candidate, Finding, Verdict, Violation
from rules.table import Face, Observation, Place
from rules.text import packed, unpacked
from vision.reading import Caution, Doubt, GridPose, Piece, Reading

Corrections = Mapping[Place, Face | None]


def reading_text(reading: Reading) -> str:
    """Return a reading as JSON; `parse_reading` is the inverse."""
    return _dumps(
        {
            "size": [reading.width_px, reading.height_px],
            "calibrated": reading.calibrated,
            "pieces": [_piece(piece) for piece in reading.pieces],
            "observation": _observation(reading.observation),
            "pose": reading.pose and [getattr(reading.pose, name) for name in GridPose.__slots__],
            "warnings": [[warning.kind, packed(warning.text), warning.spot_px] for warning in reading.warnings],
        }
    )


def parse_reading(text: str) -> Reading:
    """Return the reading written by `reading_text`."""
    raw = json.loads(text)
    width_px, height_px = raw["size"]
    return Reading(
        width_px,
        height_px,
        raw["calibrated"],
        tuple(_parse_piece(piece) for piece in raw["pieces"]),
        _parse_observation(raw["observation"]),
        GridPose(*raw["pose"]) if raw["pose"] else None,
        tuple(Caution(kind, unpacked(text), spot and tuple(spot)) for kind, text, spot in raw["warnings"]),
    )


def corrections_text(corrections: Corrections) -> str:
    """Return people's corrections as JSON; `parse_corrections` is the inverse."""
    return _dumps({str(place): face for place, face in corrections.items()})


def parse_corrections(text: str) -> dict[Place, Face | None]:
    """Return the corrections written by `corrections_text`."""
    return {Place.parse(place): face for place, face in json.loads(text).items()}


def verdict_text(verdict: Verdict[str]) -> str:
    """Return a verdict whose moves are notation as JSON; `parse_verdict` is the inverse."""
    candidates = [[c.move, c.weight, [_violation(v) for v in c.violations]] for c in verdict.candidates]
    return _dumps({"finding": verdict.finding, "candidates": candidates, "shift": verdict.shift})


def parse_verdict(text: str) -> Verdict[str]:
    """Return the verdict written by `verdict_text`."""
    raw = json.loads(text)
    candidates = tuple(
        Candidate(move, weight, tuple(_parse_violation(v) for v in broken))
        for move, weight, broken in raw["candidates"]
    )
    shift = None if raw["shift"] is None else tuple(raw["shift"])
    return Verdict(Finding(raw["finding"]), candidates, shift)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _violation(violation: Violation) -> list[Any]:
    return [violation.rule, packed(violation.text), [str(place) for place in violation.places], violation.instead]


def _parse_violation(raw: list[Any]) -> Violation:
    rule, text, places, *instead = raw  # the last is missing in logs of the first version
    return Violation(rule, unpacked(text), tuple(map(Place.parse, places)), *instead)


def _piece(piece: Piece) -> dict[str, Any]:
    plain = {name: getattr(piece, name) for name in Piece.__slots__}
    return plain | {"place": None if piece.place is None else str(piece.place)}


def _parse_piece(raw: dict[str, Any]) -> Piece:
    pairs = {name: tuple((word, odds) for word, odds in raw[name]) for name in ("faces", "colours")}
    outline = tuple((x, y) for x, y in raw["outline_px"])
    centre = None if raw["centre_mm"] is None else tuple(raw["centre_mm"])
    place = None if raw["place"] is None else Place.parse(raw["place"])
    doubt = None if raw["doubt"] is None else Doubt(raw["doubt"])
    return Piece(**(raw | pairs | {"outline_px": outline, "centre_mm": centre, "place": place, "doubt": doubt}))


def _observation(seen: Observation) -> dict[str, Any]:
    return {
        "faces": {str(place): dict(odds) for place, odds in seen.faces.items()},
        "zones": sorted(seen.zones),
        "hidden": sorted(map(str, seen.hidden)),
        "disturbed": sorted(map(str, seen.disturbed)),
        "anchored": seen.anchored,
        "still": seen.still,
    }


def _parse_observation(raw: dict[str, Any]) -> Observation:
    return Observation(
        faces={Place.parse(place): odds for place, odds in raw["faces"].items()},
        zones=frozenset(raw["zones"]),
        hidden=frozenset(map(Place.parse, raw["hidden"])),
        disturbed=frozenset(map(Place.parse, raw["disturbed"])),
        anchored=raw["anchored"],
        still=raw["still"],
    )
