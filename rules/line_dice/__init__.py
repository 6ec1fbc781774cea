"""Line Dice: one road of dice that grows at its head; the last player who can lay one wins. Rules: RULES.md."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.game import Option, Violation
from rules.glance import Glance
from rules.line_dice import candidates, glance, layout, moves, opening, options, play, setup, standing, words
from rules.line_dice.moves import Move
from rules.line_dice.state import UNKNOWN, Phase, State
from rules.opening import Options
from rules.table import Layout, Observation, Place, Table


class LineDice:
    """The rules as a `rules.game.Game`."""

    name = "line_dice"
    title = "Line Dice"
    seats = setup.SEATS
    options: Mapping[str, Option] = options.OPTIONS
    guesses = frozenset({"arrow"})  # after a bluff the arrows on the table differ

    def initial_state(self, seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
        """Return the state before the first move; OptionError if the set-up is not offered."""
        return setup.initial_state(seats, **options)

    def current_player(self, state: State) -> int | None:
        """Return who is to act: to roll, to lay, to take back or choose a die, to announce. None when it is over."""
        return None if state.phase is Phase.OVER else state.seat

    def actor(self, state: State, move: Move) -> int | None:
        """Return whose deed `move` is: a call's and a die's laid out of turn are those of the seat they name."""
        return play.actor(state, move)

    def violations(self, state: State, move: Move) -> tuple[Violation, ...]:
        """Return the rules `move` breaks, in the order of the tests; () when it is legal."""
        return tuple(play.violations(state, move))

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`."""
        return play.apply(state, move)

    def layout(self, state: State) -> Layout:
        """Return the free grid `die` of the road and the loose area `hand`."""
        return layout.layout(state)

    def colours(self, state: State) -> tuple[None, ...]:
        """Return None for each seat: all dice are alike, and nothing on one tells whose it was."""
        return (None,) * state.setup.seats

    def table(self, state: State) -> Table:
        """Return what should lie where."""
        return layout.table(state)

    def sighting(self, seen: Observation) -> Mapping[str, Any]:
        """Return the road seen, by cell with face, road ends and arrow, and how many dice lie elsewhere."""
        return layout.sighting(seen)

    def candidates(self, state: State, seen: Observation) -> Iterator[Move]:
        """Return the moves, legal or not, that could lead from `state` to what was seen."""
        return candidates.candidates(state, seen)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move once; none when the game is over. The first die is offered at 0,0 only."""
        return play.legal_moves(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points by seat: the winner's when the game is over, less what bluffs have cost."""
        return standing.points(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the seat that has won; () while the game goes on."""
        return standing.winners(state)

    def public(self, state: State) -> State:
        """Return the state without the hands that were rolled in the open and are hidden since."""
        if state.setup.hands != "hidden":
            return state
        return replace(state, hands=tuple((UNKNOWN,) * len(hand) for hand in state.hands))

    def openings(self, seats: int, seen: Observation, given: Options) -> Iterator[Options]:
        """Yield the set-ups under which the road seen may go on, one for each of its possible heads."""
        del seats
        return opening.openings(seen, given)

    def pointed(self, options: Options) -> Place | None:
        """Return the die that a head found in a picture goes on from."""
        return opening.pointed(options)

    def going_on(self, options: Options, where: str) -> str:
        """Return which way the road goes on from that die."""
        return opening.going_on(options, where)

    def glance(self, state: State) -> Glance:
        """Return the arrow, the road's head and what fits there, the dice left, who is out, and why it was won."""
        return glance.glance(state)

    def loose(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the dice in front of each seat, by kind, as far as they are known."""
        return tuple(tuple(kind for kind in hand if kind != UNKNOWN) for hand in state.hands)

    def working(self, state: State) -> tuple[str, ...]:
        """Return how the game stands and how it was won, a line each, for people."""
        return standing.working(state)

    def words(self, state: State, move: Move) -> str:
        """Return what a move does in `state`, for people, without its actor's name; "" for a mishap."""
        return words.told(state, move)

    def aloud(self, state: State, move: Move) -> str:
        """Return what a voice may say of a move: where bluffs pass unsaid, no arrow is told to who fails to look."""
        return words.told(state, move, quietly=state.setup.mikes_bluff == "secret")

    def parse_move(self, text: str) -> Move:
        """Return the move written as `text`; MoveError otherwise."""
        return moves.parse(text)


GAME = LineDice()
