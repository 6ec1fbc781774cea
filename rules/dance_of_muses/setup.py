"""Setting up: the options, and starting from a position in the middle of a game."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.colours import COLOUR_WORDS
from rules.dance_of_muses.ending import settle
from rules.dance_of_muses.grid import groups
from rules.dance_of_muses.moves import Lay
from rules.dance_of_muses.options import OPTIONS
from rules.dance_of_muses.placing import lay
from rules.dance_of_muses.play import violations
from rules.dance_of_muses.power import SetError
from rules.dance_of_muses.scoring import MOST_HANDS
from rules.dance_of_muses.sets import NAME, PLAIN, MuseSet, read_set
from rules.dance_of_muses.state import MUSES, SIX, Hand, Mode, Phase, Setup, State, Tile
from rules.dance_of_muses.words import coloured
from rules.game import OptionError, check_option
from rules.table import COLOURS
from rules.text import joined, say

SEATS = range(2, 5)
COMPANIES = 3  # at most, and so many colours of dice

_TILE = re.compile(rf"({'|'.join(COLOURS)}) ({NAME}|\?) (-?\d{{1,3}}),(-?\d{{1,3}}) ([1-6])")


def initial_state(seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
    """Return the state before the first move; OptionError if the set-up is not offered."""
    if seats not in SEATS:
        raise OptionError(say("Dance of Muses is for 2, 3 or 4 players, not {seats}.", seats=seats))
    chosen = {name: option.default for name, option in OPTIONS.items()} | options
    for name, value in options.items():
        check_option("Dance of Muses", OPTIONS, name, value)
    first = _first(chosen.pop("first"), seats)
    muses, mode = _set(chosen.pop("set")), Mode(chosen.pop("mode"))
    suns, position, earlier = _suns(chosen.pop("suns"), muses), chosen.pop("position"), chosen.pop("earlier")
    setup = Setup(seats, _colours(chosen.pop("colours")), mode, muses, **chosen)
    state = State(setup, seat=first, starter=first, suns=suns, finished=_earlier(earlier, setup))
    return from_position(state, str(position)) if position else state


def _first(value: object, seats: int) -> int:
    if type(value) is not int or value not in range(seats):
        raise OptionError(
            say(
                "The First Player's seat cannot be {value}: it is a number from 0 to {most}.",
                value=repr(value),
                most=seats - 1,
            ),
            "first",
        )
    return value


def _colours(value: object) -> tuple[str, str, str]:
    match value:
        case (str(first), str(second), str(third)) if len({first, second, third} & set(COLOURS)) == COMPANIES:
            return first, second, third
    raise OptionError(
        say("Name three different colours out of {names}.", names=joined(COLOUR_WORDS.values())), "colours"
    )


def _set(value: object) -> MuseSet:
    """Return the owner's set; an empty one stands for the names alone."""
    try:
        return read_set(value) if value != {} else PLAIN
    except SetError as error:
        raise OptionError(str(error), "set") from None


def _suns(value: object, muses: MuseSet) -> tuple[tuple[str, int], ...]:
    """Return the suns that are known, those told here before those of the set."""
    if isinstance(value, Mapping) and all(_is_count(item, muses) for item in value.items()):
        return tuple(sorted((muses.suns | dict(value)).items()))
    raise OptionError(
        say("Suns are given as a number from 1 to 6 for each Muse you know: {names}.", names=joined(muses.names)),
        "suns",
    )


def _is_count(item: tuple[object, object], muses: MuseSet) -> bool:
    muse, count = item
    return muse in muses.names and type(count) is int and count in range(1, SIX + 1)


