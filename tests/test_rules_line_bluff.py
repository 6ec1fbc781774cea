"""Mike's Bluff: the three ways a house may play it, calls and penalties, and that a secret stays one."""

from dataclasses import replace

from rules_line import holding, laid, lays, legal, move, played, rules_broken

from rules.game import Finding, judge
from rules.line_dice import GAME
from rules.line_dice.state import Phase, State
from rules.table import Observation

E1 = "X 0,0; S-EW 1,0; C1S 2,0"  # the road goes north at 2,-1; arrows point south
E12 = "C2S 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; C0S 2,-2; S-EW 1,-2"  # C3S at 0,-2 leads to the tail


def stuck(*hands: str, **options: object) -> State:
    """Return E1 with seat 0 to act, which holds no die that fits, unless other hands are given."""
    state = laid(E1, 3, 2, **{"mikes_bluff": "secret", **options})
    return holding(state, *hands, *("C1 C2", "S X", "C1 C2")[len(hands) :])


BLUFF = "lay C2N 2,-1"


def test_flag_is_the_usual_way_and_names_the_arrow_at_once() -> None:
    state = stuck(mikes_bluff="flag")
    (violation,) = GAME.violations(state, move(BLUFF))
    assert (violation.rule, violation.text) == (
        "4.12",
        "The arrow points north and must point south: take it back.",
    )
    assert legal(state) == ["out"]
    assert rules_broken(state, "call 1") == ["6.2"]
    assert GAME.initial_state(2).setup.mikes_bluff == "flag"


def test_a_stuck_player_may_bluff_or_go_out() -> None:
    bluffs = ["lay C1N 2,-1", "lay C1E 2,-1", "lay C2N 2,-1", "lay C2W 2,-1"]
    assert legal(stuck()) == [*bluffs, "out", "call 0", "call 1"]
    state = played(stuck(), BLUFF)
    assert (state.phase, GAME.current_player(state), state.hands[0], state.wrong) == (Phase.LAY, 1, ("C1",), True)
    assert legal(state)[-2:] == ["call 1", "call 2"]


def test_only_the_arrow_can_be_bluffed() -> None:
    for text, rule in (("lay C2S 2,-1", "4.11"), ("lay C2N 3,0", "4.10"), ("lay S-EW 2,-1", "4.11")):
        assert rules_broken(stuck("C2 S", bluff_needs_no_move=False), text) == [rule]


def stuck_open(needs: bool, hands: str = "open") -> State:
    state = stuck("C2 S", "S X", "C1 C2", bluff_needs_no_move=needs)
    return replace(state, setup=replace(state.setup, hands=hands))


def test_who_holds_a_die_that_fits_may_not_bluff_where_hands_lie_open() -> None:
    assert rules_broken(stuck_open(needs=True), BLUFF) == ["4.12"]
    assert rules_broken(stuck_open(needs=False), BLUFF) == []
    assert rules_broken(stuck_open(needs=True, hands="hidden"), BLUFF) == []
    assert rules_broken(laid(E1, 3, 2, mikes_bluff="secret"), BLUFF) == []  # hands not known


def test_i_caught_the_die_goes_back_and_the_bluffer_is_out() -> None:
    state = played(stuck(), BLUFF, "call 1")
    assert (state.phase, GAME.current_player(state), legal(state)) == (Phase.CAUGHT, 0, ["takeback"])
    assert rules_broken(state, "lay S-EW 1,-1") == ["3.1"]
    state = played(state, "takeback")
    assert (state.hands[0], state.out, GAME.current_player(state)) == (("C1", "C2"), (0,), 1)
    assert {text.split()[1] for text in lays(state)} == {"2,-1"}
    assert rules_broken(state, "call 2") == ["6.2"]  # the die before is not open again


def test_ii_the_next_die_makes_the_bluff_good_and_the_arrow_stays() -> None:
    state = played(stuck(), BLUFF, "lay S-EW 1,-1")
    assert (state.arrow, state.window) == ("S", False)
    assert rules_broken(state, "call 2") == ["6.2"]


