"""Starting in the middle of a game: the dice of a picture, and what a picture cannot tell (RULES.md, 7.2)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.game import OptionError
from rules.line_dice.ending import ended
from rules.line_dice.faces import FACES, Cell, Side, arrow, beside, opposite, ports, way_out
from rules.line_dice.fitting import fits
from rules.line_dice.laying import may_be_called
from rules.line_dice.moves import written
from rules.line_dice.road import Die, road
from rules.line_dice.said import OR
from rules.line_dice.state import UNKNOWN, Phase, Setup, State
from rules.table import Face
from rules.text import listed, many, say

Dice = tuple[Die, ...]

_DIE = re.compile(rf"({'|'.join(FACES)}) (-?\d{{1,3}}),(-?\d{{1,3}})")


@dataclass(frozen=True, slots=True)
class Given:
    """What was said about a position, unchecked: its dice, its head and tail, the seats that are out."""

    position: str
    head: str
    tail: str
    out: Any


def ends(text: str, edge_rule: str) -> tuple[tuple[str, str], ...]:
    """Return each head and tail, as the options take them, that the dice of a position of two or more may have."""
    orders = _orders(_board(text), edge_rule)
    return tuple((f"{written(head)} {way}", _tail(tail)) for head, way, tail in orders)


def placed(start: State, given: Given, *, known: bool) -> State:
    """Return the state with the position on the table; OptionError with one sentence if it cannot be.

    `known` says that hands were given; those that were not hold what is left of everybody's share.
    """
    setup = start.setup
    out = _out(setup, given.out)
    state = replace(start, phase=Phase.LAY, out=out)
    dice = _dice(setup, given, last=_before(state, setup.first))
    state = replace(state, dice=dice, fallen=len(out), hands=_hands(state, dice, known=known))
    if len({arrow(die.face) for die in dice} - {None}) > 1 and setup.arrow == "first_curve":
        raise OptionError(
            say("The arrows of the position differ: say with the option “arrow” where they must point."), "arrow"
        )
    state = replace(state, window=len(dice) > setup.extra and may_be_called(state))
    return ended(state) if len(state.playing) == 1 else state


def _out(setup: Setup, value: object) -> tuple[int, ...]:
    if isinstance(value, list | tuple) and all(type(seat) is int for seat in value):
        seats = set(value) & (set(range(setup.seats)) - {setup.first})
        if len(seats) == len(value):
            return tuple(value)
    raise OptionError(say("The players who are out are given by seat, such as [1], without the one to act."), "out")


def _before(state: State, seat: int) -> int:
    """Return the seat that laid the last die: the nearest one before `seat` that is not out."""
    order = [(seat - step) % state.setup.seats for step in range(1, state.setup.seats + 1)]
    return next(other for other in order if other not in state.out)


def _hands(state: State, dice: Dice, *, known: bool) -> tuple[tuple[str, ...], ...]:
    """Return the hands; those not given hold unknown dice, as many as if everybody had laid in turn."""
    setup = state.setup
    last, laid = _before(state, setup.first), len(dice) - setup.extra
    counts = [sum((last - turn) % setup.seats == seat for turn in range(laid)) for seat in range(setup.seats)]
    rest = tuple((UNKNOWN,) * max(0, setup.each - count) for count in counts)
    if not known:
        return rest
    return tuple(left if UNKNOWN in hand else hand for hand, left in zip(state.hands, rest, strict=True))


def _dice(setup: Setup, given: Given, last: int) -> Dice:
    """Return the dice in an order in which they may have been laid, the last one by `last`."""
    board = _board(given.position)
    if len(board) > setup.seats * setup.each + setup.extra:
        raise OptionError(
            many(
                len(board),
                "The position has {count} die, more than were dealt: take some away.",
                "The position has {count} dice, more than were dealt: take some away.",
            ),
            "position",
        )
    order = _chosen(_orders(board, setup.edge_rule), given) if len(board) > 1 else _single(board)
    if len(order) == 1 and setup.extra:
        return order
    return (*order[:-1], replace(order[-1], seat=last))


def _single(board: Mapping[Cell, Face]) -> Dice:
    return tuple(Die(face, cell) for cell, face in board.items())


def _board(text: str) -> dict[Cell, Face]:
    board: dict[Cell, Face] = {}
    for part in text.split(";"):
        found = _DIE.fullmatch(part.strip())
        if not found:
            raise OptionError(
                say("“{text}” is no die of a position: write “S-EW 0,0” or “C1S 2,0”.", text=part.strip()), "position"
            )
        cell = int(found[2]), int(found[3])
        if cell in board:
            raise OptionError(
                say("Two dice of the position share the cell {cell}: correct one of them.", cell=written(cell)),
                "position",
            )
        board[cell] = found[1]
    return board


def _orders(board: Mapping[Cell, Face], edge_rule: str) -> dict[tuple[Cell, Side, Cell | None], Dice]:
    """Return the orders in which the dice may have been laid, one for each head (with its heading) and tail.

    Orders that agree on these go on alike: it does not matter which of them was played.
    """
    found: dict[tuple[Cell, Side, Cell | None], Dice] = {}
    for order in _walks(board):
        way = road(order)
        if way.head is not None and _laid_by_the_rules(order, edge_rule):
            found.setdefault((way.head.cell, way.head.heading, way.tail), order)
    return found


def _walks(board: Mapping[Cell, Face]) -> Iterator[Dice]:
    """Yield the dice in the order in which a road from each of its possible beginnings meets them, if it meets all."""
    for start, face in board.items():
        for tail in ports(face):
            walk = _walk(board, start, tail)
            if len(walk) == len(board):
                yield tuple(Die(board[cell], cell) for cell in walk)


def _walk(board: Mapping[Cell, Face], start: Cell, tail: Side) -> tuple[Cell, ...]:
    """Return the cells met by the road that leaves `start` away from its side `tail`; () if it is no open road."""
    met = {start: None}
    here, out = start, way_out(board[start], tail)
    while (here := beside(here, out)) in board:
        entry = opposite(out)
        if entry not in ports(board[here]) or (here, entry) == (start, tail):
            return ()
        met[here] = None
        out = way_out(board[here], entry)
    return tuple(met)


def _laid_by_the_rules(order: Dice, edge_rule: str) -> bool:
    """Return whether each die fitted when it was laid, whatever its arrow."""
    return all(
        fits(road(order[:number]), die.face, die.cell, edge_rule) for number, die in enumerate(order) if number > 0
    )


def _chosen(orders: Mapping[tuple[Cell, Side, Cell | None], Dice], given: Given) -> Dice:
    """Return the one order that agrees with the head and the tail that were given."""
    if not orders:
        raise OptionError(
            say("These dice form no road that play could have built: check their faces and cells."), "position"
        )
    right = {
        end: order
        for end, order in orders.items()
        if given.head in {"", written(end[0]), f"{written(end[0])} {end[1]}"} and given.tail in {"", _tail(end[2])}
    }
    if len(right) == 1:
        return next(iter(right.values()))
    if not right:
        raise OptionError(say("The road cannot go on there: it may {ends}.", ends=_ends(orders)), "head")
    raise OptionError(
        say("The picture does not tell where the road goes on: it may {ends}.", ends=_ends(right)), "head"
    )


def _ends(orders: Mapping[tuple[Cell, Side, Cell | None], Dice]) -> str:
    """Return the ends to choose from, as the options `head` and `tail` take them."""
    ways = [
        say("have the head “{head} {way}” and the tail “{tail}”", head=written(head), way=way, tail=_tail(tail))
        for head, way, tail in orders
    ]
    return listed(ways, OR)


def _tail(tail: Cell | None) -> str:
    return written(tail) if tail else say("none")
