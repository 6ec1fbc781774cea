"""The one interface of every game, and `judge`: what happened on the table, weighed over whole positions."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import exp, log
from typing import Any, Generic, Protocol, TypeVar

from rules.table import Cell, Face, Layout, Observation, Place, Shape, Table
from rules.text import joined, say

Seat = int

ILLEGAL_PRIOR = 0.1  # people mostly play by the rules: of two equal fits the legal one is ten times likelier
CONTRADICTION = 1e-4  # least probability granted to a face the reader did not see: readers err, seldom
ABSENCE = 1e-3  # a piece overlooked, or one surely seen where none lies
FIT = 6.0  # nats: the best position may explain what was seen at most e^6 times worse than the free reading
SOME = "some"  # the kind of an option that is a list of any of its choices
EACH = "each"  # the kind of an option that is a list of choices, one for each seat or part; the game judges it whole
LEAD = 0.97  # share of the weight that decides; below it people are asked
SHIFTS = 4  # how many alignments of an unanchored grid are followed up


class MoveError(ValueError):
    """Text that is no move of this game; its message is one sentence for people."""


class OptionError(ValueError):
    """A set-up choice that the game does not offer; its message is one sentence for people, `option` the one meant."""

    def __init__(self, text: str, option: str = "") -> None:
        super().__init__(text)
        self.option = option


class Asked(StrEnum):
    """When people are asked about an option: of every game, among the finer rules, or to start in the middle."""

    FIRST = "first"
    RULES = "rules"
    MIDDLE = "middle"


@dataclass(frozen=True, slots=True)
class Option:
    """One switch of a game's set-up: its default, what else it may be (empty: any value of that type), and its text.

    `ask` is how people are asked for it and `said` are the choices in words, in their order; `kind` is “seat” for a
    seat's number, “set” for what an owner describes (`rules.owned`), “some” for a list of any choices and “each” for a
    list of one for each seat, or for each of `parts`, else "".
    """

    default: Any
    choices: tuple[Any, ...]
    text: str
    said: tuple[str, ...] = ()
    asked: Asked = Asked.RULES
    kind: str = ""
    ask: str = ""
    parts: tuple[str, ...] = ()


def check_option(game: str, options: Mapping[str, Option], name: str, value: object) -> None:
    """Raise OptionError where the game of this title has no such option, or the option cannot be this value."""
    if name not in options:
        raise OptionError(
            say("{game} has no option “{name}”: choose from {names}.", game=game, name=name, names=joined(options))
        )
    if not _offered(options[name], value):
        raise OptionError(
            say(
                "The option “{name}” cannot be {value}: choose one of {names}.",
                name=name,
                value=repr(value),
                names=joined(map(str, options[name].choices)),
            ),
            name,
        )


def _offered(option: Option, value: object) -> bool:
    """Return whether an option can be this value."""
    if option.kind == SOME:
        return isinstance(value, list | tuple) and all(one in option.choices for one in value)
    return (
        not option.choices
        or option.kind == EACH
        or (value in option.choices and type(value) is type(option.choices[0]))
    )


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: the number of its heading in the game's RULES.md, a sentence for people, the pieces concerned.

    `instead` is the notation of a move that people may only have forgotten to declare, "" where there is none.
    """

    rule: str
    text: str
    places: tuple[Place, ...] = ()
    instead: str = ""


class Finding(StrEnum):
    """What `judge` makes of a still."""

    UNCHANGED = "unchanged"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    UNEXPLAINED = "unexplained"