def test_iii_going_out_leaves_the_call_open() -> None:
    state = played(stuck("C1 C2", "C1", "S X"), BLUFF, "out")
    assert (GAME.current_player(state), state.window) == (2, True)
    assert "call 1" in legal(state)  # who is out may call too
    caught = played(state, "call 1", "takeback")
    assert (caught.out, caught.phase, GAME.winners(caught)) == ((1, 0), Phase.OVER, (2,))


def test_an_illegal_die_put_down_and_taken_up_again_is_no_die() -> None:
    state = played(stuck(), BLUFF)
    assert rules_broken(state, "lay X 1,-1") == ["4.14"]
    assert rules_broken(state, "call 2") == []


def test_a_second_bluff_accepts_the_first_and_copying_the_arrow_is_one() -> None:
    state = played(stuck("C1 C2", "C0", "S X"), BLUFF, "lay C0N 1,-1")
    assert (state.wrong, state.layer, state.arrow) == (True, 1, "S")
    back = played(state, "call 2", "takeback")
    assert (len(back.dice), back.out, GAME.current_player(back)) == (4, (1,), 2)
    assert rules_broken(back, "call 2") == ["6.2"]


def test_a_false_call_changes_nothing_unless_agreed() -> None:
    state = played(stuck("C0", "S X", "C1"), "lay C0S 2,-1")
    assert rules_broken(state, "call 2") == []
    assert GAME.apply(state, move("call 2")) == state
    out = replace(state, setup=replace(state.setup, false_call_penalty="out"))
    assert GAME.apply(out, move("call 2")).out == (2,)
    acting = GAME.apply(out, move("call 1"))
    assert (acting.out, GAME.current_player(acting)) == ((1,), 2)
    both = GAME.apply(GAME.apply(out, move("call 1")), move("call 2"))
    assert (both.phase, both.out) == (Phase.END, (1, 2))
    assert GAME.winners(GAME.apply(both, move("announce"))) == (0,)
    point = replace(state, setup=replace(state.setup, false_call_penalty="match_point"))
    assert GAME.scores(GAME.apply(point, move("call 2"))) == (0, 0, -1)


def test_who_may_call() -> None:
    state = played(stuck(), BLUFF)
    assert rules_broken(state, "call 0") == ["6.2"]
    assert rules_broken(state, "call 7") == ["6.2"]
    nearest = played(stuck(bluff_callers="next_only"), BLUFF)
    assert rules_broken(nearest, "call 2") == ["6.2"]
    assert rules_broken(nearest, "call 1") == []


def test_only_curves_can_be_called() -> None:
    state = played(stuck("S", "S X", "X"), "lay S-NS 2,-1")
    assert rules_broken(state, "call 1") == ["6.2"]
    assert [text for text in legal(stuck("S", "S X", "X")) if text.startswith("call")] == ["call 0", "call 1"]


def test_nothing_is_taken_back_announced_or_named_without_a_reason() -> None:
    state = played(stuck(), BLUFF)
    assert rules_broken(state, "takeback") == ["6.3"]
    assert rules_broken(state, "announce") == ["6.5"]
    assert rules_broken(state, "discard C1") == ["3.1"]


def test_penalty_retry_asks_for_a_right_arrow_or_out() -> None:
    state = played(stuck("C0 C1 C2", bluff_penalty="retry", bluff_needs_no_move=False), BLUFF, "call 2", "takeback")
    assert (GAME.current_player(state), state.hands[0], state.out) == (0, ("C0", "C1", "C2"), ())
    assert legal(state) == ["lay C0S 2,-1"]
    assert rules_broken(state, BLUFF) == ["4.12"]
    again = played(stuck(bluff_penalty="retry"), BLUFF, "call 2", "takeback")
    assert legal(again) == ["out"]
    later = played(state, "lay C0S 2,-1")
    assert (later.bluffer, GAME.current_player(later)) == (None, 1)


