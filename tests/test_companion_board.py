"""The drawn position, what can be tapped beside it, and what a page must not tell."""

import re
from itertools import chain

import pytest
from companion_tables import SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient

import rules
from companion.board import board
from companion.board_art import Element
from companion.board_line import line_die
from companion.offers import Offers
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from companion.words import named
from rules.glance import Glance, glance
from rules.line_dice.faces import FACES, KINDS, SIDES, arrow, ports
from rules.table import Place

NAMES = ("Ana", "Бен", "Caro")
CHAIN = "S-EW 0,0; S-EW 1,0; X 2,0; C1S 3,0; C0S 3,-1; X 2,-1; C2S 1,-1; C3S 1,-2; X 2,-2; C1S 3,-2; C0S 3,-3"
DEAD_END = "S-EW 0,0; C1S 1,0; S-NS 1,-1; C0S 1,-2; S-EW 0,-2; C3S -1,-2; C2S -1,-1"
ENDS = {"M50 2 V98": "NS", "M2 50 H98": "EW", "M50 2 A48 48 0 0 0 98 50": "NE"}


def line(sessions: Sessions, *moves: str, **options: object) -> Session:
    session = sessions.create(Setup("line_dice", 3, NAMES, options))
    for move in moves:
        session.play(move, len(session.log()))
    return session


def laid(dice: str) -> list[str]:
    return [f"lay {die}" for die in dice.split("; ")]


def page_of(client: FlaskClient, session: Session) -> str:
    return client.get(f"/sessions/{session.id}").text


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def quarters(shape: Element) -> int:
    """Return how far the shape is turned clockwise, in quarter turns."""
    turned = re.search(r"rotate\((\d+)", str(shape.at.get("transform", "")))
    return int(turned[1]) // 90 if turned else 0


def drawn_ends(face: str) -> set[str]:
    """Return the sides of the cell that the drawing of a face leads its roads to."""
    roads = [shape for shape in line_die(face) if shape.at.get("class") == "road"]
    return {SIDES[(SIDES.index(side) + quarters(road)) % 4] for road in roads for side in ENDS[str(road.at["d"])]}


@pytest.mark.parametrize("face", FACES)
def test_the_roads_of_a_die_are_drawn_to_its_road_ends_and_its_arrow_the_way_it_points(face: str) -> None:
    arrows = [shape for shape in line_die(face) if shape.at.get("class") == "arrow"]
    assert drawn_ends(face) == set(ports(face))
    assert [SIDES[quarters(shape)] for shape in arrows] == ([arrow(face)] if arrow(face) else [])


@pytest.mark.parametrize("face", FACES)
def test_the_arrow_is_drawn_in_the_corner_that_the_road_leaves_free(face: str) -> None:
    for shape in line_die(face):
        if shape.at.get("class") == "arrow":
            across, down = (float(part) for part in re.findall(r"[\d.]+", str(shape.at["transform"]))[:2])
            assert {"W" if across < 50 else "E", "N" if down < 50 else "S"}.isdisjoint(ports(face))


def test_a_die_in_the_hand_is_drawn_with_its_arrow_up() -> None:
    turned = {kind: next(face for face in FACES if face.startswith(kind)) for kind in KINDS}
    assert {kind: line_die(kind) for kind in KINDS} == {kind: line_die(face) for kind, face in turned.items()}


def test_the_board_shows_the_newest_die_and_the_cell_where_the_road_goes_on() -> None:
    game = rules.load("line_dice")
    state = game.initial_state(3, hands="unknown")
    states = [state := game.apply(state, game.parse_move(move)) for move in laid(f"{CHAIN}; C3S 2,-3")]
    before, now = states[-2:]
    drawn = board(game.table(now), game.table(before), game.layout(now), glance(game, now))
    assert [(piece.x, piece.y) for piece in drawn.pieces if piece.changed] == [(200, -300)]
    assert drawn.goals == ((2, 1),), "three crossings further, not beside the last die"
    assert (drawn.columns, drawn.rows) == (range(4), range(-3, 2))