S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(Protocol[S, M]):
    """The rules of one game. States and moves are values; a move's `str` is its notation, one line of text.

    What dice or shuffled cards bring is a move too, played by whoever is to act. A move that somebody else may make (a
    call, a challenge) names the seat in its text. Texts for people name a player as “seat 2”: pages put the name there.
    """

    @property
    def name(self) -> str:
        """The folder's name, used in commands and files."""

    @property
    def title(self) -> str:
        """The game's name for people."""

    @property
    def seats(self) -> range:
        """The numbers of players it can be played by."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The set-up switches, by name."""

    def initial_state(self, seats: int, **options: Any) -> S:  # noqa: ANN401 (each option has its own type)
        """Return the state before the first move; OptionError if the set-up is not offered."""

    def current_player(self, state: S) -> Seat | None:
        """Return who is to act; None when the game is over."""

    def actor(self, state: S, move: M) -> Seat | None:
        """Return whose deed `move` is, be it legal or not: mostly the one waited for, else who acts out of turn."""

    def violations(self, state: S, move: M) -> tuple[Violation, ...]:
        """Return the rules `move` breaks, worst first; () when it is legal. Never raises on a well-formed move."""

    def apply(self, state: S, move: M) -> S:
        """Return the state after `move`. Pure; total on legal moves and on `candidates`."""

    def layout(self, state: S) -> Layout:
        """Return where pieces may lie, with the colours and seats in play."""

    def colours(self, state: S) -> tuple[str | None, ...]:
        """Return the colour of each seat's pieces, None where a seat has none of its own."""

    def table(self, state: S) -> Table:
        """Return what should lie where."""

    def sighting(self, seen: Observation) -> Mapping[str, Any]:
        """Return what was seen in the game's own words, as JSON values: the `state` of `companion read`."""

    def candidates(self, state: S, seen: Observation) -> Iterable[M]:
        """Return the moves, legal or not, that could lead from `state` to what was seen.

        A legal one that leaves the table as it is, such as a roll that came up the same or a hand rolled into a loose
        area, needs a reason in the sight (disturbed places, loose pieces): it stands in for "nothing happened".
        """

    def legal_moves(self, state: S) -> Iterator[M]:
        """Yield every legal move once; none when the game is over."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points so far, by seat; an automaton has a seat of its own, after the people's."""

    def winners(self, state: S) -> tuple[Seat, ...]:
        """Return who has won, ties broken as the rules say; () while the game goes on."""

    def public(self, state: S) -> S:
        """Return the state without what people may hide, such as hands: what pages show and help works from."""

    def working(self, state: S) -> tuple[str, ...]:
        """Return how the points came about, a line each, for people."""

    def words(self, state: S, move: M) -> str:
        """Return what a move does in `state`, for people, without its actor's name; one line. Never raises.

        What breaks the rules is told as if it did not (“Clio east”), for its violations say the rest. "" for a mishap,
        which is no move, and which must not betray what was seen by it.
        """

    def parse_move(self, text: str) -> M:
        """Return the move written as `text`, the inverse of `str(move)`; MoveError otherwise."""