def test_penalty_retry_lose_die_lets_the_caller_choose() -> None:
    state = played(stuck(bluff_penalty="retry_lose_die"), BLUFF, "call 2", "takeback")
    assert (state.phase, GAME.current_player(state), legal(state)) == (Phase.DISCARD, 2, ["discard C1", "discard C2"])
    assert rules_broken(state, "discard S") == ["6.4"]
    state = played(state, "discard C1")
    assert (GAME.current_player(state), state.hands[0], legal(state)) == (0, ("C2",), ["out"])
    unknown = laid(E1, 3, 2, mikes_bluff="secret", bluff_penalty="retry_lose_die")
    unknown = played(unknown, BLUFF, "call 1", "takeback")
    assert len(legal(unknown)) == 6
    assert [len(hand) for hand in played(unknown, "discard X").hands] == [10, 11, 11]


def test_a_die_taken_back_is_known_from_then_on() -> None:
    """Seat 0 had dice nobody knows, and now one that everybody saw: it has to be laid where it fits."""
    state = played(laid(E1, 3, 2, mikes_bluff="secret", bluff_penalty="retry"), BLUFF, "call 1", "takeback")
    assert state.hands[0] == ("C2", *["?"] * 10)
    state = played(state, "lay S-NS 2,-1", "lay C0S 2,-2", "lay S-EW 1,-2")
    assert rules_broken(state, "out X") == ["5.1"]
    assert [text for text in legal(state) if text.startswith("out")] == []


def test_penalty_match_point_costs_a_point_too() -> None:
    state = played(stuck(bluff_penalty="match_point"), BLUFF, "call 2", "takeback")
    assert (state.out, GAME.scores(state)) == ((0,), (-1, 0, 0))
    assert "Seat 0 loses 1 point over a bluff" in GAME.working(state)


def test_who_went_out_meanwhile_stays_out_unless_agreed() -> None:
    hands = ("C1 C2", "C1", "S X")
    assert played(stuck(*hands), BLUFF, "out", "call 2", "takeback").out == (1, 0)
    back = played(stuck(*hands, bluff_reinstates=True), BLUFF, "out", "call 2", "takeback")
    assert (back.out, GAME.current_player(back), back.phase) == ((0,), 1, Phase.LAY)


def test_the_last_opponent_out_leaves_the_game_open_until_it_is_announced() -> None:
    state = played(stuck("C1 C2", "C1", "C1"), BLUFF, "out", "out")
    assert (state.phase, GAME.winners(state), GAME.scores(state)) == (Phase.END, (), (0, 0, 0))
    assert legal(state) == ["announce", "call 1", "call 2"]
    assert rules_broken(state, "lay S-EW 1,-1") == ["4.1"]
    assert "Seat 0 wins unless the last die is called" in GAME.working(state)
    assert GAME.winners(played(state, "announce")) == (0,)
    caught = played(state, "call 1", "takeback")  # the last opponent to go out has won
    assert (caught.phase, GAME.winners(caught), caught.out) == (Phase.OVER, (2,), (1, 2, 0))


def test_caught_at_the_very_end_with_another_try() -> None:
    hands = ("C0 C1 C2", "C1", "C1")
    state = stuck(*hands, bluff_penalty="retry", bluff_needs_no_move=False)
    state = played(state, BLUFF, "out", "out", "call 1", "takeback")
    assert legal(state) == ["lay C0S 2,-1"]
    state = played(state, "lay C0S 2,-1", "announce")
    assert GAME.winners(state) == (0,)
    lost = played(stuck("C1 C2", "C1", "C1", bluff_penalty="retry"), BLUFF, "out", "out", "call 1", "takeback", "out")
    assert GAME.winners(lost) == (2,)


def test_next_only_at_the_end_is_the_last_to_have_gone_out() -> None:
    state = played(stuck("C1 C2", "C1", "C1", bluff_callers="next_only"), BLUFF, "out", "out")
    assert legal(state) == ["announce", "call 2"]


def closing(**options: object) -> State:
    """Return E12 before its last die, which seat 0 lays as a bluff that leads to the tail."""
    state = holding(laid(E12, 3, 2, mikes_bluff="secret", **options), "C0", "S", "X")
    return played(state, "lay C0E 0,-2")


