"""A set of nine Muses as its owner enters it: names, suns, powers. `parse` and `str` are inverse; JSON in, values out.

    {"name": "Ours", "muses": [
     {"name": "Clio", "suns": 2, "text": "what her tile says", "power": null},
     ...
    ]}

What is printed on the published tiles is not known to this program and is not in it.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from rules.dance_of_muses.power import FACES, Power, SetError, fields_of, read_power
from rules.text import say

MUSES = ("Calliope", "Clio", "Erato", "Euterpe", "Melpomene", "Polyhymnia", "Terpsichore", "Thalia", "Urania")
NAME = r"(?!(?:dice|down|first|gather|nothing|off|place|reveal|slip|suns|then|turned)(?![\w-]))[^\W\d_][\w-]{1,23}"
"""A Muse's name in notation: 2 to 24 letters, digits and hyphens, a letter first, and no word of the notation's own."""

LONGEST_TEXT = 300  # characters of what a tile says
LONGEST_NAME = 60  # characters of a set's name


@dataclass(frozen=True, slots=True)
class Muse:
    """What is known of one Muse: her suns (None: not known), what her tile says, and her power as a row."""

    name: str
    suns: int | None = None
    text: str = ""
    power: Power | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the Muse as JSON values."""
        power = self.power.to_json() if self.power else None
        return {"name": self.name, "suns": self.suns, "text": self.text, "power": power}


@dataclass(frozen=True, slots=True)
class MuseSet:
    """Nine Muses and what the set is called."""

    name: str
    muses: tuple[Muse, ...]

    def __str__(self) -> str:
        """Return the set as JSON text with a line for each Muse; `parse` reads it back."""
        lines = ",\n".join(f" {json.dumps(muse.to_json(), ensure_ascii=False)}" for muse in self.muses)
        return f'{{"name": {json.dumps(self.name, ensure_ascii=False)}, "muses": [\n{lines}\n]}}\n'

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the nine, in the set's order."""
        return tuple(muse.name for muse in self.muses)

    @property
    def suns(self) -> dict[str, int]:
        """The suns that are known, by name."""
        return {muse.name: muse.suns for muse in self.muses if muse.suns is not None}

    def power(self, name: str | None) -> Power | None:
        """Return the power of the Muse called `name`; None if her row was not entered or there is no such Muse."""
        return next((muse.power for muse in self.muses if muse.name == name), None)


PLAIN = MuseSet("", tuple(map(Muse, MUSES)))
"""The nine names and nothing else: what is known without a set."""


def parse(text: str) -> MuseSet:
    """Return the set written as JSON `text`; SetError with one sentence at the first mistake."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SetError(
            say("The set is no JSON text ({error}): look for a missing comma, quote or bracket.", error=error)
        ) from None
    return read_set(value)


def read_set(value: object) -> MuseSet:
    """Return the set given as JSON values; SetError with one sentence at the first mistake."""
    given = fields_of(value, ("name", "muses"), say("The set"))
    name, rows = given["name"], given["muses"]
    if not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise SetError(say("The set's “name” must be one line of at most {most} letters.", most=LONGEST_NAME))
    if not isinstance(rows, list | tuple) or len(rows) != len(MUSES):
        count = say(", not {count}", count=len(rows)) if isinstance(rows, list | tuple) else ""
        raise SetError(say("The set's “muses” must be a list of nine{more}.", more=count))
    muses = tuple(_muse(row, number) for number, row in enumerate(rows, 1))
    names = [muse.name for muse in muses]
    if twice := [one for one in names if names.count(one) > 1]:
        raise SetError(say("Two Muses are called {name}: give each another name.", name=twice[0]), "name")
    return MuseSet(name, muses)


def _muse(value: object, number: int) -> Muse:
    row = fields_of(value, ("name", "suns", "text", "power"), say("Muse {number}", number=number))
    name, suns, text, power = row["name"], row["suns"], row["text"], row["power"]
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise SetError(
            say(
                "Muse {number}: “name” must be one word of 2 to 24 letters, digits or hyphens, a letter first, and "
                "none that moves are written with, such as “dice”.",
                number=number,
            ),
            "name",
        )
    if suns is not None and (type(suns) is not int or suns not in FACES):
        raise SetError(
            say("{name}: “suns” must be a number from 1 to 6, or null while it is not known.", name=name), "suns"
        )
    if not isinstance(text, str) or not text.isprintable() or len(text) > LONGEST_TEXT:
        raise SetError(
            say(
                "{name}: “text” must be one line of at most {most} letters, or empty.",
                name=name,
                most=LONGEST_TEXT,
            ),
            "text",
        )
    return Muse(name, suns, text, None if power is None else read_power(power, say("{muse}'s power", muse=name)))
