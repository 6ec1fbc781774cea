"""Moves made by pointing: tap a piece or a cell, then one of the moves that begin there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion import called
from companion.telling import Teller
from rules.glance import Glance, Tap
from rules.sheet import Blank, Sheet
from rules.table import Cell, Place, Table
from rules.text import capital, joined, many, say

TURNS_DEG: Final[dict[Cell, int]] = {  # of an arrow that points north, clockwise
    (0, -1): 0,
    (1, -1): 45,
    (1, 0): 90,
    (1, 1): 135,
    (0, 1): 180,
    (-1, 1): 225,
    (-1, 0): 270,
    (-1, -1): 315,
}


@dataclass(frozen=True, slots=True)
class Aim:
    """A move to choose: its notation, its words, and its arrow from the place tapped: where and how it is turned."""

    text: str
    words: str
    step: Cell | None
    turn_deg: int


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet to fill in: its number among those offered, its words, the blanks in plain sight and those out of it.

    A `quick` one is sent as soon as its blanks are filled in.
    """

    number: int
    title: str
    hint: str
    opens: str
    done: str
    blanks: tuple[tuple[int, Blank], ...]
    rare: tuple[tuple[int, Blank], ...]
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """A place that can be tapped: what lies there, and what may be done with it."""

    place: str
    cell: Cell
    title: str
    empty: bool
    aims: tuple[Aim, ...]
    forms: tuple[Form, ...]

    @property
    def name(self) -> str:
        """What a screen reader says."""
        return joined((self.title, many(len(self.aims), "{count} move", "{count} moves")), " ")


def picks(glance: Glance, table: Table, tell: Teller) -> tuple[Pick, ...]:
    """Return every place that can be tapped, in the order of the rules."""
    forms = list(zip(glance.sheets, all_forms(glance, tell), strict=True))
    places = dict.fromkeys([tap.place for tap in glance.taps])
    return tuple(
        Pick(
            place=str(place),
            cell=place.cell,
            title=_title(glance, place, table),
            empty=place not in table,
            aims=tuple(_aims([tap for tap in glance.taps if tap.place == place], tell)),
            forms=tuple(form for sheet, form in forms if sheet.place == place),
        )
        for place in places
    )


def all_forms(glance: Glance, tell: Teller) -> tuple[Form, ...]:
    """Return every sheet as a form, numbered in the order of the rules."""
    return tuple(_form(number, sheet, tell) for number, sheet in enumerate(glance.sheets))


def _title(glance: Glance, place: Place, table: Table) -> str:
    cell = ",".join(map(str, place.cell))
    return glance.called.get(place) or called.face(table.get(place, "")) or say("The cell {cell}", cell=cell)


def _aims(taps: Sequence[Tap], tell: Teller) -> Iterator[Aim]:
    for tap in taps:
        step = None if tap.towards is None else _step(tap.place.cell, tap.towards)
        yield Aim(str(tap.move), capital(tell.named(tap.words)), step, TURNS_DEG.get(step or (), 0))


def _step(here: Cell, there: Cell) -> Cell:
    return tuple(b - a for a, b in zip(here, there, strict=True))


def _form(number: int, sheet: Sheet, tell: Teller) -> Form:
    blanks = [(index, _named(blank, tell)) for index, blank in enumerate(sheet.blanks)]
    return Form(
        number,
        tell.named(sheet.title),
        tell.named(sheet.hint),
        tell.named(sheet.opens),
        sheet.done,
        tuple((index, blank) for index, blank in blanks if not blank.rare),
        tuple((index, blank) for index, blank in blanks if blank.rare),
        sheet.quick,
    )


def _named(blank: Blank, tell: Teller) -> Blank:
    words = tuple((value, tell.named(said)) for value, said in blank.choices)
    return replace(blank, label=tell.named(blank.label), choices=words)