def test_a_closing_die_accepts_the_bluff_before_it_and_the_bluffer_wins() -> None:
    state = played(closing(), "lay S-NS 0,-1")
    assert (state.phase, GAME.winners(state)) == (Phase.OVER, (0,))


def test_a_closing_die_that_is_a_bluff_may_be_called_until_the_announcement() -> None:
    nine = laid("C3S 0,0; C0S 1,0; C1S 1,1", 3, 2, mikes_bluff="secret")
    state = holding(nine, "C3", "X", "S")
    state = played(state, "lay C3E 0,1")
    assert (state.phase, state.road.closed, legal(state)) == (Phase.END, True, ["announce", "call 1", "call 2"])
    assert GAME.winners(played(state, "announce")) == (2,)
    caught = played(state, "call 1", "takeback")
    assert (caught.phase, GAME.current_player(caught), caught.out) == (Phase.LAY, 1, (0,))
    assert lays(caught) == ["X 0,1"]


def test_a_false_call_at_the_end_leaves_the_game_at_its_end() -> None:
    nine = laid("C3S 0,0; C0S 1,0; C1S 1,1", 3, 2, mikes_bluff="secret", false_call_penalty="out")
    state = played(holding(nine, "C2", "X", "S"), "lay C2S 0,1", "call 1")
    assert (state.phase, state.out) == (Phase.END, (1,))
    assert GAME.winners(played(state, "announce")) == (2,)


def test_ask_lets_it_stand_and_says_so_aloud() -> None:
    state = stuck(mikes_bluff="ask")
    assert GAME.words(state, move(BLUFF)).endswith("turning left, though arrows point south")
    state = played(state, BLUFF)
    assert "The arrow at 2,-1 points elsewhere: call it, or play on" in GAME.working(state)
    assert {"announce", "call 1", "call 2"} < set(legal(state))
    stands = played(state, "announce")
    assert (stands.window, GAME.current_player(stands)) == (False, 1)
    assert rules_broken(stands, "call 1") == ["6.2"]
    assert GAME.current_player(played(state, "call 2", "takeback")) == 1
    honest = played(stuck("C0", "S", "S", mikes_bluff="ask"), "lay C0S 2,-1")
    assert [text for text in legal(honest) if text.startswith(("call", "announce"))] == []


def test_a_secret_bluff_is_found_like_any_other_curve() -> None:
    """Same finding, same weight, same words, same points, same kinds of next moves: only a call tells."""
    start = laid(E1, 3, 2, mikes_bluff="secret")
    verdicts, after = [], []
    for text in ("lay C0S 2,-1", BLUFF):
        state = GAME.apply(start, move(text))
        verdicts.append(judge(GAME, start, Observation.certain(GAME.table(state))))
        after.append(state)
    assert [(verdict.finding, len(verdict.candidates), verdict.candidates[0].weight) for verdict in verdicts] == [
        (Finding.LEGAL, 1, 1.0)
    ] * 2
    honest, bluff = after
    assert GAME.working(honest) == GAME.working(bluff)
    assert GAME.scores(honest) == GAME.scores(bluff)
    assert (honest.window, honest.phase, honest.seat, honest.fallen) == (bluff.window, bluff.phase, bluff.seat, 0)
    assert legal(honest) == legal(bluff)
    assert [GAME.words(start, move(text)).replace("south", "north") for text in ("lay C0S 2,-1", BLUFF)] == [
        "a curve with its arrow north at 2,-1, turning left"
    ] * 2
    called = [GAME.words(state, move("call 1")) for state in after]
    assert called == ["calls the last arrow"] * 2


def test_the_public_state_of_a_bluff_says_no_more_than_the_table() -> None:
    state = played(stuck(), BLUFF)
    assert GAME.public(state) == state
    assert GAME.table(state) == {**GAME.table(stuck()), **GAME.table(laid("C2N 2,-1", 2))}
