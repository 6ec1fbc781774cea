"""Playthroughs: those of the games replay and print back to the letter; broken ones say what is wrong."""

from pathlib import Path

import pytest
from rules_games import playthroughs

import rules
from rules.playthrough import Playthrough, PlaythroughError, replay

TEXT = """game: dance_of_muses
seats: 3
option hands: 2
option suns: {"Clio": 2}

# A remark.
place Clio 0,0

illegal 2.5: place Erato 4,1
score: 0 0 0
"""


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_playthrough_replays_and_prints_back_to_the_letter(path: Path) -> None:
    text = path.read_text()
    played = Playthrough.parse(text)
    assert played.game == path.parts[-3]
    played.replay()
    assert str(played) == text


@pytest.mark.parametrize("name", sorted(rules.games()))
def test_every_game_comes_with_a_whole_game_for_each_number_of_players(name: str) -> None:
    ended = set()
    for path in playthroughs():
        played = Playthrough.parse(path.read_text())
        if played.game == name and rules.load(name).current_player(played.replay()) is None:
            ended.add(played.seats)
    assert ended == set(rules.load(name).seats)


def test_the_parts_of_a_playthrough() -> None:
    played = Playthrough.parse(TEXT)
    assert (played.game, played.seats, dict(played.options)) == ("dance_of_muses", 3, {"hands": 2, "suns": {"Clio": 2}})
    assert list(played.moves()) == ["place Clio 0,0"]
    assert str(played) == TEXT
    assert Playthrough.parse(TEXT.replace("\n", "\r\n")) == played


def test_the_fold_of_its_moves_is_the_replay() -> None:
    played = Playthrough.parse(TEXT)
    game = rules.load(played.game)
    start = game.initial_state(played.seats, **played.options)
    assert replay(game, start, map(game.parse_move, played.moves())) == played.replay()


@pytest.mark.parametrize("lines", [(), ("",), ("", "# \u2028 and \x0b", ""), ("place ? 0,0",)])
def test_any_lines_print_and_parse_back(lines: tuple[str, ...]) -> None:
    played = Playthrough("dance_of_muses", 2, {"hands": 1}, lines)
    assert Playthrough.parse(str(played)) == played


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The playthrough's header is broken"),
        ("game: dance_of_muses\n\n", "The playthrough's header is broken ('seats')"),
        ("game: dance_of_muses\nseats: two\n\n", "The playthrough's header is broken"),
        (
            "game: dance_of_muses\nseats: 2\nplayers: 2\n\n",
            "The playthrough's header is broken (“players” is no field)",
        ),
        ("game: dance_of_muses\nseats: 2\noption hands: one\n\n", "The playthrough's header is broken"),
    ],
)
def test_a_broken_header_is_told_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(PlaythroughError, match=r"a line each\.$") as told:
        Playthrough.parse(text)
    assert str(told.value).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("dance_of_muses", "chess", "There is no game “chess”: choose one of "),
        ("seats: 3", "seats: 7", "Dance of Muses is for 2, 3 or 4 players, not 7."),
        ("hands: 2", "hands: 9", "The option “hands” cannot be 9: choose one of 1, 2."),
        ("option hands", "option feet", "Dance of Muses has no option “feet”"),
        ("place Clio 0,0", "place Clio nowhere", "Step 2: “place Clio nowhere” is no move"),
        ("place Clio 0,0", "place Clio 3,0", "Step 2 says that “place Clio 3,0” is legal, but it breaks rule 2.5: "),
        ("illegal 2.5", "illegal 2.6", "Step 4 says that “place Erato 4,1” breaks rule 2.6, but it breaks rule 2.5: "),
        ("4,1", "1,1", "Step 4 says that “place Erato 1,1” breaks rule 2.5, but it is legal."),
        ("score: 0 0 0", "score: 1 0 0", "Step 5 says “score: 1 0 0”, but it is 0 0 0."),
    ],
)
def test_a_claim_that_is_not_so_is_told_in_a_sentence(old: str, new: str, said: str) -> None:
    with pytest.raises(PlaythroughError, match=r"\.$") as told:
        Playthrough.parse(TEXT.replace(old, new)).replay()
    assert str(told.value).startswith(said)