def test_a_first_piece_is_not_drawn_huge() -> None:
    game = rules.load("line_dice")
    state = game.initial_state(2, hands="unknown")
    drawn = board(game.table(state), {}, game.layout(state), glance(game, state))
    assert (drawn.goals, drawn.columns, drawn.rows) == (((0, 0),), range(-1, 2), range(-1, 2))


def test_a_game_that_tells_nothing_at_a_glance_has_a_plain_page(session: Session) -> None:
    class Silent:
        pass

    assert glance(Silent(), 0) == Glance()
    shown = view(session)
    assert [piece.piece for piece in shown.board.pieces].index("die") == 9, (
        "dice are drawn after the tiles they stand on"
    )
    assert len(shown.board.pieces) == 18


def test_the_page_tells_the_road_the_arrow_and_the_dice_left(client: FlaskClient, sessions: Sessions) -> None:
    page = text_of(page_of(client, line(sessions, *laid(f"{CHAIN}; C3S 2,-3"), hands="unknown")))
    assert "Arrows point ↓ south The road goes on at 2,1, over 3 crossings Last move Caro: A curve" in page
    assert re.findall(r"(\w+) \d+ dice", page)[:3] == ["Ana", "Бен", "Caro"]


def test_the_newest_die_stays_marked_when_somebody_goes_out(sessions: Sessions) -> None:
    session = line(sessions, *laid(DEAD_END), "out S", hands="unknown")
    assert [piece.face for piece in view(session).board.pieces if piece.changed] == ["C2S"]


def test_who_went_out_and_why_and_who_won_by_what(client: FlaskClient, sessions: Sessions) -> None:
    session = line(sessions, *laid(DEAD_END), "out S", "out X", hands="unknown")
    page = text_of(page_of(client, session))
    assert "Game over · won by Ana everybody else is out" in page
    assert re.findall(r"(\w+) (\d+ dice) 0 points out no die fits: out of the game, with a \w+ left", page) == [
        ("Бен", "10 dice"),
        ("Caro", "10 dice"),
    ]
    assert [(player.name, player.out) for player in view(session).players] == [
        ("Ana", False),
        ("Бен", True),
        ("Caro", True),
    ]


def fitting(offers: Offers) -> dict[str, list[str]]:
    return {cell: [offer.text for offer in found] for cell, found in offers.fitting}


def test_the_dice_of_an_open_hand_that_fit_are_offered_and_nothing_else(sessions: Sessions) -> None:
    rolls = ("roll S S X C0 C1 C2", "roll S S S S S S", "roll X X X X X X")
    session = line(sessions, *rolls, "lay S-EW 0,0", "lay S-EW 1,0", hand_limit=6)
    assert fitting(view(session).offers) == {"2,0": ["lay X 2,0"]}


def test_moves_that_lay_nothing_are_buttons_with_words(client: FlaskClient, sessions: Sessions) -> None:
    session = line(sessions, *laid(CHAIN), hands="unknown", mikes_bluff="secret")
    shown = view(session).offers
    assert dict(shown.buttons)["call"][0].words == "Ana: Calls the last arrow"
    assert [offer.text for offer in dict(shown.buttons)["call"]] == ["call 0", "call 2"]
    assert 'value="call 0">Ana: Calls the last arrow</button>' in page_of(client, session)


def test_a_roll_is_put_together_by_taps_or_left_unrecorded(sessions: Sessions) -> None:
    shown = view(line(sessions)).offers
    assert [(verb, [offer.text for offer in found]) for verb, found in shown.buttons] == [("roll", ["roll ?"])]
    assert [(verb, [word for word, _ in words]) for verb, words in shown.spelled] == [("roll", list(KINDS))]
    assert all(art for _, words in shown.spelled for _, art in words)


def test_every_tap_that_is_offered_is_a_legal_move(sessions: Sessions) -> None:
    session = line(sessions, hands="unknown", mikes_bluff="ask")
    for _ in range(14):
        position, shown = session.position(), view(session).offers
        texts = [offer.text for _, found in chain(shown.fitting, shown.buttons) for offer in found]
        assert texts
        broken = [t for t in texts if session.game.violations(position.state, session.game.parse_move(t))]
        assert broken == []
        session.play(texts[0], position.length)


