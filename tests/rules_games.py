"""What the tests of the rules share: every game found, walks into the middle of it, and sights of its tables."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import rules
from rules.game import EACH, SOME, Option, OptionError
from rules.playthrough import Playthrough
from rules.table import Cell, Layout, Observation, Place, Shape, Table

ROOT = Path(rules.__file__).parent
WALKS = 8
LAW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def seeded(seed: int) -> Random:
    """Return a source of chance that a failing test's message lets one repeat."""
    return Random(seed)  # noqa: S311 (tests keep no secrets)


@dataclass(frozen=True)
class Moment:
    """A state in the middle of a game and the playthrough that led there; fails print it whole."""

    playthrough: Playthrough
    state: Any
    seed: int

    @property
    def game(self) -> rules.AnyGame:
        return rules.load(self.playthrough.game)

    @property
    def random(self) -> Random:
        return seeded(self.seed)

    def legal(self, most: int) -> list[Any]:
        """Return the legal moves, or `most` of them picked at random."""
        found = list(self.game.legal_moves(self.state))
        return found if len(found) <= most else self.random.sample(found, most)

    def compared(self, state: Hashable) -> Table:
        """Return what `state` lays in the zones that are compared now."""
        zones = self.game.layout(self.state).compared
        return {place: face for place, face in self.game.table(state).items() if place.zone in zones}

    def sight(self, table: Table) -> Observation:
        """Return `table` seen without a doubt in all zones that are compared now."""
        return Observation.certain(table, self.game.layout(self.state).compared)


def values_of(option: Option) -> list[object]:
    """Return what an option with choices may be set to; of one that is a list of them, each by itself or first."""
    if option.kind == EACH:
        every = [[*option.choices[at:], *option.choices[:at]] for at in range(len(option.choices))]
        return [choices[: len(option.default)] for choices in every]
    return [[choice] if option.kind == SOME else choice for choice in option.choices]


@cache
def walks(name: str, seats: int, seed: int) -> tuple[Moment, ...]:
    """Return every moment of one random game; its switches are drawn from the seed too, none for seed 0."""
    game, random = rules.load(name), seeded(seed)
    switches = {key: values_of(option) for key, option in game.options.items() if option.choices}
    chosen = random.sample(sorted(switches), min(len(switches), seed % 5))
    options = {key: random.choice(switches[key]) for key in chosen}
    try:
        state = game.initial_state(seats, **options)
    except OptionError:
        return walks(name, seats, seed + WALKS)
    moments = [Moment(Playthrough(name, seats, options), state, seed)]
    while moves := list(game.legal_moves(moments[-1].state)):
        move = random.choice(moves)
        lines = (*moments[-1].playthrough.lines, str(move))
        after = game.apply(moments[-1].state, move)
        moments.append(Moment(Playthrough(name, seats, options, lines), after, seed))
    return tuple(moments)


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    """Draw a game, a set-up of it and a moment in it; the walks are kept, so that laws do not play them anew."""
    game = draw(st.sampled_from(sorted(rules.games().values(), key=lambda game: game.name)))
    found = walks(game.name, draw(st.sampled_from(game.seats)), draw(st.integers(0, WALKS - 1)))
    return replace(found[draw(st.integers(0, len(found) - 1))], seed=draw(st.integers(0, 2**32)))


@cache
def notations(name: str) -> tuple[str, ...]:
    """Return the texts of many moves of the game, from all over it."""
    found: set[str] = set()
    for seats in rules.load(name).seats:
        for moment in walks(name, seats, 1)[::3]:
            found.update(moment.playthrough.lines, map(str, moment.legal(30)))
    return tuple(sorted(found))


def shift_of(layout: Layout, random: Random) -> Cell:
    """Return a random shift of the free grid."""
    x, y = random.randint(-6, 6), random.randint(-6, 6)
    triangles = any(zone.shape is Shape.TRIANGLE for zone in layout.zones if zone.grid)
    return (x, y, -x - y) if triangles else (x, y)


def drifted(seen: Observation, layout: Layout, random: Random) -> Observation:
    """Return the sight from a grid whose origin is unknown."""
    zones = [zone.name for zone in layout.zones if zone.grid]
    return replace(seen.shifted(shift_of(layout, random), zones), anchored=False) if zones else seen


def blurred(table: Table, layout: Layout, random: Random, sure: float = 0.9) -> Observation:
    """Return the sight of a reader that gives the truth `sure` and spreads the rest unevenly over other faces."""
    faces = {place: spread(layout, place, face, random, sure) for place, face in table.items()}
    return Observation(faces, layout.compared)


def spread(layout: Layout, place: Place, face: str, random: Random, sure: float) -> dict[str, float]:
    """Return odds with `sure` for `face` and the rest spread over the zone's other faces."""
    others = [other for other in layout.zone(place.zone).faces if other != face]
    parts = [random.random() ** 3 + 1e-6 for _ in others]
    return {face: sure} | {other: (1 - sure) * part / sum(parts) for other, part in zip(others, parts, strict=True)}


def headings(name: str) -> set[str]:
    """Return the numbers of the headings of a game's RULES.md."""
    lines = (ROOT / name / "RULES.md").read_text().splitlines()
    return {line.split()[1] for line in lines if line.startswith("#") and line.split()[1][0].isdigit()}


def playthroughs() -> list[Path]:
    """Return every playthrough that comes with the rules."""
    return sorted(ROOT.glob("*/playthroughs/*.txt"))
