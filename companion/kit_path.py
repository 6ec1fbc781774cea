"""The `d` of an SVG path as moves, lines and curves: as much of the language as our drawings use."""

import re
from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin, sqrt, tan
from typing import Final

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]  # M one point, L one, C three, Z none

TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


def steps(path: str) -> Iterator[Step]:
    """Yield the steps of a path in absolute points; ValueError for a command that is not one of M L H V C A Z."""
    here = start = (0.0, 0.0)
    for letter, numbers in _commands(path):
        for step in _absolute(letter, numbers, here):
            here = start if step[0] == "Z" else step[1][-1]
            start = here if step[0] == "M" else start
            yield step


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; more numbers than it takes repeat it, a repeated move being a line."""
    tokens = TOKEN.findall(path)
    while tokens:
        letter = tokens.pop(0)
        takes = TAKES.get(letter.upper())
        if takes is None:
            raise ValueError(f"A path cannot have the command “{letter}”.")
        while True:
            yield letter, [float(tokens.pop(0)) for _ in range(takes)]
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            if not tokens or tokens[0].isalpha():
                break


def _absolute(letter: str, numbers: list[float], here: Point) -> Iterator[Step]:
    from_x, from_y = here if letter.islower() else (0.0, 0.0)
    match letter.upper():
        case "Z":
            yield "Z", ()
        case "H":
            yield "L", ((from_x + numbers[0], here[1]),)
        case "V":
            yield "L", ((here[0], from_y + numbers[0]),)
        case "A":
            radius, _, _, large, sweep, x, y = numbers
            yield from _arc(here, (from_x + x, from_y + y), radius, large=bool(large), sweep=bool(sweep))
        case plain:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            yield plain, tuple((from_x + x, from_y + y) for x, y in pairs)


def _arc(start: Point, end: Point, radius: float, *, large: bool, sweep: bool) -> Iterator[Step]:
    """Yield curves along a circle's arc, a quarter turn at most each."""
    across, down = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    half = hypot(across, down)
    radius = max(radius, half)
    off = sqrt(radius**2 - half**2) / half * (1 if large != sweep else -1)
    x, y = start[0] + across - off * down, start[1] + down + off * across
    begin = atan2(start[1] - y, start[0] - x)
    turn = (atan2(end[1] - y, end[0] - x) - begin) % (2 * pi)
    turn -= 0 if sweep else 2 * pi
    parts = max(1, round(abs(turn) / (pi / 2) + 0.499))
    for part in range(parts):
        one, two = begin + turn * part / parts, begin + turn * (part + 1) / parts
        yield "C", _bent(x, y, radius, one, two)


def _bent(x: float, y: float, radius: float, one: float, two: float) -> tuple[Point, ...]:
    """Return the three points of the curve nearest to an arc from angle `one` to angle `two`."""
    reach = 4 / 3 * tan((two - one) / 4) * radius
    first = (x + radius * cos(one) - reach * sin(one), y + radius * sin(one) + reach * cos(one))
    last = (x + radius * cos(two), y + radius * sin(two))
    return first, (last[0] + reach * sin(two), last[1] - reach * cos(two)), last
