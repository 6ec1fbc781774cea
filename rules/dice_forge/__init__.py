"""Dice Forge: heroes roll dice whose faces they replace, for glory. Rules: RULES.md; what is in the box: box.json."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.dice_forge import (
    candidates,
    glances,
    handling,
    layout,
    notation,
    options,
    play,
    scoring,
    setup,
    throwing,
    words,
)
from rules.dice_forge.moves import Draw, Move, Remove, Roll, RollOne
from rules.dice_forge.state import State
from rules.game import Option, Violation
from rules.glance import Glance
from rules.table import Layout, Observation, Place, Table


class DiceForge:
    """The rules as a `rules.game.Game`: the base game for two to four, with either set of feats."""

    name = "dice_forge"
    title = "Dice Forge"
    seats = setup.SEATS
    options: Mapping[str, Option] = options.OPTIONS

    def initial_state(self, seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
        """Return the state before the first move; OptionError if the set-up is not offered."""
        return setup.initial_state(seats, **options)

    def current_player(self, state: State) -> int | None:
        """Return who is to act: the one whose roll or choice is due; None when the game is over."""
        return state.due.seat if state.due else None

    def actor(self, state: State, move: Move) -> int | None:  # noqa: ARG002 (whatever it is, it answers what is due)
        """Return whose deed `move` is: of the hero whose roll or choice is due, whoever's turn it may be."""
        return state.due.seat if state.due else None

    def violations(self, state: State, move: Move) -> tuple[Violation, ...]:
        """Return the rules `move` breaks, worst first; () when it is legal."""
        return tuple(play.violations(state, move))

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move` and all that follows without a question."""
        return play.apply(state, move)

    def layout(self, state: State) -> Layout:
        """Return the fixed places: dice, Temple, pawns, stacks, round, and what heroes keep before them."""
        return layout.layout(state)

    def colours(self, state: State) -> tuple[str, ...]:
        """Return the colour of each seat's pawn."""
        return state.setup.colours

    def table(self, state: State) -> Table:
        """Return what should lie where."""
        return layout.table(state)

    def sighting(self, seen: Observation) -> Mapping[str, Any]:
        """Return the faces seen on each hero's dice and the tiles seen in the Temple."""
        return layout.sighting(seen)

    def candidates(self, state: State, seen: Observation) -> Iterator[Move]:
        """Return the moves, legal or not, that could lead from `state` to what was seen."""
        return candidates.candidates(state, seen)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move once; none when the game is over."""
        return play.legal_moves(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the glory of each seat, printed on cards included."""
        return scoring.points(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the seats that have won, all that are tied; () while the game goes on."""
        return scoring.winners(state)

    def public(self, state: State) -> State:
        """Return the state itself: nothing is hidden."""
        return state

    def glance(self, state: State) -> Glance:
        """Return what is due, what every hero has, what is left, and what can be tapped."""
        return glances.glance(state)

    def handling(self, before: State, after: State) -> tuple[str, ...]:
        """Return what hands do with dice, goods, pawns and cards to come from one state to the other."""
        return tuple(handling.handling(before, after))

    def thrown(self, state: State, move: Move) -> frozenset[Place]:
        """Return the places of the dice that a roll throws."""
        return throwing.thrown(state, move)

    def at_once(self, state: State, one: Move, two: Move) -> Move | None:
        """Return two rolls as one, if heroes roll at once."""
        return throwing.at_once(state, one, two)

    def by_chance(self, move: Move) -> bool:
        """Return whether a roll, or the set-up's luck, is told by the move."""
        return isinstance(move, Roll | RollOne | Draw | Remove)

    def working(self, state: State) -> tuple[str, ...]:
        """Return how the points came about, a line each, for people."""
        return scoring.working(state)

    def words(self, state: State, move: Move) -> str:
        """Return what a move does in `state`, for people, without its actor's name."""
        return words.told(state, move)

    def parse_move(self, text: str) -> Move:
        """Return the move written as `text`; MoveError otherwise."""
        return notation.parse(text)


GAME = DiceForge()
