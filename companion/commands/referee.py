"""`companion referee`: judge a game from a video, faster than it was played."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import click

from companion.teach import taught_suns
from companion.words import named
from rules import games, load
from rules.game import Finding, OptionError

if TYPE_CHECKING:
    from companion.records import Setup
    from companion.referee import Referee
    from companion.strands import Call
    from rules import AnyGame

CUT_SHORT: Final = 1  # exit codes
REFUSED: Final = 2
COLOURS: Final = "colours"  # the option that deals them


@click.command("referee")
@click.argument("video", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game that is played in it.")
@click.option("--players", required=True, help="The players' names in turn, with commas between: Ana,Ben.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder of the taught tiles.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A switch of the game; may be repeated.")
def command(  # noqa: PLR0917 (one parameter for each option)
    video: Path, game: str, players: str, as_json: bool, profile: Path | None, options: tuple[str, ...]
) -> None:
    """Judge the game in VIDEO: a line for each move found, legal or not, then the points.

    It begins with what lies on the table in the first still. Exit code 2: there is nothing to judge; 1: the video ends
    before its time, and was judged as far as it goes.

    Nobody can see whose dice are whose: in Dance of Muses say it where points matter, and where the video begins with
    an empty table and other colours than orange, purple and white: --option colours=blue,red,green, the players' in
    turn, then the neutral one.
    """
    setup, names = _setup(game, players, options, profile)
    with _own_folder(profile) as folder:
        sys.exit(_judged(folder, setup, names, video, _json_line if as_json else _line))


def _judged(
    folder: Path, setup: "Setup", names: tuple[str, ...], video: Path, line: Callable[[dict[str, Any]], str]
) -> int:
    """Print what is called in the video, then the points; return the exit code."""
    from companion.referee import Referee  # noqa: PLC0415 (vision takes a while to load)
    from vision.camera import CameraError, open_source  # noqa: PLC0415
    from vision.detect_model import ModelError  # noqa: PLC0415

    referee, cut = Referee(folder, setup, names), None
    try:
        with open_source(str(video)) as source:
            for call in referee.watch(source):
                click.echo(line(call_json(call, setup.players)))
    except ModelError as error:
        return _refused(str(error))
    except CameraError as error:
        cut = str(error)
    if referee.state is None:
        return _refused(cut or _nothing_seen(referee, video))
    for call in referee.rest():
        click.echo(line(call_json(call, setup.players)))
    click.echo(line(end_json(referee, cut)))
    if referee.unexplained:
        click.echo(unexplained(referee), err=True)
    return _refused(cut, CUT_SHORT) if cut else 0


def call_json(call: "Call", players: Sequence[str]) -> dict[str, Any]:
    """Return a call as JSON values."""
    found = {
        "t": round(call.t_s, 2),
        "finding": call.finding.name,
        "player": "" if call.seat is None else players[call.seat],
        "move": call.moves[0] if call.finding is not Finding.AMBIGUOUS else None,
        "violations": [{"rule": broken.rule, "text": broken.text} for broken in call.violations],
        "state": dict(call.state),
    }
    return found | ({"moves": list(call.moves)} if call.finding is Finding.AMBIGUOUS else {})


def end_json(referee: "Referee", cut: str | None) -> dict[str, Any]:
    """Return how the game stands at the end of the video as JSON values; `cut` says that the video ended too early."""
    from companion.options import option_text  # noqa: PLC0415

    game, state, players = referee.game, referee.state, referee.setup.players
    return {
        "scores": dict(zip(players, game.scores(state), strict=False)),
        "winners": [players[seat] for seat in game.winners(state)],
        "over": game.current_player(state) is None,
        "state": dict(referee.sighting()),
        "working": [named(line, players) for line in game.working(state)],
        "colours": {name: colour for name, colour in zip(players, game.colours(state), strict=True) if colour},
        "assumed": {name: option_text(value) for name, value in referee.assumed.items()},
        "unexplained": referee.unexplained,
    } | ({"cut_short": cut} if cut else {})


def _json_line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False)


def _line(values: dict[str, Any]) -> str:
    """Return a call, or the end, as a line for people."""
    if "scores" in values:
        points = ", ".join(f"{name} {points}" for name, points in values["scores"].items())
        return "\n".join(["", *(f"  {line}" for line in values["working"]), f"\n  {points}", *assumptions(values)])
    minutes, seconds = divmod(int(values["t"]), 60)
    return f"{minutes:3}:{seconds:02}  {values['player']}: {_words(values)}"


def assumptions(values: dict[str, Any]) -> Iterator[str]:
    """Yield what the points hang on though the video does not tell it, and how to say it."""
    dealt = ", ".join(f"{name} {colour}" for name, colour in values["colours"].items())
    for name, value in values["assumed"].items():
        yield f"\n  The video does not tell the {name}; assumed: {dealt if name == COLOURS else value}."
        yield f"  If that is wrong, give them in turn: --option {name}={value.replace(' ', '')}"


def unexplained(referee: "Referee") -> str:
    """Return that what was seen at the end fits nothing that may have happened in the game."""
    seats, what = len(referee.setup.players), "check --players, --option and what lies there"
    if not referee.called:
        return f"Nothing in the video is a move of {referee.game.title} for {seats}: {what}."
    if referee.unexplained == 1:
        return f"The last picture fits no move; what came before it is judged: {what}."
    return f"The last {referee.unexplained} pictures fit no move; what came before them is judged: {what}."


def _words(values: dict[str, Any]) -> str:
    if values["finding"] == Finding.AMBIGUOUS.name:
        return f"one of these: {', '.join(move or 'nothing' for move in values['moves'])}"
    if not values["violations"]:
        return str(values["move"])
    first = values["violations"][0]
    return f"“{values['move']}” is not allowed. Rule {first['rule']}: {first['text']}"


def _refused(sentence: str, code: int = REFUSED) -> int:
    click.echo(sentence, err=True)
    return code


def _nothing_seen(referee: "Referee", video: Path) -> str:
    if referee.seen:
        return f"What lies on the table in {video} is no position of this game: check --game, --players and the video."
    return f"No table is seen in {video}: film it from above, with the corner cards in the picture."


def _setup(name: str, players: str, options: tuple[str, ...], profile: Path | None) -> tuple["Setup", tuple[str, ...]]:
    """Return the set-up asked for and the names of the taught tiles; ends the program with a sentence if it is none."""
    from companion.opening import taught_options  # noqa: PLC0415
    from companion.options import chosen  # noqa: PLC0415
    from companion.profile import profile_folder  # noqa: PLC0415
    from companion.records import Setup  # noqa: PLC0415
    from companion.session import RefusedError  # noqa: PLC0415
    from companion.shelf import Shelf  # noqa: PLC0415

    if name not in games():
        raise click.BadParameter(f"there is no game “{name}”: choose {' or '.join(sorted(games()))}.")
    game = load(name)
    suns = taught_suns(profile, name) if profile else {}
    names = tuple(player.strip() for player in players.split(","))
    if len(set(names)) < len(names) or not all(names):
        raise click.BadParameter("give each player another name, with commas between: --players Ana,Ben.")
    try:
        given = taught_options(game, suns) | chosen(game, _fields(game, options), Shelf(profile_folder(profile)))
        game.initial_state(len(names), **given)
    except (OptionError, RefusedError, ValueError) as error:
        raise click.BadParameter(str(error)) from None
    return Setup(name, len(names), names, given), tuple(suns)


def _fields(game: "AnyGame", options: tuple[str, ...]) -> dict[str, str]:
    """Return what was given as NAME=VALUE, as a form's fields."""
    pairs = [option.partition("=") for option in options]
    known = game.options
    if strange := next((option for option, (_, sign, _) in zip(options, pairs, strict=True) if not sign), None):
        raise click.BadParameter(f"“{strange}” sets nothing: write --option NAME=VALUE.")
    if unknown := next((name for name, _, _ in pairs if name.strip() not in known), None):
        raise click.BadParameter(f"{game.title} has no option “{unknown}”: choose from {', '.join(known)}.")
    return {f"option-{name.strip()}": value for name, _, value in pairs}


@contextmanager
def _own_folder(profile: Path | None) -> Iterator[Path]:
    """Give a folder with the profile's taught tiles: what is learnt of a video's table leaves no trace in a profile."""
    from vision.teach_folder import FOLDER  # noqa: PLC0415

    with TemporaryDirectory(prefix="companion-referee-") as name:
        folder = Path(name)
        if profile and (profile / FOLDER).is_dir():
            shutil.copytree(profile / FOLDER, folder / FOLDER)
        yield folder
