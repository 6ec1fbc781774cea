"""Setting up Dance of Muses: players, switches, positions from the middle of a game, and what is refused."""

import pytest
from rules_dance import BLOCK, ROW, dancing, dice, legal, rules_broken, step

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Gather, Lay, Move, Step, Suns
from rules.dance_of_muses.scoring import score_hand, victory
from rules.dance_of_muses.state import MUSES, Phase, State
from rules.game import OptionError

HAND = (
    "white ? 1,1 3; orange Clio 0,0 5; purple Thalia 1,0 4; orange Urania 0,1 3; purple Erato 2,0 4;"
    " orange ? 0,2 1; purple Euterpe 2,1 1; orange Melpomene 1,2 2; purple ? 3,2 2"
)
REVEALED = "; ".join(
    part.replace("?", muse).replace("Clio 0,0 5", "Clio 0,0 6")
    for part, muse in zip(
        HAND.split("; "), ("Polyhymnia", *["-"] * 4, "Calliope", *["-"] * 2, "Terpsichore"), strict=True
    )
)


def played(state: State, *texts: str) -> State:
    for text in texts:
        move = GAME.parse_move(text)
        assert GAME.violations(state, move) == (), text
        state = GAME.apply(state, move)
    return state


def first(state: State) -> Move:
    return next(GAME.legal_moves(state))


@pytest.mark.parametrize(("seats", "each", "down", "neutral"), [(2, 4, 3, 1), (3, 3, 3, 0), (4, 2, 4, 1)])
def test_how_many_muses_are_placed_and_hidden(seats: int, each: int, down: int, neutral: int) -> None:
    state, placed = GAME.initial_state(seats, first=1), [0] * seats
    for number in range(9):
        if number >= neutral:
            placed[state.seat] += 1
        move = first(state)
        assert isinstance(move, Lay)
        state = GAME.apply(state, move)
    assert placed == [each] * seats
    assert (state.phase, state.seat) == (Phase.DANCE, 1)
    assert sum(tile.muse is None for tile in state.tiles) == down
    assert [tile.colour for tile in state.tiles].count("white") == {2: 1, 3: 3, 4: 1}[seats]


def test_every_legal_move_is_listed() -> None:
    """No well-formed step or placement near the group is legal without being listed."""
    start = dancing(BLOCK, 4)
    steps = [GAME.parse_move(f"{muse} {way}") for muse in MUSES for way in ("N", "E", "S", "W", "NE", "SE", "SW", "NW")]
    assert {move for move in steps if not GAME.violations(start, move)} == set(GAME.legal_moves(start))
    placing = played(GAME.initial_state(2), "place ? 0,0", "place Clio 1,0", "place ? 1,1")
    laid = [Lay(muse, (x, y)) for muse in (*MUSES, None) for x in range(-3, 5) for y in range(-3, 5)]
    assert {move for move in laid if not GAME.violations(placing, move)} == set(GAME.legal_moves(placing))


def test_team_mates_share_colours_and_hidden_muses_are_numbered() -> None:
    state = GAME.initial_state(4)
    state = played(state, "place Clio 0,0", "place ? 1,0", "place ? 2,0", "place ? 3,0", "place ? 4,0")
    state = played(state, "place Erato 0,1", "place Thalia 1,1", "place Urania 2,1", "place Euterpe 3,1")
    assert [name for name in state.names if "?" in name] == ["orange?1", "purple?1", "orange?2", "purple?2"]
    assert GAME.violations(state, Step("orange?2", "N")) == ()
    assert rules_broken(state, Step("orange?", "N")) == ["3.1"]


def test_the_neutral_muse_of_four_players_may_lie_face_down() -> None:
    state = GAME.initial_state(4, neutral_face_4p="down")
    assert list(GAME.legal_moves(state)) == [Lay(None, (0, 0))]
    assert {move.muse for move in GAME.legal_moves(GAME.initial_state(4)) if isinstance(move, Lay)} == set(MUSES)


def test_colours_are_given_to_the_companies_in_turn() -> None:
    state = played(GAME.initial_state(2, colours=["red", "blue", "black"], first=1), "place ? 0,0", "place Clio 1,0")
    assert [tile.colour for tile in state.tiles] == ["black", "blue"]


