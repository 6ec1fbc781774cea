"""Dance of Muses: nine tiles shift and push, each with a die that counts how often she moved. Rules: RULES.md."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.dance_of_muses import (
    candidates,
    glances,
    layout,
    notation,
    opening,
    options,
    owning,
    play,
    scoring,
    setup,
    words,
    working,
)
from rules.dance_of_muses.moves import Move
from rules.dance_of_muses.questions import QUESTIONS
from rules.dance_of_muses.state import Phase, State
from rules.game import Option, Violation
from rules.glance import Glance
from rules.opening import Options
from rules.owned import Answers, Piece, Question
from rules.table import Layout, Observation, Table


class DanceOfMuses:
    """The rules as a `rules.game.Game`: without powers, with declared ones, or with those of an owner's set."""

    name = "dance_of_muses"
    title = "Dance of Muses"
    seats = setup.SEATS
    options: Mapping[str, Option] = options.OPTIONS
    guesses = frozenset({"colours"})  # of a whole table nothing tells whose they are

    def initial_state(self, seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
        """Return the state before the first move; OptionError if the set-up is not offered."""
        return setup.initial_state(seats, **options)

    def current_player(self, state: State) -> int | None:
        """Return who is to act; after the dance it is the seat that ended it. None when the game is over."""
        return None if state.phase is Phase.OVER else state.seat

    def actor(self, state: State, move: Move) -> int | None:
        """Return whose deed `move` is: a power after the move belongs to the player before the one to act."""
        return play.actor(state, move)

    def violations(self, state: State, move: Move) -> tuple[Violation, ...]:
        """Return the rules `move` breaks, worst first; () when it is legal."""
        return tuple(play.violations(state, move))

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`."""
        return play.apply(state, move)

    def layout(self, state: State) -> Layout:
        """Return the layers `tile` and `die` of the free grid."""
        return layout.layout(state)

    def colours(self, state: State) -> tuple[str, ...]:
        """Return the colour of each seat's dice; team mates share one."""
        return tuple(map(state.setup.colour, range(state.setup.seats)))

    def table(self, state: State) -> Table:
        """Return what should lie where."""
        return layout.table(state)

    def sighting(self, seen: Observation) -> Mapping[str, Any]:
        """Return the tiles seen: cell, Muse, face up or not, die and colour."""
        return layout.sighting(seen)

    def candidates(self, state: State, seen: Observation) -> Iterator[Move]:
        """Return the moves, legal or not, that could lead from `state` to what was seen."""
        return candidates.candidates(state, seen)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move once, save powers that people would declare; none when the game is over."""
        return play.legal_moves(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of finished hands, by seat; team mates have their team's."""
        return scoring.points(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the seats that have won, team mates together; () while the game goes on."""
        return scoring.winners(state)

    def openings(self, seats: int, seen: Observation, given: Options) -> Iterator[Options]:
        """Yield the set-ups under which the dance, or the placing, may go on from the tiles seen."""
        return opening.openings(seats, seen, given)

    def named(self, suns: Mapping[str, int | None]) -> Options:
        """Return the options of a set whose Muses have these names and suns."""
        return opening.named(suns)

    def public(self, state: State) -> State:
        """Return the state itself: what lies face down is not in it until it is turned up."""
        return state

    def glance(self, state: State) -> Glance:
        """Return what is due, what can be tapped or filled in, the known suns, and the scored hands."""
        return glances.glance(state)

    def working(self, state: State) -> tuple[str, ...]:
        """Return how the points came about, a line each, for people."""
        return working.working(state)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of every Muse of an owner's set."""
        return QUESTIONS

    def new_set(self, name: str, pieces: Sequence[tuple[str, int | None]] = ()) -> dict[str, Any]:
        """Return a set of which nothing but names and suns is known; AnswerError if these make none."""
        return owning.new_set(name, pieces)

    def pieces(self, value: object) -> tuple[Piece, ...]:
        """Return the nine Muses of a set for people; AnswerError if it is none."""
        return owning.pieces(value)

    def answers(self, value: object, index: int) -> Answers:
        """Return what the set says of one Muse."""
        return owning.answers(value, index)

    def answered(self, value: object, index: int, answers: Answers) -> dict[str, Any]:
        """Return the set with one Muse as answered; AnswerError, with every fault, if that makes none."""
        return owning.answered(value, index, answers)

    def words(self, state: State, move: Move) -> str:
        """Return what a move does in `state`, for people, without its actor's name; "" for a mishap."""
        return words.told(state, move)

    def parse_move(self, text: str) -> Move:
        """Return the move written as `text`; MoveError otherwise."""
        return notation.parse(text)


GAME = DanceOfMuses()
