"""The laws that every game keeps, whatever it is: each is tried on random moments of every game there is."""

import copy
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules_games import LAW, Moment, blurred, drifted, headings, moments, notations, values_of

import rules
from rules.game import Finding, MoveError, Option, OptionError, judge
from rules.glance import glance
from rules.playthrough import Playthrough
from rules.sheet import Blank

GAMES = sorted(rules.games())


@LAW
@given(moments())
def test_there_are_no_legal_moves_if_and_only_if_the_game_is_over(moment: Moment) -> None:
    over = moment.game.current_player(moment.state) is None
    assert (next(moment.game.legal_moves(moment.state), None) is None) == over
    assert bool(moment.game.winners(moment.state)) == over


@LAW
@given(moments())
def test_a_legal_move_breaks_no_rule_and_is_listed_once(moment: Moment) -> None:
    moves = moment.legal(40)
    assert [move for move in moves if moment.game.violations(moment.state, move)] == []
    assert len(set(moves)) == len(moves)


@LAW
@given(moments())
def test_a_move_prints_as_one_line_that_parses_back(moment: Moment) -> None:
    for move in moment.legal(40):
        assert "\n" not in str(move)
        assert moment.game.parse_move(str(move)) == move


@LAW
@given(moments())
def test_a_move_is_told_in_one_line_of_words(moment: Moment) -> None:
    told = [moment.game.words(moment.state, move) for move in moment.legal(40)]
    assert [words for words in told if not words or "\n" in words] == []


@LAW
@given(moments())
def test_a_legal_move_is_somebodys_and_one_of_them_is_waited_for(moment: Moment) -> None:
    actors = [moment.game.actor(moment.state, move) for move in moment.game.legal_moves(moment.state)]
    assert set(actors) <= set(range(len(moment.game.scores(moment.state))))
    assert not actors or moment.game.current_player(moment.state) in actors


@LAW
@given(moments())
def test_apply_is_pure_and_total_on_legal_moves(moment: Moment) -> None:
    before, mark = copy.deepcopy(moment.state), hash(moment.state)
    for move in moment.legal(20):
        after = moment.game.apply(moment.state, move)
        assert after == moment.game.apply(moment.state, move)
        assert hash(after) == hash(moment.game.apply(moment.state, move))
    assert (moment.state, hash(moment.state)) == (before, mark)


@LAW
@given(moments())
def test_a_table_as_it_should_be_is_unchanged(moment: Moment) -> None:
    sight = moment.sight(moment.game.table(moment.state))
    assert judge(moment.game, moment.state, sight).finding is Finding.UNCHANGED


@LAW
@given(moments())
def test_the_way_back_finds_exactly_the_move(moment: Moment) -> None:
    for move in moment.legal(5):
        after = moment.game.apply(moment.state, move)
        if moment.compared(after) != moment.compared(moment.state):
            verdict = judge(moment.game, moment.state, moment.sight(moment.game.table(after)))
            assert (verdict.finding, verdict.move) == (Finding.LEGAL, move)


@LAW
@given(moments())
def test_the_way_back_from_an_unknown_origin_never_finds_another_move(moment: Moment) -> None:
    layout = moment.game.layout(moment.state)
    for move in moment.legal(3):
        after = moment.game.apply(moment.state, move)
        if moment.compared(after) != moment.compared(moment.state):
            sight = drifted(moment.sight(moment.game.table(after)), layout, moment.random)
            verdict = judge(moment.game, moment.state, sight)
            doubt = verdict.finding in {Finding.AMBIGUOUS, Finding.UNCHANGED}
            assert doubt or (verdict.finding, verdict.move) == (Finding.LEGAL, move)


@LAW
@given(moments())
def test_a_blurred_sight_never_decides_for_another_move(moment: Moment) -> None:
    layout = moment.game.layout(moment.state)
    for move in moment.legal(3):
        after = moment.game.apply(moment.state, move)
        if moment.compared(after) != moment.compared(moment.state):
            sight = blurred(moment.compared(after), layout, moment.random)
            verdict = judge(moment.game, moment.state, sight)
            assert verdict.move in {None, move}
            assert verdict.finding is not Finding.UNCHANGED


@LAW
@given(moments())
def test_candidates_can_be_applied_and_explained(moment: Moment) -> None:
    for move in moment.legal(2):
        sight = moment.sight(moment.game.table(moment.game.apply(moment.state, move)))
        for candidate in moment.game.candidates(moment.state, sight):
            assert moment.game.parse_move(str(candidate)) == candidate
            assert isinstance(moment.game.table(moment.game.apply(moment.state, candidate)), dict)


@LAW
@given(moments())
def test_scores_need_only_the_state(moment: Moment) -> None:
    scores = moment.game.scores(copy.deepcopy(moment.state))
    assert scores == moment.game.scores(moment.state)
    assert len(scores) >= moment.playthrough.seats
    assert all(isinstance(line, str) for line in moment.game.working(moment.state))
    assert set(moment.game.winners(moment.state)) <= set(range(len(scores)))


