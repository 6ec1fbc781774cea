"""Setting up: the options, and what each may be."""

from dataclasses import replace
from typing import Any

from rules.game import OptionError, check_option
from rules.line_dice.faces import KINDS
from rules.line_dice.options import OPTIONS
from rules.line_dice.position import Given, placed
from rules.line_dice.rolling import begun
from rules.line_dice.state import UNKNOWN, Hand, Phase, Setup, State, held
from rules.text import joined, say

SEATS = range(2, 7)
SIX = 6  # faces of a die


def initial_state(seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
    """Return the state before the first move; OptionError if the set-up is not offered."""
    if seats not in SEATS:
        raise OptionError(say("Line Dice is for 2 to 6 players, not {seats}.", seats=seats))
    for name, value in options.items():
        check_option("Line Dice", OPTIONS, name, value)
    chosen = {name: option.default for name, option in OPTIONS.items()} | options
    position, head, tail = (_text(name, chosen.pop(name)) for name in ("position", "head", "tail"))
    laid = Given(position, head, tail, chosen.pop("out"))
    hands = chosen.pop("in_hand")
    chosen["faces_per_die"] = _faces(chosen["faces_per_die"])
    setup = Setup(seats, **chosen)
    _check_number("first", setup.first, range(seats))
    _check_number("hand_limit", setup.hand_limit, range(19))
    unknown = ((UNKNOWN,) * setup.each,) * seats
    start = State(setup, Phase.ROLL, setup.first, _hands(setup, hands) if hands else unknown)
    return _begun(start, laid, known=bool(hands))


def _begun(start: State, laid: Given, *, known: bool) -> State:
    """Return the state once all that was given is on the table and in the hands."""
    if laid.position:
        return placed(start, laid, known=known)
    if laid.head or laid.tail or laid.out:
        raise OptionError(
            say("A head, a tail and players who are out belong to a position: give that too."), "position"
        )
    if known and any(len(hand) != start.setup.each for hand in start.hands):
        raise OptionError(
            say("Every player begins with {each} dice: name so many for each seat, or none.", each=start.setup.each),
            "in_hand",
        )
    return replace(start, phase=begun(start)) if known or start.setup.hands == "unknown" else start


def _check_number(name: str, value: object, allowed: range) -> None:
    if type(value) is not int or value not in allowed:
        raise OptionError(
            say(
                "The option “{name}” cannot be {value}: it is a number from 0 to {most}.",
                name=name,
                value=repr(value),
                most=allowed[-1],
            ),
            name,
        )


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    raise OptionError(say("The option “{name}” cannot be {value}: it is a text.", name=name, value=repr(value)), name)


def _faces(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and len(value) == SIX and all(kind in KINDS for kind in value):
        return tuple(value)
    raise OptionError(say("A die has six faces: name six out of {names}.", names=joined(KINDS)), "faces_per_die")


def _hands(setup: Setup, value: object) -> tuple[Hand, ...]:
    """Return the hands given, one text for each seat, "" where one is not known."""
    if setup.hands == "unknown":
        raise OptionError(say("Hands were given, so they are not unknown: set “hands” to open or hidden."), "hands")
    if isinstance(value, list | tuple) and len(value) == setup.seats and all(isinstance(text, str) for text in value):
        hands = tuple(_hand(setup, text) for text in value)
        if all(len(hand) <= setup.each and set(hand) <= {*setup.kinds, UNKNOWN} for hand in hands):
            return tuple(map(held, hands))
    raise OptionError(
        say(
            "What is in hand is given as {seats} texts, such as “S X C0”, of at most {each} dice each "
            "out of {names}: “-” for none, and an empty text where it is not known.",
            seats=setup.seats,
            each=setup.each,
            names=joined(setup.kinds),
        ),
        "in_hand",
    )


def _hand(setup: Setup, text: str) -> Hand:
    return () if text.strip() == "-" else tuple(text.split()) or (UNKNOWN,) * setup.each
