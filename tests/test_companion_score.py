"""`companion score`: a game saved from the page gives the same points again; what is none is told in one sentence."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import own_browser
from test_companion_export import FINISHED, played, saved

from companion import create_app
from companion.__main__ import main
from companion.records import Setup
from companion.sessions import Sessions


def score(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_game_saved_from_the_page_scores_the_same(sessions: Sessions, tmp_path: Path, path: Path) -> None:
    session = played(sessions, path)
    client, file = own_browser(create_app(sessions)), tmp_path / "playthrough.txt"
    file.write_bytes(saved(client, session, "playthrough.txt").encode())
    found = json.loads(score(file, "--json").stdout)
    state, game = session.position().state, session.game
    assert found["points"] == list(game.scores(state))
    assert found["over"] == (game.current_player(state) is None)
    assert found["winners"] == [session.setup.players[seat] for seat in game.winners(state)]
    assert found["players"] == list(session.setup.players)
    told = score(file)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.splitlines()[0].startswith(f"{game.title}, {len(session.log())} moves: Ana {found['points'][0]}")


@pytest.mark.parametrize("names", [("Ana", "Ben, the elder"), ('Zoë "Z" Li', "O'Neil"), ('"', ","), ("#", "=1+1")])
def test_whatever_people_are_called_a_saved_game_names_them(
    sessions: Sessions, tmp_path: Path, names: tuple[str, ...]
) -> None:
    session, file = sessions.create(Setup("line_dice", 2, names)), tmp_path / "playthrough.txt"
    file.write_text(saved(own_browser(create_app(sessions)), session, "playthrough.txt"))
    assert json.loads(score(file, "--json").stdout)["players"] == list(names)


HEAD = "game: line_dice\nseats: 2\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00picture", "this is no text"),
        (b"", "header is broken"),
        (b"Dear Ana,\n\nhow are you?", "header is broken"),
        (b"game: chess\nseats: 2\n\n", "There is no game “chess”"),
        (b"game: line_dice\nseats: 99\n\n", "players"),
        (b"game: line_dice\nseats: 2\noption colour: 1\n\n", "option"),
        (f"{HEAD}\nxyzzy\n".encode(), "Step 1: “xyzzy” is no move"),
        (f"{HEAD}\nscore: 1 2\n".encode(), "Step 1 says “score: 1 2”"),
    ],
)
def test_what_is_no_playthrough_is_one_sentence_and_the_others_are_scored(
    tmp_path: Path, content: bytes, said: str
) -> None:
    bad, good = tmp_path / "bad.txt", FINISHED[0]
    bad.write_bytes(content)
    told = score(bad, good, tmp_path / "missing.txt")
    assert told.exit_code == 2
    assert ": " in told.stdout.splitlines()[0]
    first, missing = told.stderr.splitlines()
    assert first.startswith(f"{bad}: ")
    assert said in first
    assert missing == f"{tmp_path / 'missing.txt'}: it cannot be read (No such file or directory): check the name."
