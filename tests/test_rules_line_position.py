"""Starting Line Dice in the middle of a game: what a picture tells, what has to be asked, and what is refused."""

from random import Random

import pytest
from rules_games import seeded
from rules_line import laid, lays, played, random_game, rules_broken
from rules_line_examples import examples

from rules.game import OptionError
from rules.line_dice import GAME
from rules.line_dice.state import Phase, State

E1 = "X 0,0; S-EW 1,0; C1S 2,0"
E8 = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1"
E9 = "C3S 0,0; C0S 1,0; C1S 1,1"
E17 = "X 0,0; S-EW 1,0; C1S 2,0; C2N 2,-1"


def position(state: State, random: Random) -> str:
    """Return the dice of a state as a set-up takes them, in any order."""
    dice = [f"{die.face} {die.cell[0]},{die.cell[1]}" for die in state.dice]
    return "; ".join(random.sample(dice, len(dice)))


def test_a_position_needs_its_head_and_the_seat_to_act() -> None:
    state = GAME.initial_state(3, position=E1, head="2,-1", first=1)
    assert (state.phase, GAME.current_player(state), state.arrow, state.dice[-1].seat) == (Phase.LAY, 1, "S", 0)
    assert state.road == laid(E1).road
    assert lays(state) == lays(laid(E1))
    assert [len(hand) for hand in state.hands] == [11, 11, 11]


def test_the_tail_will_do_instead_of_the_head_and_the_order_does_not_matter() -> None:
    by_tail = GAME.initial_state(3, position="C1S 2,0; X 0,0; S-EW 1,0", tail="-1,0")
    assert by_tail.road.head == laid(E1).road.head
    backwards = GAME.initial_state(3, position=E1, tail="2,-1")
    assert backwards.road.head is not None
    assert (backwards.road.head.cell, backwards.road.head.heading) == ((-1, 0), "W")


def test_one_die_needs_neither() -> None:
    state = GAME.initial_state(2, position="C2N 3,4")
    assert {text.split()[1] for text in lays(state)} == {"3,5", "2,4"}
    assert state.dice[0].seat == 1
    five = GAME.initial_state(5, position="C2N 0,0", first=2)
    assert (five.dice[0].seat, [len(hand) for hand in five.hands]) == (None, [7] * 5)


def test_a_cell_that_is_head_and_tail_needs_the_way_the_road_heads() -> None:
    with pytest.raises(OptionError, match=r"head “0,1 W” and the tail “0,1”.*head “0,1 S” and the tail “0,1”"):
        GAME.initial_state(2, position=E9)
    state = GAME.initial_state(2, position=E9, head="0,1 W")
    assert state.road.head == laid(E9).road.head
    assert GAME.winners(played(state, "lay C2S 0,1")) == (1,)


@pytest.mark.parametrize("example", [e for e in examples() if e.about and e.name != "E17"], ids=lambda e: e.name)
def test_every_example_is_found_from_its_dice_and_its_head(example: object) -> None:
    dice = getattr(example, "dice", [])
    road = laid(dice).road
    assert road.head is not None
    head = f"{road.head.cell[0]},{road.head.cell[1]} {road.head.heading}"
    state = GAME.initial_state(3, position="; ".join(reversed(dice)), head=head)
    assert state.road.head is not None
    assert (state.road.head.cell, state.road.tail) == (road.head.cell, road.tail)


@pytest.mark.parametrize("seed", range(12))
def test_positions_of_random_games_go_on_as_in_the_game(seed: int) -> None:
    random = seeded(seed)
    states = [s for s in random_game(random, 3) if len(s.dice) > 1 and s.phase is Phase.LAY]
    for state in random.sample(states, min(4, len(states))):
        road = state.road
        assert road.head is not None
        assert road.tail is not None
        again = GAME.initial_state(
            3,
            position=position(state, random),
            head=f"{road.head.cell[0]},{road.head.cell[1]} {road.head.heading}",
            tail=f"{road.tail[0]},{road.tail[1]}",
            first=state.seat,
            out=list(state.out),
            in_hand=[" ".join(hand) or "-" for hand in state.hands],
        )
        assert (again.seat, again.hands, again.arrow, again.layer) == (
            state.seat,
            state.hands,
            state.arrow,
            state.layer,
        )
        assert list(GAME.legal_moves(again)) == list(GAME.legal_moves(state))


def test_after_a_bluff_the_arrow_has_to_be_said() -> None:
    with pytest.raises(OptionError, match="arrows of the position differ"):
        GAME.initial_state(3, position=E17, head="1,-1 W")
    state = GAME.initial_state(3, position=E17, head="1,-1 W", arrow="S")
    assert rules_broken(state, "lay C0N 1,-1") == ["4.12"]
    open_to_call = GAME.initial_state(3, position=E17, head="1,-1 W", arrow="S", mikes_bluff="secret", first=1)
    assert played(open_to_call, "call 2").phase is Phase.CAUGHT