def test_diagonal_step() -> None:
    pushing = dancing([(0, 0), (1, 1), (1, 0)], diagonal_step=True)
    assert rules_broken(pushing, step("A SE")) == ["3.2"]  # the cell is taken: no diagonal push
    state = dancing([(0, 0), (1, 0), (2, 0), (2, 1)], diagonal_step=True)
    assert legal(state, "A NE", "A SE", "C NW")
    assert rules_broken(state, step("C SW")) == ["3.2"]  # neither side is free
    assert step("A NE") in set(GAME.legal_moves(state))
    after = GAME.apply(state, step("A NE"))
    assert (after.tiles[0].cell, dice(after)) == ((1, -1), [2, 1, 1, 1])


def test_chain_push() -> None:
    state = dancing(BLOCK, chain_push="one")
    assert rules_broken(state, step("A E")) == ["3.3"]
    assert legal(state, "B E", "C E")
    assert step("A E") not in set(GAME.legal_moves(state))


def test_neutral_in_ranking() -> None:
    ranked = ((6, 4, 3, 2), (5, 4, 4, 1), (6,))
    score = score_hand(ranked, 1, 2)
    assert (score.ranks, score.bonus) == ((None, None, 1, 0), 1)
    assert score_hand(((5, 4, 3, 2), (5, 4, 4, 1), (6,)), 1, 2).bonus is None
    state = GAME.initial_state(2, position=REVEALED, suns=dict.fromkeys(MUSES, 6), neutral_in_ranking=True)
    assert state.finished[0][2] == (3,)
    assert any(line.startswith("Hand 1: orange 6-") and line.endswith("neutral 3") for line in GAME.working(state))


def test_second_hand_first_player() -> None:
    for choice, expected in (("next", 0), ("same", 2)):
        state = GAME.initial_state(3, hands=2, first=2, second_hand_first_player=choice)
        while state.phase is not Phase.SCORED:
            state = GAME.apply(state, first(state))
        assert list(GAME.legal_moves(state)) == [Gather()]
        again = GAME.apply(state, Gather())
        assert (again.seat, again.tiles, GAME.scores(again)) == (expected, (), GAME.scores(state))


def test_tiebreak_dice_scope() -> None:
    nothing = (((6, 4, 3), (6, 4, 2), (6, 4, 3)), ((6, 2, 1), (6, 2, 1), (6, 2, 1)))
    for scope, expected in (("last", ((0, 1, 2), "shared")), ("all", ((0, 2), "shared"))):
        state = GAME.initial_state(3, hands=2, tiebreak_dice_scope=scope, earlier=nothing[:1])
        state = State(state.setup, Phase.OVER, finished=nothing)
        assert victory(state) == expected


def test_long_game() -> None:
    """The hand of the position brings 6-3-2-1 against 4-4-2-1: two ranks won, one each, and the bonus to orange."""
    tied, won = ((6, 5, 4, 3), (6, 5, 4, 3)), ((6, 6, 6, 5), (1, 1, 1, 1))
    for earlier, phase, scores in (
        ([], Phase.SCORED, (2, 1)),
        ([tied], Phase.SCORED, (2, 1)),
        ([tied, tied], Phase.OVER, (2, 1)),  # three hands at most
        ([won], Phase.OVER, (5 + 1 + 2, 1)),  # seven points are enough
    ):
        suns = dict.fromkeys(MUSES, 6)
        state = GAME.initial_state(2, long_game=True, earlier=earlier, position=REVEALED, suns=suns)
        assert (state.phase, GAME.scores(state)) == (phase, scores)


def test_a_position_in_the_dance() -> None:
    state = GAME.initial_state(2, position=HAND, first=1)
    assert (state.phase, state.seat, len(list(GAME.legal_moves(state)))) == (Phase.DANCE, 1, 32)


def test_a_position_at_the_end_of_a_hand_asks_for_the_suns_that_matter() -> None:
    state = GAME.initial_state(2, position=REVEALED, suns={"Calliope": 3})
    assert state.phase is Phase.SUNS
    asked = {move.muse for move in GAME.legal_moves(state) if isinstance(move, Suns)}
    assert asked == {"Urania", "Euterpe", "Melpomene", "Terpsichore"}
    state = played(state, "suns Urania 3", "suns Euterpe 1", "suns Melpomene 1", "suns Terpsichore 2")
    assert state.phase is Phase.OVER
    assert GAME.working(state)[:2] == (
        "The hand is over: a 6 on Clio",
        "Suns: Urania 3 = 3 → 6, Euterpe 1 = 1 → 6, Terpsichore 2 = 2 → 6; the other dice stay",
    )


