"""After the dance (RULES.md, section 4): the reveal, the suns, and clearing the table for another hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from rules.dance_of_muses.layout import TILE
from rules.dance_of_muses.moves import Gather, Reveal, Suns
from rules.dance_of_muses.scoring import decided, hand_dice
from rules.dance_of_muses.state import Phase, State
from rules.dance_of_muses.words import coloured
from rules.game import Violation
from rules.table import Place
from rules.text import joined, say


def reveal(state: State, move: Reveal) -> State:
    """Return the state with every named Muse turned up."""
    muses = dict(move.muses)
    tiles = tuple(
        replace(tile, muse=muses.get(name, tile.muse)) for name, tile in zip(state.names, state.tiles, strict=True)
    )
    return settle(replace(state, tiles=tiles))


def count_suns(state: State, move: Suns) -> State:
    """Return the state in which a Muse's suns are known; the last count scores the hand."""
    known = dict(state.suns) | {move.muse: move.count}
    return settle(replace(state, suns=tuple(sorted(known.items()))))


def settle(state: State) -> State:
    """Return the hand scored, unless suns must be counted first. Dice stay as latched: the suns are reckoned (4.2)."""
    if state.pending():
        return replace(state, phase=Phase.SUNS)
    scored = replace(state, finished=(*state.finished, hand_dice(state)))
    return replace(scored, phase=Phase.OVER if decided(scored) else Phase.SCORED)


def gather(state: State, _move: Gather) -> State:
    """Return the state at the start of the next hand, with an empty table; who had whom is kept if Muses are."""
    ahead = 1 if state.setup.second_hand_first_player == "next" else 0
    starter = (state.starter + ahead) % state.setup.seats
    kept = tuple(sorted((tile.muse or "", tile.colour) for tile in state.tiles))
    if state.setup.second_hand_redeal != "keep":
        kept = ()
    return replace(state, phase=Phase.PLACE, tiles=(), starter=starter, seat=starter, kept=kept)


def reveals(state: State) -> Iterator[Reveal]:
    """Yield every way in which the hidden Muses may turn out."""
    hidden = hidden_names(state)
    for muses in permutations(state.unseen(), len(hidden)):
        if not _misdealt(state, muses):
            yield Reveal(tuple(zip(hidden, muses, strict=True)))


def sun_counts(state: State) -> Iterator[Suns]:
    """Yield every count that may be said of the Muses whose suns matter and are not known."""
    for tile in state.pending():
        for count in range(1, 7):
            yield Suns(tile.muse or "", count)


def hidden_names(state: State) -> tuple[str, ...]:
    """Return what the face-down Muses are called, in the order they were placed."""
    return tuple(name for name, tile in zip(state.names, state.tiles, strict=True) if tile.muse is None)


def _misdealt(state: State, muses: Sequence[str]) -> list[str]:
    """Return those of the revealed Muses that were dealt to another Company, where Muses are kept."""
    colours = [tile.colour for tile in state.tiles if tile.muse is None]
    return [muse for muse, colour in zip(muses, colours, strict=True) if not state.may_be(muse, colour)]


def reveal_violations(state: State, move: Reveal) -> Iterator[Violation]:
    """Yield what is wrong with a reveal: other tiles than the hidden ones, or Muses that cannot be there."""
    hidden = hidden_names(state)
    places = tuple(Place(TILE, tile.cell) for tile in state.tiles if tile.muse is None)
    muses = [muse for _, muse in move.muses]
    if tuple(name for name, _ in move.muses) != hidden:
        yield Violation(
            "4.1", say("Turn up every hidden Muse and name them in this order: {names}.", names=joined(hidden)), places
        )
    elif len(set(muses)) < len(muses) or not set(muses) <= set(state.unseen()):
        text = say("Each hidden Muse must be another of those not yet seen: {names}.", names=joined(state.unseen()))
        yield Violation("4.1", text, places)
    elif strangers := _misdealt(state, muses):
        owner = dict(state.kept)[strangers[0]]
        text = say(
            "{muse} was dealt to {owner}, and Muses are kept: look whose tile is whose.",
            muse=strangers[0],
            owner=coloured(owner),
        )
        yield Violation("2.9", text, places)


def sun_violations(state: State, move: Suns) -> Iterator[Violation]:
    """Yield what is wrong with a count of suns: a Muse whose suns are known or do not matter."""
    asked = [tile.muse or "" for tile in state.pending()]
    if move.muse not in asked:
        yield Violation(
            "4.2",
            say("The suns of {muse} are not asked for: count those of {names}.", muse=move.muse, names=joined(asked)),
        )
