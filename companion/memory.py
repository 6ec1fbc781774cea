"""What the camera saw before counts: a piece that looks as it did when the log was last agreed on has not changed.

Readers err in the same way again and again. Once the rules or the people at the table have settled what a piece shows,
the same reading of it at the same place is no news; only another one is.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

from companion.records import Still
from rules import AnyGame
from rules.game import Candidate, Finding, Verdict, judge
from rules.table import Cell, Face, Layout, Observation, Place, Shape, Table
from vision.reading import GridPose, Reading


def evidence(still: Still, agreed: Still | None, table: Table, layout: Layout) -> Observation:
    """Return what a still says, weighed by the one `agreed` on before where `table` is as it was then.

    What people corrected in it is certain.
    """
    seen = still.reading.observation
    if agreed is not None and seen.anchored:
        seen = _remembered(seen, _in_cells(agreed, layout), table)
    for place, face in still.corrections.items():
        seen = seen.corrected(place, face)
    return seen


def judged(game: AnyGame, state: Any, seen: Observation) -> Verdict[Any]:  # noqa: ANN401 (each game has its own states)
    """Return what happened between `state` and the observation, even if the whole figure was pushed elsewhere.

    Cells keep their numbers by where they lay. If those explain nothing, the figure's own shape may.
    """
    verdict = judge(game, state, seen)
    grids = any(zone.grid for zone in game.layout(state).zones)
    if verdict.finding is not Finding.UNEXPLAINED or not seen.anchored or not grids:
        return verdict
    pushed = judge(game, state, replace(seen, anchored=False))
    return pushed if pushed.finding in {Finding.UNCHANGED, Finding.LEGAL} else verdict


def _in_cells(still: Still, layout: Layout) -> Observation:
    """Return what was read in a still, in the cells of the state that it was judged against."""
    seen, shift = still.reading.observation, still.verdict.shift
    return seen if shift is None else seen.shifted(shift, (zone.name for zone in layout.zones if zone.grid))


def _remembered(seen: Observation, before: Observation, table: Table) -> Observation:
    lies = before.faces.keys() & table.keys() - seen.disturbed  # a die thrown anew shows what it shows
    faces = {
        place: _as_agreed(odds, before.faces[place], table[place]) if place in lies else odds
        for place, odds in seen.faces.items()
    }
    return replace(seen, faces=faces)


def _as_agreed(now: Mapping[Face, float], then: Mapping[Face, float], face: Face) -> Mapping[Face, float]:
    """Return the odds of a piece that was agreed to show `face` when it was read as `then`, and is read as `now`.

    If the likeliest face is the same wrong one again, that stands for the right one, and the other way round.
    """
    said = max(now, key=now.__getitem__, default=face)
    if said == face or max(then, key=then.__getitem__, default=None) != said:
        return now
    return {**now, face: now[said], said: now.get(face, 0.0)}


def told(still: Still, move: str, table: Table, layout: Layout) -> Still | None:
    """Return a still that was not understood, settled by a move that people told; None if that is not what it shows.

    It shows what the move leaves if pieces lie on just those places; a face read otherwise is thereby corrected. What
    was found to be against the rules stays so: there the table is to be put right, or the piece corrected by a tap.
    """
    unknown = not still.reading.observation.anchored and still.verdict.shift is None
    if unknown or still.verdict.finding is Finding.ILLEGAL:
        return None
    seen = _in_cells(still, layout).within(layout.compared)
    expected = {place: face for place, face in table.items() if place.zone in seen.zones and place not in seen.hidden}
    if not expected or seen.faces.keys() - seen.hidden != expected.keys():
        return None
    best = seen.best()
    misread = {there(place, still, layout): face for place, face in expected.items() if best.get(place) != face}
    others = tuple(candidate for candidate in still.verdict.candidates if candidate.move != move)
    verdict = Verdict(Finding.LEGAL, (Candidate(move, 1.0), *others), still.verdict.shift)
    return replace(still, verdict=verdict, corrections={**misread, **still.corrections})


def there(place: Place, still: Still, layout: Layout) -> Place:
    """Return a place of the state as the still itself calls it."""
    shift = still.verdict.shift
    return place.shifted(tuple(-step for step in shift)) if shift and layout.zone(place.zone).grid else place


def at_first_sight(verdict: Verdict[Any], seen: Observation, table: Table, layout: Layout) -> Verdict[Any]:
    """Return the verdict on a session's first still: a lone piece that may as well lie there by chance is asked about.

    Only a piece of a kind that also lies loose, and only on an empty table: later stills show what hands have laid.
    """
    loose = {zone.piece for zone in layout.zones if zone.shape is Shape.LOOSE}
    places = list(seen.faces)
    by_chance = len(places) == 1 and not table and layout.zone(places[0].zone).piece in loose
    if verdict.finding is not Finding.LEGAL or not by_chance:
        return verdict
    played = replace(verdict.candidates[0], weight=0.5)
    return replace(verdict, finding=Finding.AMBIGUOUS, candidates=(played, Candidate(None, 0.5)))


def on_the_log(reading: Reading, table: Table, layout: Layout) -> Reading:
    """Return a reading agreed on, in the state's own cells, with only those pieces on a free grid that the log knows.

    Others lie beside it by chance; where the log knows none of them there is no grid yet.
    """
    grids = {zone.name for zone in layout.zones if zone.grid}
    strange = {p.place for p in reading.pieces if p.place and p.place.zone in grids and p.place not in table}
    pieces = tuple(replace(p, place=None) if p.place in strange else p for p in reading.pieces)
    begun = any(place.zone in grids for place in table)
    return replace(reading, pieces=pieces, pose=reading.pose if begun else None) if strange else reading


def anchored(reading: Reading, verdict: Verdict[Any]) -> Reading:
    """Return a reading whose pose, pieces and observation have the cells of the state it was judged against.

    Without a pose for a grid that is not square: it is found anew in each picture.
    """
    shift = verdict.shift
    if shift is None:
        return reading
    seen = reading.observation
    grids = {place.zone for place in seen.faces if len(place.cell) == len(shift)}
    pieces = tuple(
        replace(piece, place=piece.place.shifted(shift))
        if piece.place and len(piece.place.cell) == len(shift)
        else piece
        for piece in reading.pieces
    )
    pose = reading.pose and _shifted(reading.pose, shift)
    return replace(reading, pieces=pieces, observation=seen.shifted(shift, grids), pose=pose)


def _shifted(pose: GridPose, shift: Cell) -> GridPose | None:
    if len(shift) != 2:  # noqa: PLR2004 (x and y)
        return None
    across, down = -shift[0] * pose.pitch_x, -shift[1] * pose.pitch_y
    turn = radians(pose.angle_deg)
    x = pose.x + across * cos(turn) - down * sin(turn)
    return replace(pose, x=x, y=pose.y + across * sin(turn) + down * cos(turn))