def test_a_position_in_the_middle_of_placing_goes_on_with_the_player_named() -> None:
    text = "white ? 0,0 1; orange Clio 1,0 1; purple ? 1,1 1; orange Erato 2,0 1"
    state = GAME.initial_state(2, position=text, first=1)
    assert state == played(GAME.initial_state(2), "place ? 0,0", "place Clio 1,0", "place ? 1,1", "place Erato 2,0")
    assert GAME.initial_state(2, position="white ? 0,0 1", first=1).seat == 1


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (5, {}, "for 2, 3 or 4 players, not 5"),
        (2, {"hand": 2}, "no option “hand”"),
        (2, {"hands": True}, "“hands” cannot be True"),
        (2, {"first": 2}, "a number from 0 to 1"),
        (2, {"first": "A"}, "a number from 0 to 1"),
        (2, {"colours": ["red", "red", "blue"]}, "three different colours"),
        (2, {"colours": ["red", "pink", "blue"]}, "three different colours"),
        (2, {"colours": "red"}, "three different colours"),
        (2, {"suns": {"Clio": 7}}, "a number from 1 to 6"),
        (2, {"suns": {"Homer": 1}}, "a number from 1 to 6"),
        (2, {"suns": [1, 2]}, "a number from 1 to 6"),
        (2, {"earlier": [[[6, 3, 3, 1], [5, 5, 2, 1]]]}, "fewer than are to be played"),
        (2, {"hands": 2, "earlier": [[[6, 3, 3], [5, 5, 2, 1]]]}, r"rows of \[4, 4\] dice"),
        (2, {"hands": 2, "earlier": [[[6, 3, 3, 9], [5, 5, 2, 1]]]}, r"rows of \[4, 4\] dice"),
        (2, {"hands": 2, "earlier": 3}, r"rows of \[4, 4\] dice"),
        (2, {"position": 3}, "“3” is no tile of a position"),
        (2, {"position": "orange Clio"}, "“orange Clio” is no tile of a position"),
        (2, {"position": "orange Clio 0,0 1"}, "The neutral Muse comes first"),
        (2, {"position": "white ? 0,0 1; orange Clio 5,0 1", "first": 1}, "touches no other"),
        (2, {"position": "white ? 0,0 2"}, "starts at 1"),
        (2, {"position": HAND.replace("0,1", "0,0")}, "two tiles share a cell"),
        (2, {"position": HAND.replace("Thalia", "Clio")}, "a Muse lies there twice"),
        (2, {"position": HAND.replace("3,2", "5,2")}, "do not form one group"),
        (2, {"position": HAND.replace("purple ?", "orange ?")}, "the dice must be 4 orange, 4 purple, 1 white"),
        (2, {"position": HAND.replace("purple ?", "purple Calliope")}, "face down must be 1 orange, 1 purple, 1 white"),
        (2, {"position": HAND.replace("Thalia", "Homer")}, "The position cannot be: the Muses are Calliope, Clio"),
        (2, {"position": "white ? 0,0 1; orange Homer 1,0 1", "first": 1}, "There is no Muse called Homer"),
        (2, {"mode": "half"}, "“mode” cannot be 'half': choose one of core, declared, full"),
        (2, {"set": [1]}, "The set must be an object with the fields name, muses"),
        (2, {"set": "{}"}, "The set must be an object"),
        (2, {"neutral_is_first_tile": 1}, "“neutral_is_first_tile” cannot be 1"),
        (2, {"second_hand_redeal": "all"}, "“second_hand_redeal” cannot be 'all'"),
        (2, {"position": f"{HAND}; white Calliope 3,3 1"}, "10 tiles, and there are nine"),
    ],
)
def test_what_cannot_be_set_up_is_told_in_a_sentence(seats: int, options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said) as told:
        GAME.initial_state(seats, **options)
    assert str(told.value).endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Clio",
        "clio? E",
        "Clio  E",
        "Clio E ",
        "place Clio",
        "place Clio 1000,0",
        "Clio E dice",
        "suns Clio 7",
        "suns ? 1",
        "reveal Clio=Erato",
        "reveal orange?",
        "pink? E",
        "Clio E dice Erato=7",
        "gather up",
        "place Clio 1,0 with pink 1",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no move: write"):
        GAME.parse_move(text)


def test_a_row_goes_on_when_both_ends_may_push() -> None:
    assert legal(dancing(ROW), "A E", "I W")
