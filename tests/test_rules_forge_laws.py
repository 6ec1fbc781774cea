"""A few whole games at random; `python tests/forge_games.py` plays 150 of them."""

import pytest
from forge_games import SETS, Used, check_game, otherwise

from rules.dice_forge.box import BOX


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("feats", SETS)
def test_whole_games_keep_the_laws(seats: int, feats: str) -> None:
    used = Used()
    check_game(seats, feats, seats * 10 + len(feats), used)
    assert len(used.feats) > 3
    assert used.faces.keys() <= BOX.faces.keys()


@pytest.mark.parametrize("given", list(otherwise()), ids=str)
def test_whole_games_keep_the_laws_whatever_is_agreed(given: dict[str, object]) -> None:
    check_game(2, "drawn", len(str(given)), Used(), **given)