@LAW
@given(moments(), st.data())
def test_whatever_the_move_violations_words_and_actor_never_raise(moment: Moment, data: st.DataObject) -> None:
    cited = set()
    for text in data.draw(st.lists(st.sampled_from(notations(moment.game.name)), min_size=1, max_size=20)):
        for variant in (text, mutated(text, moment.random)):
            try:
                move = moment.game.parse_move(variant)
            except MoveError:
                continue
            assert moment.game.parse_move(str(move)) == move
            cited |= {violation.rule for violation in moment.game.violations(moment.state, move)}
            assert moment.game.actor(moment.state, move) in {None, *range(len(moment.game.scores(moment.state)))}
            assert "\n" not in moment.game.words(moment.state, move)
    assert cited <= headings(moment.game.name)


def mutated(text: str, random: Random) -> str:
    """Return the text with one number, or one word, replaced by another."""
    words = text.split(" ")
    index = random.randrange(len(words))
    digits = [place for place, letter in enumerate(words[index]) if letter.isdigit()]
    if digits:
        place = random.choice(digits)
        words[index] = f"{words[index][:place]}{random.randint(0, 9)}{words[index][place + 1 :]}"
    else:
        words[index] = random.choice(words)
    return " ".join(words)


@LAW
@given(st.sampled_from(GAMES), st.text("acdeiloprsu CENSW?,=-019\n", max_size=40))
def test_text_that_is_no_move_is_told_so_in_a_sentence(name: str, text: str) -> None:
    printed = _parsed(rules.load(name), text)
    assert printed is None or _parsed(rules.load(name), printed) == printed


def _parsed(game: rules.AnyGame, text: str) -> str | None:
    """Return the move as it prints, None if the text was refused in a sentence; whatever else it raises fails."""
    try:
        return str(game.parse_move(text))
    except MoveError as error:
        return None if str(error).endswith(".") else str(error)


@LAW
@given(moments())
def test_the_table_uses_the_layouts_alphabet(moment: Moment) -> None:
    layout = moment.game.layout(moment.state)
    table = moment.game.table(moment.state)
    assert [place for place, face in table.items() if face not in layout.zone(place.zone).faces] == []


@LAW
@given(moments())
def test_a_sighting_is_plain_json_and_ignores_doubt_elsewhere(moment: Moment) -> None:
    sight = moment.sight(moment.game.table(moment.state))
    assert json.loads(json.dumps(moment.game.sighting(sight))) == moment.game.sighting(sight)


@LAW
@given(moments())
def test_the_public_state_shows_the_same_table_and_points(moment: Moment) -> None:
    public = moment.game.public(moment.state)
    assert moment.game.table(public) == moment.game.table(moment.state)
    assert moment.game.scores(public) == moment.game.scores(moment.state)
    assert moment.game.public(public) == public


@LAW
@given(moments())
def test_what_can_be_tapped_or_filled_in_are_moves(moment: Moment) -> None:
    told = glance(moment.game, moment.game.public(moment.state))
    tapped = set(told.offered())
    assert [move for move in tapped if moment.game.violations(moment.state, move)] == []
    verbs = {verb for sheet in told.sheets for verb in sheet.verbs}
    kinds = set(map(type, tapped))
    assert [m for m in moment.game.legal_moves(moment.state) if type(m) in kinds and m not in tapped] == []
    if told.whole:
        legal = moment.game.legal_moves(moment.state)
        assert [m for m in legal if type(m) not in kinds and str(m).split()[0] not in verbs] == []
    for sheet in told.sheets:
        answers = [_filled_in(blank, moment.random) for blank in sheet.blanks]
        for text in sheet.moves(answers):
            assert text.split()[0] in sheet.verbs
            assert moment.game.parse_move(text) is not None


def _filled_in(blank: Blank, random: Random) -> str:
    """Return an answer to a blank, none where none is needed in half of the cases."""
    if not blank.needed and random.random() < 0.5:
        return ""
    if blank.pattern:
        return blank.now
    return random.choice([value for value, _ in blank.choices] or list(map(str, range(blank.least, blank.most + 1))))


@LAW
@given(moments())
def test_a_playthrough_prints_and_replays_to_the_same_state(moment: Moment) -> None:
    text = str(moment.playthrough)
    again = Playthrough.parse(text)
    assert str(again) == text
    assert again.replay() == moment.state


@pytest.mark.parametrize("name", GAMES)
def test_every_default_and_every_choice_can_be_set_up(name: str) -> None:
    game = rules.load(name)
    plain = game.initial_state(game.seats[0])
    assert game.initial_state(game.seats[0], **{key: option.default for key, option in game.options.items()}) == plain
    switches = {key: option for key, option in game.options.items() if option.choices}
    assert [key for key, option in switches.items() if not _offered(game, key, option)] == []


def _offered(game: rules.AnyGame, key: str, option: Option) -> bool:
    """Return whether every choice can be set up with some number of players, and its text is a sentence."""
    worked = set()
    for seats in game.seats:
        for choice, setting in zip(option.choices, values_of(option), strict=True):
            try:
                hash(game.initial_state(seats, **{key: setting}))
            except OptionError:
                continue
            worked.add(choice)
    return worked == set(option.choices) and option.text.endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_set_ups_that_are_not_offered_are_told_so_in_a_sentence(name: str) -> None:
    game = rules.load(name)
    for seats, options in ((max(game.seats) + 1, {}), (game.seats[0], {"no_such_option": 1})):
        with pytest.raises(OptionError, match=r"\.$"):
            game.initial_state(seats, **options)