def _earlier(value: Any, setup: Setup) -> tuple[Hand, ...]:  # noqa: ANN401 (whatever was given, checked here)
    counts = [len(MUSES) // setup.companies] * setup.companies + [1] * bool(setup.neutral_in_ranking and setup.neutral)
    try:
        hands = tuple(tuple(tuple(sorted(row, reverse=True)) for row in hand) for hand in value)
        good = all([len(row) for row in hand] == counts and set().union(*hand) <= set(range(1, 7)) for hand in hands)
    except TypeError:
        good = False
    if good and len(hands) < (MOST_HANDS if setup.long_game else setup.hands):
        return hands
    raise OptionError(
        say("Earlier hands are given as rows of {sizes} dice, and must be fewer than are to be played.", sizes=counts),
        "earlier",
    )


def from_position(start: State, text: str) -> State:
    """Return the state with the tiles of `text` on the table; OptionError with one sentence if they cannot lie so."""
    tiles = tuple(map(_tile, text.split(";")))
    if len(tiles) > len(MUSES):
        raise OptionError(
            say("The position cannot be: it names {count} tiles, and there are nine.", count=len(tiles)), "position"
        )
    return _whole(start, tiles) if len(tiles) == len(MUSES) else _begun(start, tiles)


def _tile(text: str) -> Tile:
    found = _TILE.fullmatch(text.strip())
    if not found:
        raise OptionError(
            say("“{text}” is no tile of a position: write “orange Clio 0,0 5” or “white ? 1,0 4”.", text=text.strip()),
            "position",
        )
    colour, muse, x, y, die = found.groups()
    return Tile(colour, None if muse == "?" else muse, (int(x), int(y)), int(die))


def _begun(start: State, tiles: tuple[Tile, ...]) -> State:
    """Return the state in the middle of placing; the tiles are placed again one by one, so every rule is checked."""
    placed = len(tiles) - (start.setup.neutral is not None)
    starter = (start.starter - placed) % start.setup.seats
    state = replace(start, seat=starter, starter=starter)
    for tile in tiles:
        move = Lay(tile.muse, tile.cell, tile.die_face)
        for broken in violations(state, move):
            raise OptionError(say("The position cannot be. {text}", text=broken.text), "position")
        state = lay(state, move)
    return state


def _whole(start: State, tiles: tuple[Tile, ...]) -> State:
    """Return the state with all nine on the table: dancing, or at the end of the hand if a die shows 6."""
    ended = any(tile.die == SIX for tile in tiles)
    revealed = ended and all(tile.muse for tile in tiles)
    if fault := _fault(start.setup, tiles, revealed=revealed):
        raise OptionError(say("The position cannot be: {fault}.", fault=fault), "position")
    state = replace(start, tiles=tiles, phase=Phase.REVEAL if ended else Phase.DANCE)
    return settle(state) if revealed else state


def _fault(setup: Setup, tiles: tuple[Tile, ...], *, revealed: bool) -> str | None:
    """Return what is wrong with nine tiles, if anything."""
    muses = [tile.muse for tile in tiles if tile.muse]
    owners = [setup.colour(seat) for seat in range(setup.seats)]
    dice = Counter(owners * setup.each)
    down = Counter(owners)
    if setup.neutral:
        dice[setup.neutral], down[setup.neutral] = 1, int(not setup.neutral_up)
    checks = {
        say("two tiles share a cell"): len({tile.cell for tile in tiles}) < len(tiles),
        say("a Muse lies there twice"): len(set(muses)) < len(muses),
        say("the Muses are {names}", names=joined(setup.muses.names)): not set(muses) <= set(setup.muses.names),
        say("the tiles do not form one group"): len(groups([tile.cell for tile in tiles])) > 1,
        say("the dice must be {dice}", dice=_counted(dice)): Counter(tile.colour for tile in tiles) != dice,
        say("the tiles face down must be {dice}", dice=_counted(down)): not revealed
        and Counter(tile.colour for tile in tiles if tile.muse is None) != +down,
    }
    return next((fault for fault, found in checks.items() if found), None)


def _counted(counts: Counter[str]) -> str:
    return joined([joined((str(count), coloured(colour)), " ") for colour, count in counts.items()])
