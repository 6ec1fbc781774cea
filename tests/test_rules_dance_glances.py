"""What the dance tells at a glance: taps on the floor, sheets for powers, reveal and suns, scores as tables."""

import pytest
from rules_dance import BLOCK, MIXED, RAISE, powered, walk

import rules
from rules.dance_of_muses import GAME
from rules.glance import Glance
from rules.sheet import Blank, BlankError, Sheet
from rules.table import Place

POSITION = (
    "white ? 1,1 3; orange Clio 0,0 4; purple Thalia 1,0 3; orange Urania 0,1 3; purple Erato 2,0 4; orange ? 0,2 1; "
    "purple Euterpe 2,1 1; orange Melpomene 1,2 2; purple ? 3,2 2"
)


def glanced(*moves: str, seats: int = 2, **options: object) -> Glance:
    state = GAME.initial_state(seats, **options)
    for move in moves:
        assert GAME.violations(state, GAME.parse_move(move)) == ()
        state = GAME.apply(state, GAME.parse_move(move))
    return GAME.glance(state)


def titles(told: Glance) -> list[str]:
    return [sheet.title for sheet in told.sheets]


def test_the_floor_offers_every_step_once_with_its_way() -> None:
    told = glanced(position=POSITION)
    taps = {str(tap.move): tap for tap in told.taps}
    assert len(taps) == len(told.taps) == len(list(GAME.legal_moves(GAME.initial_state(2, position=POSITION))))
    clio = taps["Clio E"]
    assert (clio.place, clio.towards, clio.words) == (Place("tile", (0, 0)), (1, 0), "east, pushing Thalia and Erato")
    assert told.called[Place("tile", (3, 2))] == "The hidden purple Muse"
    assert told.guide == "Tap a Muse, then an arrow."
    assert told.sheets == (), "no powers are played"


def test_placing_is_offered_by_cell_and_says_how_many_are_in_hand() -> None:
    told = glanced("place ? 0,0", "place Clio 1,0")
    here = [tap for tap in told.taps if tap.place == Place("tile", (0, 1))]
    assert [tap.words for tap in here][-1] == "a Muse face down"
    assert "Clio" not in [tap.words for tap in here]
    assert told.called[Place("tile", (0, 1))] == "Who is placed at 0,1?"
    assert told.notes == ("3 in hand", "4 in hand")
    assert glanced(seats=4).facts == (("Now", "lay the neutral Muse face up"),)


def test_a_declared_power_is_two_taps_and_done() -> None:
    told = glanced("Clio W", position=POSITION, mode="declared")
    late, *early = told.sheets
    assert (late.title, late.opens, late.place) == (
        "Clio's power, after her move",
        "seat 0: use Clio's power",
        None,
    )
    assert len(early) == 6, "every Muse that lies face up may use hers before her move"
    assert {sheet.opens for sheet in early} == {"Use her power first"}
    answers = ["" for _ in late.blanks]
    answers[[blank.label for blank in late.blanks].index("Erato")] = "5"
    assert late.moves(answers) == ("then Clio Erato=5",)
    answers[[blank.label for blank in late.blanks].index("Erato lies at")] = "3,0"
    assert [str(GAME.parse_move(text)) for text in late.moves(answers)] == ["then Clio Erato@3,0=5"]
    assert late.moves(["" for _ in late.blanks]) == ("then Clio nothing",)
    same = [blank.now for blank in late.blanks]
    assert late.moves(same) == ("then Clio nothing",), "a die left as it was is no change"


def test_a_power_of_the_set_is_chosen_from_what_its_row_gives() -> None:
    told = GAME.glance(powered(BLOCK, 2, *MIXED))
    assert titles(told) == [f"TEST-{n}'s power, before her move" for n in (1, 3, 5, 6, 7, 8)], (
        "2 and 4 not first, 9 none"
    )
    raised = told.sheets[0]
    assert raised.hint.startswith("Changes the die of 1 other Muse touching her by +1;")
    (blank,) = raised.blanks
    assert [words for _, words in blank.choices] == [f"The die on TEST-{n} to 3" for n in (2, 4, 5)]
    assert raised.moves(["TEST-4=3"]) == ("first TEST-1 TEST-4=3",)
    several = told.sheets[-1]
    assert [blank.now for blank in several.blanks] == ["2"] * 5
    assert several.moves(["4", "1", "2", "", "2"])[0].count("=") == 2


@pytest.mark.parametrize("row", [RAISE, *(row for row in MIXED if row)])
def test_every_choice_of_a_single_blank_is_legal(row: dict[str, object]) -> None:
    state = powered(BLOCK, 3, row)
    for sheet in GAME.glance(state).sheets:
        for blank in sheet.blanks if len(sheet.blanks) == 1 else ():
            for value, _ in blank.choices:
                (text,) = sheet.moves([value])
                assert GAME.violations(state, GAME.parse_move(text)) == ()