def test_players_who_are_out() -> None:
    state = GAME.initial_state(4, position=E8, head="1,-1", first=2, out=[1, 3])
    assert (state.playing, state.layer) == ((0, 2), 0)
    assert GAME.winners(played(state, "out X")) == (0,)
    over = GAME.initial_state(2, position=E8, head="1,-1", first=1, out=[0])
    assert (GAME.current_player(over), GAME.winners(over)) == (None, (1,))


def test_hands_that_are_known() -> None:
    state = GAME.initial_state(3, position=E8, head="1,-1", in_hand=["S X", "", "-"], first=2)
    assert state.hands == (("S", "X"), ("?",) * 10, ())
    started = GAME.initial_state(6, in_hand=["S S S S X C3", *["C0 C0 C0 X X X"] * 5])
    assert (started.phase, started.hands[0]) == (Phase.LAY, ("S", "S", "S", "S", "X", "C3"))
    assert GAME.initial_state(6, in_hand=["S S S S X C3", *[""] * 5]).hands[1] == ("?",) * 6


def test_a_road_through_a_crossing_met_twice_is_found() -> None:
    """E11: the tail is prolonged by a crossing, which may have been laid first or later; it goes on alike."""
    dice = "C2S 0,0; C1S 1,0; C0S 1,-1; X 0,-1; C2S -1,-1; C3S -1,-2"
    state = GAME.initial_state(2, position=dice, head="0,-2 E")
    assert state.road.tail == (0, -2)
    closed = played(state, "lay C0S 0,-2")
    assert (closed.phase, GAME.winners(closed)) == (Phase.OVER, (1,))


def test_a_position_with_looser_edges() -> None:
    dice = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1; X 1,-1"
    with pytest.raises(OptionError, match="no road that play could have built"):
        GAME.initial_state(3, position=dice, head="0,-1")
    assert GAME.initial_state(3, position=dice, head="0,-1", edge_rule="road_only").road.head is not None


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (1, {}, "for 2 to 6 players, not 1"),
        (7, {}, "for 2 to 6 players, not 7"),
        (2, {"hand": 2}, "no option “hand”"),
        (2, {"hands": "shown"}, "“hands” cannot be 'shown'"),
        (2, {"must_play": 1}, "“must_play” cannot be 1"),
        (2, {"first": 2}, "a number from 0 to 1"),
        (2, {"first": True}, "a number from 0 to 1"),
        (2, {"hand_limit": -1}, "a number from 0 to 18"),
        (2, {"hand_limit": "10"}, "a number from 0 to 18"),
        (2, {"faces_per_die": ["S", "X"]}, "A die has six faces"),
        (2, {"faces_per_die": "SXSXSX"}, "A die has six faces"),
        (2, {"position": 3}, "it is a text"),
        (2, {"position": "S 0,0"}, "“S 0,0” is no die of a position"),
        (2, {"position": "X 0,0; "}, "“” is no die of a position"),
        (2, {"position": "X 0,0; X 0,0"}, "share the cell 0,0"),
        (2, {"position": "X 0,0; X 2,0"}, "no road that play could have built"),
        (2, {"position": "S-EW 0,0; S-NS 1,0"}, "no road that play could have built"),
        (2, {"position": f"{E9}; C2S 0,1"}, "no road that play could have built"),
        (2, {"position": E1}, "does not tell where the road goes on"),
        (2, {"position": E1, "head": "5,5"}, "cannot go on there"),
        (2, {"position": E1, "head": "2,-1", "tail": "7,7"}, "cannot go on there"),
        (2, {"position": "; ".join(f"S-EW {x},0" for x in range(37)), "head": "37,0"}, "37 dice, more than were dealt"),
        (2, {"head": "2,-1"}, "belong to a position"),
        (2, {"out": [1]}, "belong to a position"),
        (3, {"position": E1, "head": "2,-1", "out": [0]}, "without the one to act"),
        (3, {"position": E1, "head": "2,-1", "out": [1, 1]}, "without the one to act"),
        (3, {"position": E1, "head": "2,-1", "out": 1}, "without the one to act"),
        (2, {"in_hand": ["S X"]}, "given as 2 texts"),
        (2, {"in_hand": "S X"}, "given as 2 texts"),
        (2, {"in_hand": ["S X", "S Y"]}, "given as 2 texts"),
        (2, {"in_hand": ["S X", "S"]}, "begins with 18 dice"),
        (2, {"in_hand": ["", ""], "hands": "unknown"}, "so they are not unknown"),
    ],
)
def test_what_cannot_be_set_up_is_told_in_a_sentence(seats: int, options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said) as told:
        GAME.initial_state(seats, **options)
    assert str(told.value).endswith(".")
