"""`companion score`: the points of games saved as text, each replayed and judged anew."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

import rules
from companion.export import names_in
from companion.words import named, winning
from rules.playthrough import Playthrough, PlaythroughError

REFUSED: Final = 2  # exit code


@click.command("score")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Replay games saved as playthrough.txt, move by move, and print the points with their working.

    Exit code 2: a file is no playthrough, or breaks a rule without saying so; the others are still scored.
    """
    refused = False
    for path in files:
        try:
            found = scored(path.read_text(encoding="utf-8-sig"))
            click.echo(json.dumps({"file": str(path), **found}, ensure_ascii=False) if as_json else _lines(found))
        except UnicodeDecodeError:
            refused = _refused(path, "this is no text: save a game as playthrough.txt first.")
        except OSError as error:
            refused = _refused(path, f"it cannot be read ({error.strerror}): check the name.")
        except PlaythroughError as error:
            refused = _refused(path, str(error))
    sys.exit(REFUSED if refused else 0)


def scored(text: str) -> dict[str, Any]:
    """Return how the game that a playthrough tells stands at its end, as JSON values; PlaythroughError as `replay`."""
    told = Playthrough.parse(text)
    state, game = told.replay(), rules.load(told.game)
    players = names_in(told)
    return {
        "game": game.name,
        "title": game.title,
        "moves": sum(1 for _ in told.moves()),
        "over": game.current_player(state) is None,
        "players": list(players),
        "points": list(game.scores(state)),
        "winners": [players[seat] for seat in game.winners(state)],
        "working": [str(named(line, players)) for line in game.working(state)],
    }


def _lines(found: dict[str, Any]) -> str:
    points = ", ".join(f"{name} {points}" for name, points in zip(found["players"], found["points"], strict=True))
    end = f"Won by {winning(found['winners'])}." if found["over"] else "The game still goes on."
    head = f"{found['title']}, {found['moves']} moves: {points}. {end}"
    return "\n".join([head, *(f"  {line}" for line in found["working"])])


def _refused(path: Path, why: str) -> bool:
    click.echo(f"{path}: {why}", err=True)
    return True