def test_a_row_in_words_is_declared_freely() -> None:
    told = GAME.glance(powered(BLOCK, 2, RAISE | {"effect": {"other": "as she likes"}}))
    assert len(told.sheets[0].blanks) == 18
    assert "“as she likes”" in told.sheets[0].hint


def test_a_six_stops_play_and_says_who_turns_what_up() -> None:
    told = glanced("Clio W", position=POSITION.replace("Clio 0,0 4", "Clio 0,0 5"))
    (sheet,) = told.sheets
    assert sheet.title == "Play stops: a 6 on Clio"
    assert [blank.label for blank in sheet.blanks] == [
        "Anybody turns up the Muse at 1,1, white die 3",
        "seat 0 turns up the Muse at 0,2, orange die 1",
        "seat 1 turns up the Muse at 3,2, purple die 2",
    ]
    assert sheet.moves(["Calliope", "Polyhymnia", "Terpsichore"]) == (
        "reveal white?=Calliope orange?=Polyhymnia purple?=Terpsichore",
    )
    with pytest.raises(BlankError, match=r"not filled in yet: seat 0 turns up"):
        sheet.moves(["Calliope", "", "Terpsichore"])
    with pytest.raises(BlankError, match="“Clio” is not offered"):
        sheet.moves(["Clio", "Calliope", "Terpsichore"])
    assert told.taps == ()


def test_then_the_suns_that_matter_are_counted_and_the_hand_is_a_table() -> None:
    """The dossier of the game has this hand with made-up suns; it is played out in full here."""
    moves = ("Clio W", "reveal white?=Calliope orange?=Polyhymnia purple?=Terpsichore")
    position = POSITION.replace("Clio 0,0 4", "Clio 0,0 5")
    (sheet,) = glanced(*moves, position=position).sheets
    assert [blank.label for blank in sheet.blanks][:2] == ["Thalia, die 3", "Urania, die 3"]
    texts = sheet.moves(["2", "3", "3", "1", "1", "2"][: len(sheet.blanks)])
    assert texts[:2] == ("suns Thalia 2", "suns Urania 3")
    told = glanced(*moves, *texts, position=position)
    (ledger,) = told.ledgers
    assert (ledger.title, ledger.columns) == ("Hand 1", ("seat 0", "seat 1"))
    assert [label for label, _, _ in ledger.rows] == ["Rank 1", "Rank 2", "Rank 3", "Rank 4", "Bonus", "Points"]
    assert told.ending == "most points"
    assert set(told.signs) == {Place("tile", cell) for cell in [(1, 0), (0, 1), (0, 2), (2, 1), (1, 2), (3, 2)]}


def test_who_turns_up_is_told_by_the_die_and_in_a_team_by_the_order_of_placing() -> None:
    placed = "white Clio 0,0 1; orange ? 1,0 6; purple ? 2,0 1; orange ? 3,0 1; purple ? 4,0 1; orange Erato 0,1 1; "
    placed += "purple Thalia 1,1 1; orange Urania 2,1 1; purple Euterpe 3,1 1"
    (sheet,) = glanced(seats=4, position=placed).sheets
    assert [blank.label.split(" turns")[0] for blank in sheet.blanks] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    (sheet,) = glanced(position=POSITION.replace("Clio 0,0 4", "Clio 0,0 6")).sheets
    assert [blank.label.split(" turns")[0] for blank in sheet.blanks] == ["Anybody", "seat 0", "seat 1"]


def test_a_cell_is_written_with_a_comma() -> None:
    blank = Blank("Erato lies at", "Erato@{}", pattern=r"-?[0-9],-?[0-9]", now="1,1")
    assert (blank.notation("2,-1"), blank.notation("1,1"), blank.notation("")) == ("Erato@2,-1", "", "")
    with pytest.raises(BlankError, match="“over there” is not offered"):
        blank.notation("over there")


def test_teams_share_a_column() -> None:
    last = walk(4, 3)[-1]
    assert GAME.glance(last.state).ledgers[0].columns == ("seat 0 and seat 2", "seat 1 and seat 3")


def test_a_sheet_without_a_head_is_a_move_for_each_blank() -> None:
    sheet = Sheet("T", "", (Blank("A", "one {}"), Blank("B", "two {}")), "Done")
    assert sheet.moves(["1", ""]) == ("one 1",)
    assert sheet.verbs == {"one", "two"}


def test_games_without_sheets_say_nothing_of_them() -> None:
    game = rules.load("line_dice")
    told = game.glance(game.initial_state(2, hands="unknown"))  # type: ignore[attr-defined]
    assert (told.taps, told.sheets, told.guide) == ((), (), "")
