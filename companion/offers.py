"""The moves that can be played by a tap: pieces that fit, short lists as buttons, words to put a long move together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from companion.board import art
from companion.board_art import Art
from companion.picks import Form, Pick, all_forms, picks
from companion.telling import Teller
from companion.words import told_apart
from rules import AnyGame
from rules.glance import Glance
from rules.table import Face, Layout, Place

HINTS: Final = 400  # most legal moves looked at
BUTTONS: Final = 12  # most moves of one kind that get a button each
SPELLED: Final = 24  # most words to choose from, of a kind with more moves than that

Pieces = Mapping[Place, Sequence[tuple[Face, Any]]]


@dataclass(frozen=True, slots=True)
class Offer:
    """A move to tap: its notation, what it does in words, and the piece that it lays, where that is all it does."""

    text: str
    words: str
    art: Art = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """What can be played now.

    `fitting` are the pieces that fit, by the cell where play goes on; `buttons` the other moves, by their first word;
    `spelled` the words, each with its piece, that make up a long move; `typed` are notations to suggest. `picks` are
    the places that can be tapped, `forms` the sheets that belong to none of them.
    """

    picks: tuple[Pick, ...]
    forms: tuple[Form, ...]
    fitting: tuple[tuple[str, tuple[Offer, ...]], ...]
    buttons: tuple[tuple[str, tuple[Offer, ...]], ...]
    spelled: tuple[tuple[str, tuple[tuple[str, Art], ...]], ...]
    typed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Menu:
    """What the offers are made from: a game, a state without what people hide, and who tells its moves."""

    game: AnyGame
    state: Any
    tell: Teller

    def words(self, move: Any) -> str:  # noqa: ANN401 (each game has its own moves)
        return self.tell.button(self.state, move)

    def pieces(self, moves: Sequence[Any], glance: Glance) -> Pieces:
        """Return the moves that do nothing but lay a piece which fits where play goes on, by place, with its face."""
        found: dict[Place, list[tuple[Face, Any]]] = {place: [] for place in glance.openings}
        before = self.game.table(self.state)
        for move in moves if found else ():
            added = self.game.table(self.game.apply(self.state, move)).items() - before.items()
            for place, face in added if len(added) == 1 else ():
                if face in glance.openings.get(place, ()):
                    found[place].append((face, move))
        return found


def offers(game: AnyGame, state: Any, glance: Glance, tell: Teller) -> Offers:  # noqa: ANN401 (as above)
    """Return what to offer in a public `state`, of which `glance` tells what fits where."""
    menu, layout = _Menu(game, state, tell), game.layout(state)
    legal = glance.offered() if glance.whole else game.legal_moves(state)
    moves = list(islice(legal, HINTS))
    pieces = menu.pieces(moves, glance)
    elsewhere = {type(move) for found in pieces.values() for _, move in found} | set(map(type, glance.offered()))
    verbs = {verb for sheet in glance.sheets for verb in sheet.verbs}
    groups = [[move for move in moves if type(move) is kind] for kind in dict.fromkeys(map(type, moves))]
    others = [g for g in groups if type(g[0]) not in elsewhere and str(g[0]).split()[0] not in verbs]
    return Offers(
        picks=picks(glance, game.table(state), tell),
        forms=tuple(f for sheet, f in zip(glance.sheets, all_forms(glance, tell), strict=True) if sheet.place is None),
        fitting=tuple(_fitting(menu, pieces, layout)),
        buttons=tuple(_buttons(menu, others)),
        spelled=tuple(_spelled(others, layout)),
        typed=tuple(map(str, moves)),
    )


def _fitting(menu: _Menu, pieces: Pieces, layout: Layout) -> Iterator[tuple[str, tuple[Offer, ...]]]:
    for place, found in pieces.items():
        kind = layout.zone(place.zone).piece
        cell = ",".join(map(str, place.cell))
        yield cell, tuple(Offer(str(move), menu.words(move), art(kind, face)) for face, move in found)


def _buttons(menu: _Menu, groups: Sequence[Sequence[Any]]) -> Iterator[tuple[str, tuple[Offer, ...]]]:
    """Yield each kind of moves that is a short list, and of a spelled one what its words do not make."""
    for group in groups:
        words = set(_words(group))
        others = [move for move in group if words and not words.issuperset(str(move).split()[1:])]
        few = group if len(group) <= BUTTONS else others
        if 0 < len(few) <= BUTTONS:
            texts = list(map(str, few))
            labels = told_apart([menu.words(move) for move in few], texts)
            yield _verb(texts), tuple(Offer(text, label) for text, label in zip(texts, labels, strict=True))


def _spelled(groups: Sequence[Sequence[Any]], layout: Layout) -> Iterator[tuple[str, tuple[tuple[str, Art], ...]]]:
    """Yield the words of each kind that is a long list of moves out of few words, such as what dice can roll."""
    kinds = {face: zone.piece for zone in layout.zones for face in zone.faces}
    for group in groups:
        words = _words(group) if len(group) > BUTTONS else ()
        drawn = sorted(words, key=lambda word: word not in kinds)  # those with a picture stand together
        if drawn:
            chips = ((word, art(kinds[word], word) if word in kinds else ()) for word in drawn)
            yield _verb([str(group[0])]), tuple(chips)


def _words(group: Sequence[Any]) -> tuple[str, ...]:
    """Return what the longest moves of a kind consist of beside the word they begin with; () where that is too much."""
    texts = list(map(str, group))
    split = [text.split()[1:] for text in texts]
    most = max(map(len, split))
    words = tuple(dict.fromkeys(word for words in split if len(words) == most for word in words))
    return words if _verb(texts) and len(words) <= SPELLED else ()


def _verb(texts: Sequence[str]) -> str:
    """Return the first word of the notations; "" if they do not begin alike."""
    first = {text.split()[0] for text in texts}
    return first.pop() if len(first) == 1 else ""