def test_nothing_betrays_a_bluff(client: FlaskClient, sessions: Sessions) -> None:
    """The road is the same after C0S and C2N, but where the first curve points south the second is a bluff."""
    road = laid("S-EW 0,0; C1S 1,0")
    honest, bluff = (
        line(sessions, *road, f"lay {face} 1,-1", hands="unknown", mikes_bluff="secret") for face in ("C0S", "C2N")
    )
    one, two = view(honest), view(bluff)
    assert (one.facts, one.offers, one.players, one.working) == (two.facts, two.offers, two.players, two.working)
    assert one.board.goals == two.board.goals
    told = [text_of(page_of(client, session)) for session in (honest, bluff)]
    assert told[1].replace("C2N", "C0S").replace("arrow north", "arrow south") == told[0]
    assert "Open to a call" in told[0]
    assert "Calls the last arrow" in told[1]


def test_help_never_offers_a_bluff(sessions: Sessions) -> None:
    session = line(sessions, *laid("S-EW 0,0; C1S 1,0"), hands="hidden", mikes_bluff="secret", in_hand=["", "", ""])
    assert fitting(view(session).offers) == {"1,-1": ["lay S-NS 1,-1", "lay X 1,-1", "lay C0S 1,-1", "lay C3S 1,-1"]}


def test_a_hidden_roll_is_on_no_page_not_even_taken_back(client: FlaskClient, sessions: Sessions) -> None:
    rolled = "roll C1 C2 C2 C3 C3 C3"
    session = line(sessions, rolled, hands="hidden", hand_limit=6)
    for undo in (False, True):
        if undo:
            session.undo(1)
        page = page_of(client, session)
        assert "C1 C2 C2 C3 C3 C3" not in page
        assert "C2 C2" not in client.get(f"/sessions/{session.id}", headers={"Accept": "application/json"}).text
        assert "6 dice rolled, kept hidden" in page


def test_a_question_is_asked_in_words(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(Setup("dance_of_muses", 3, NAMES))
    table = table_after(session, "place Clio 0,0")
    doubts = {place: {"Clio": 0.52, "Erato": 0.46} for place in table if place.zone == "tile"}
    session.offer(reading(table, doubts), jpeg())
    assert view(session).card.answers == ("Clio placed at 0,0", "Erato placed at 0,0")
    assert ">Erato placed at 0,0</button>" in page_of(client, session)


def test_faces_are_chosen_by_their_picture(client: FlaskClient, sessions: Sessions) -> None:
    session = line(sessions, *laid("S-EW 0,0"), hands="unknown")
    table = {Place("die", (0, 0)): "S-EW", Place("die", (1, 0)): "C1S"}
    session.offer(reading(table), jpeg())
    chooser = page_of(client, session).partition("<dialog")[2]
    assert chooser.count('<svg class="piece"') >= len(FACES)
    plain = sessions.create(SETUP)
    plain.offer(reading(table_after(plain)), jpeg())
    assert '<svg class="piece"' not in page_of(client, plain).partition("<dialog")[2].partition("</dialog")[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Seat 0: 7 dice", "Ana: 7 dice"),
        ("It is seat 1's turn, not seat 2's.", "It is Бен's turn, not Caro's."),
        ("There is no seat 9: seats go from 0 to 2.", "There is no seat 9: seats go from 0 to 2."),
        ("seats 1 and reseat 1", "seats 1 and reseat 1"),
    ],
)
def test_texts_that_name_seats_are_shown_with_names(text: str, said: str) -> None:
    assert named(text, NAMES) == said


def test_whoever_acts_out_of_turn_is_the_one_told_of(client: FlaskClient, sessions: Sessions) -> None:
    session = line(sessions, *laid(CHAIN), "call 2", hands="unknown", mikes_bluff="secret")
    assert "Last move Caro: Calls the last arrow" in text_of(page_of(client, session))
