"""Setting up: the options, and what each may be."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.game import Option, OptionError
from rules.line_dice.faces import KINDS, SIDES
from rules.line_dice.position import Given, placed
from rules.line_dice.rolling import begun
from rules.line_dice.state import UNKNOWN, Hand, Phase, Setup, State, held

SEATS = range(2, 7)
SIX = 6  # faces of a die

OPTIONS: Mapping[str, Option] = {
    "hands": Option(
        "open", ("open", "hidden", "unknown"), "Whether rolls are recorded: shown, kept from pages, or not at all."
    ),
    "first": Option(0, (), "The starting player's seat, counted from 0; with a position, the seat to act."),
    "hand_limit": Option(0, (), "The most dice a player gets, 0 for no limit; the quick game has 10."),
    "mikes_bluff": Option(
        "flag", ("flag", "secret", "ask"), "A wrong arrow is refused, or let pass unsaid, or let pass and said aloud."
    ),
    "bluff_callers": Option("all", ("all", "next_only"), "Who may call a bluff: anybody else, or the next player."),
    "bluff_penalty": Option(
        "out", ("out", "retry", "retry_lose_die", "match_point"), "What becomes of a player whose bluff was called."
    ),
    "bluff_needs_no_move": Option(True, (True, False), "Who shows the hand may bluff only when no die of it fits."),
    "bluff_reinstates": Option(False, (False, True), "A bluff that was called brings back who went out meanwhile."),
    "false_call_penalty": Option("none", ("none", "out", "match_point"), "What a false call costs the caller."),
    "edge_rule": Option(
        "full", ("full", "road_only"), "Whether all touching sides must match, or only those the road goes through."
    ),
    "arrow": Option(
        "first_curve", ("first_curve", *SIDES), "Where arrows point: as on the first curve, or as agreed before."
    ),
    "must_play": Option(True, (True, False), "Who can lay a die must; off: any player may go out at any turn."),
    "closing_forced": Option(True, (True, False), "Who can only close the circuit must; off: may go out instead."),
    "closing_only_if_forced": Option(False, (False, True), "Only who can do nothing else may close the circuit."),
    "forbid_dead_cell": Option(False, (False, True), "No die may be laid after which none at all could follow."),
    "empty_hand_wins": Option(False, (False, True), "Who has laid all dice wins, a point for each die of the others."),
    "show_on_out": Option(True, (True, False), "Who goes out shows the dice left, where the roll was not recorded."),
    "five_player_extra": Option(
        "first_move", ("first_move", "unused"), "Whether the die left over with five players begins the road."
    ),
    "faces_per_die": Option(KINDS, (), "The six faces of a die: S straight, X crossing, C0 to C3 curves."),
    "position": Option("", (), "Where to start: “S-EW 0,0; X 1,0; C1S 2,0”, every die that lies there, in any order."),
    "head": Option("", (), "With a position: where the road goes on, “2,-1”, or “2,-1 N” with the way it heads."),
    "tail": Option("", (), "With a position: the cell in front of the road's beginning, “-1,0”."),
    "out": Option((), (), "With a position: the seats that are out, such as [1]."),
    "in_hand": Option((), (), "What each seat holds, where it is known: a text for each, such as “S X C0”."),
}


def initial_state(seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
    """Return the state before the first move; OptionError if the set-up is not offered."""
    if seats not in SEATS:
        raise OptionError(f"Line Dice is for 2 to 6 players, not {seats}.")
    for name, value in options.items():
        _check_option(name, value)
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
        raise OptionError("A head, a tail and players who are out belong to a position: give that too.")
    if known and any(len(hand) != start.setup.each for hand in start.hands):
        raise OptionError(f"Every player begins with {start.setup.each} dice: name so many for each seat, or none.")
    return replace(start, phase=begun(start)) if known or start.setup.hands == "unknown" else start


def _check_option(name: str, value: object) -> None:
    if name not in OPTIONS:
        raise OptionError(f"Line Dice has no option “{name}”: choose from {', '.join(OPTIONS)}.")
    choices = OPTIONS[name].choices
    if choices and (value not in choices or type(value) is not type(choices[0])):
        raise OptionError(f"The option “{name}” cannot be {value!r}: choose one of {', '.join(map(str, choices))}.")


def _check_number(name: str, value: object, allowed: range) -> None:
    if type(value) is not int or value not in allowed:
        raise OptionError(f"The option “{name}” cannot be {value!r}: it is a number from 0 to {allowed[-1]}.")


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    raise OptionError(f"The option “{name}” cannot be {value!r}: it is a text.")


def _faces(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and len(value) == SIX and all(kind in KINDS for kind in value):
        return tuple(value)
    raise OptionError(f"A die has six faces: name six out of {', '.join(KINDS)}.")


def _hands(setup: Setup, value: object) -> tuple[Hand, ...]:
    """Return the hands given, one text for each seat, "" where one is not known."""
    if setup.hands == "unknown":
        raise OptionError("Hands were given, so they are not unknown: set “hands” to open or hidden.")
    if isinstance(value, list | tuple) and len(value) == setup.seats and all(isinstance(text, str) for text in value):
        hands = tuple(_hand(setup, text) for text in value)
        if all(len(hand) <= setup.each and set(hand) <= {*setup.kinds, UNKNOWN} for hand in hands):
            return tuple(map(held, hands))
    raise OptionError(
        f"What is in hand is given as {setup.seats} texts, such as “S X C0”, of at most {setup.each} dice each out of"
        f" {', '.join(setup.kinds)}: “-” for none, and an empty text where it is not known."
    )


def _hand(setup: Setup, text: str) -> Hand:
    return () if text.strip() == "-" else tuple(text.split()) or (UNKNOWN,) * setup.each