@dataclass(frozen=True, slots=True)
class Candidate(Generic[M]):
    """A move that could explain a still (None: nothing happened), its share of the weight, and the rules it breaks."""

    move: M | None
    weight: float
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict(Generic[M]):
    """The outcome of judging one observation: the finding and the candidates behind it, best first.

    `shift` anchors the observation: what to add to the cells of its free grid, None when nothing fitted. `evidence`
    tells how well all candidates together explain the sight, nats, 0 for perfectly; it compares states for one sight.
    """

    finding: Finding
    candidates: tuple[Candidate[M], ...] = ()
    shift: Cell | None = None
    evidence: float = -FIT

    @property
    def move(self) -> M | None:
        """The move found, legal or not; None unless the finding is LEGAL or ILLEGAL."""
        decided = self.finding in {Finding.LEGAL, Finding.ILLEGAL}
        return self.candidates[0].move if decided else None

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules broken by the move found."""
        return self.candidates[0].violations if self.finding is Finding.ILLEGAL else ()


def judge(game: Game[S, M], state: S, seen: Observation) -> Verdict[M]:
    """Return what happened between `state` and the observation, by weighing whole positions.

    Every hypothesis (nothing happened, or one of the game's candidates) says how the table should look; its weight is
    the probability of what was seen, times a prior. A clear lead decides, a close race is AMBIGUOUS, and where even the
    best position explains far less than the free reading the finding is UNEXPLAINED: wait, a hand may be at work.
    """
    best: dict[M | None, tuple[float, Cell | None, tuple[Violation, ...]]] = {}
    compared = game.layout(state).compared
    if compared and not seen.zones:
        return Verdict(Finding.UNEXPLAINED)  # nothing was looked at: no evidence for anything
    for shift, anchored in _alignments(game, state, seen):
        pieces = anchored.within(compared)
        free = _free_fit(pieces)
        for move, table, violations in _hypotheses(game, state, anchored, compared):
            fit = _fit(table, pieces) - free
            if fit > -FIT and (move not in best or fit > best[move][0]):
                best[move] = fit, shift, violations
    return _decide(best)


def _decide(best: Mapping[M | None, tuple[float, Cell | None, tuple[Violation, ...]]]) -> Verdict[M]:
    """Return the verdict over the fits (in nats) of all hypotheses that explain the sight at all."""
    if not best:
        return Verdict(Finding.UNEXPLAINED)
    raw = {move: exp(fit) * (ILLEGAL_PRIOR if broken else 1.0) for move, (fit, _, broken) in best.items()}
    total = sum(raw.values())
    ranked = sorted(raw, key=raw.__getitem__, reverse=True)
    candidates = tuple(Candidate(move, raw[move] / total, best[move][2]) for move in ranked)
    finding = _finding(candidates[0]) if candidates[0].weight >= LEAD else Finding.AMBIGUOUS
    return Verdict(finding, candidates, best[ranked[0]][1], log(total))


def _finding(clear: Candidate[M]) -> Finding:
    """Return the finding of a candidate that leads clearly."""
    if clear.move is None:
        return Finding.UNCHANGED
    return Finding.ILLEGAL if clear.violations else Finding.LEGAL


def _hypotheses(
    game: Game[S, M], state: S, seen: Observation, compared: frozenset[str]
) -> Iterator[tuple[M | None, Table, tuple[Violation, ...]]]:
    """Yield each thing that may have happened with the table it leaves, as far as it is compared.

    Of tables that look the same in what was seen only legal moves' are kept, or the one of the illegal move that breaks
    the fewest rules; one that only looks unchanged is dropped.
    A legal move that truly leaves the table as it is takes the place of "nothing happened".
    """
    now = _part(game.table(state), compared)
    unchanged = _looks(now, seen)
    explained, quiet = {unchanged}, False
    judged = [(move, game.violations(state, move)) for move in dict.fromkeys(game.candidates(state, seen))]
    for move, violations in sorted(judged, key=lambda pair: len(pair[1])):
        table = _part(game.table(game.apply(state, move)), compared)
        look = _looks(table, seen)
        if table == now and not violations:
            quiet = True
        elif look in explained and (violations or look == unchanged):
            continue
        explained.add(look)
        yield move, table, violations
    if not quiet:
        yield None, now, ()


def _part(table: Table, zones: frozenset[str]) -> Table:
    """Return what of the table lies in `zones`."""
    return {place: face for place, face in table.items() if place.zone in zones}


def _looks(table: Table, seen: Observation) -> frozenset[tuple[Place, Face]]:
    """Return what of the table can be told apart in the zones that were looked at."""
    return frozenset(
        (place, face) for place, face in table.items() if place.zone in seen.zones and place not in seen.hidden
    )


def _fit(table: Table, seen: Observation) -> float:
    """Return the log-likelihood of what was seen, were `table` what lies there; hidden places say nothing."""
    places = {place for place in table if place.zone in seen.zones} | seen.faces.keys()
    return sum(_place_fit(table, seen, place) for place in places - seen.hidden)


def _place_fit(table: Table, seen: Observation, place: Place) -> float:
    odds = seen.faces.get(place)
    if odds is None:
        return log(ABSENCE)
    if place not in table:
        return log(max(1 - sum(odds.values()), ABSENCE))
    return log(max(odds.get(table[place], 0.0), CONTRADICTION))


def _free_fit(seen: Observation) -> float:
    """Return the log-likelihood of the likeliest face at every place, whatever the rules say."""
    return sum(log(max(odds.values())) for place, odds in seen.faces.items() if odds and place not in seen.hidden)


def _alignments(game: Game[S, M], state: S, seen: Observation) -> Iterator[tuple[Cell | None, Observation]]:
    """Yield the observation in the state's own grid: as it is when anchored, else under the most promising shifts."""
    layout = game.layout(state)
    free = {zone.name: zone.shape for zone in layout.zones if zone.grid}
    shifts = [] if seen.anchored or not layout.compared else _shifts(game.table(state), seen, free)
    for shift in shifts:
        yield shift, seen.shifted(shift, free)
    if not shifts:
        yield None, seen


def _shifts(table: Table, seen: Observation, free: Mapping[str, Shape]) -> list[Cell]:
    """Return the shifts of the free grid that lay what is seen on what should lie there, the most promising first.

    Where most pieces meet comes first, whatever they show: a move can change every face, but it moves few places. On
    an empty grid any piece seen may be the one at the origin.
    """
    meets: dict[Cell, tuple[int, float]] = {}
    seen_there = [(place, odds) for place, odds in seen.faces.items() if place.zone in free]
    laid = [(place, face) for place, face in table.items() if place.zone in free]
    for other, odds in seen_there:
        origin = Place(other.zone, _origin(other.cell, free[other.zone]))
        for place, face in laid or [(origin, "")]:
            shift = tuple(a - b for a, b in zip(place.cell, other.cell, strict=True))
            if place.zone == other.zone and (free[place.zone] is not Shape.TRIANGLE or sum(shift) == 0):
                count, agreement = meets.get(shift, (0, 0.0))
                meets[shift] = count + 1, agreement + odds.get(face, 0.0)
    return sorted(meets, key=meets.__getitem__, reverse=True)[: SHIFTS if laid else None]


def _origin(cell: Cell, shape: Shape) -> Cell:
    """Return the cell nearest to 0 that a shift can bring `cell` to; triangles that point up stay so."""
    return (0,) * (len(cell) - 1) + (sum(cell) if shape is Shape.TRIANGLE else 0,)
