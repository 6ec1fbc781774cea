"""`companion simulate`: whole games without camera or people, to see how far the reading can be trusted."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.options import chosen
from companion.profile import profile_folder
from companion.records import Setup
from companion.session import RefusedError
from companion.shelf import Shelf
from companion.simulate import Came, Shown, Simulated, Total
from rules import AnyGame, load
from rules.game import OptionError

LEAST_PX = 480  # of a picture's shorter side
PLAYERS = ("Ana", "Ben", "Caro", "Dora", "Eli", "Fay")


class Picture(click.ParamType[tuple[int, int]]):
    """A picture's size, such as 2304x1296."""

    name = "WxH"

    def convert(
        self,
        value: Any,  # noqa: ANN401 (as click's own)
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, int]:
        """Return (width, height)."""
        if isinstance(value, tuple):
            return value
        wide, _, tall = str(value).partition("x")
        if not (wide.isdecimal() and tall.isdecimal() and min(int(wide), int(tall)) >= LEAST_PX):
            self.fail(f"“{value}” is no picture size: write width and height in pixels, such as 2304x1296.", param, ctx)
        return int(wide), int(tall)


class Seats(click.ParamType[tuple[int, ...]]):
    """Numbers of players, such as 2,3,4."""

    name = "N[,N...]"

    def convert(
        self,
        value: Any,  # noqa: ANN401 (as click's own)
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        words = [word.strip() for word in str(value).split(",")]
        if not all(word.isdecimal() for word in words):
            self.fail(f"“{value}” is no number of players: write one, or several such as 2,3,4.", param, ctx)
        return tuple(map(int, words))


@click.command("simulate")
@click.argument("game")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games are played.")
@click.option("--seats", type=Seats(), help="Players, several in turn.  [default: as few as can play]")
@click.option("--seed", default=1, show_default=True, help="Of the first game; each one after has the next.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; any number.")
@click.option("--picture", default="2304x1296", show_default=True, type=Picture(), help="Size of the pictures, pixels.")
@click.option("--keep", type=click.Path(path_type=Path), help="Folder for the pictures that were not read right.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line: each game, then all together.")
def command(  # noqa: PLR0917 (one parameter for each option)
    game: str,
    games: int,
    seats: tuple[int, ...] | None,
    seed: int,
    options: tuple[str, ...],
    picture: tuple[int, int],
    keep: Path | None,
    as_json: bool,
) -> None:
    """Play random games of GAME on drawn tables, and tell what was read right.

    Exit code 1 unless 9 of 10 logs are exactly right and at most 1 % of the moves wrong in silence.
    """
    setups = [_setup(game, count, options) for count in seats or (None,)]
    done = []
    for one in _played(setups, range(seed, seed + games), picture, keep):
        done.append(one)
        click.echo(json.dumps(asdict(one)) if as_json else _line(one))
    total = Total.of(done)
    click.echo(json.dumps(asdict(total)) if as_json else _summary(total))
    sys.exit(0 if total.good else 1)


def _setup(name: str, seats: int | None, options: tuple[str, ...]) -> Setup:
    """Return the set-up asked for; ends the program with one sentence if the game does not offer it."""
    try:
        game = load(name)
        setup = Setup(name, seats or min(game.seats), PLAYERS[: seats or min(game.seats)], _options(game, options))
        layout = game.layout(game.initial_state(setup.seats, **setup.options))
    except (KeyError, OptionError, RefusedError) as error:
        raise click.BadParameter(str(error.args[0])) from None
    from companion.simulate.throws import is_thrown  # noqa: PLC0415 (vision takes a while to load: not for --help)
    from vision.render_tabletop import drawable  # noqa: PLC0415 (vision takes a while to load: not for --help)

    if not drawable(layout) and not is_thrown(game, layout):
        raise click.BadParameter(f"The pieces of {game.title} cannot be drawn yet: choose another game.")
    return setup


def _options(game: AnyGame, options: tuple[str, ...]) -> dict[str, Any]:
    fields = dict(text.partition("=")[::2] for text in options)
    if strange := fields.keys() - game.options.keys():
        raise OptionError(f"{game.title} has no option “{min(strange)}”: choose from {', '.join(game.options)}.")
    return chosen(game, {f"option-{name}": value for name, value in fields.items()}, Shelf(profile_folder()))


def _played(setups: Sequence[Setup], seeds: range, picture: tuple[int, int], keep: Path | None) -> Iterator[Simulated]:
    """Yield what came of each game, set up in turn; pictures that were not read right go to the folder `keep`."""
    from companion.simulate.play import Play  # noqa: PLC0415 (vision takes a while to load: not for --help)
    from companion.simulate.throws import Throws, is_thrown  # noqa: PLC0415 (as above)

    first = setups[0]
    game = load(first.game)
    played = Throws if is_thrown(game, game.layout(game.initial_state(first.seats, **first.options))) else Play
    for seed, setup in zip(seeds, cycle(setups), strict=False):

        def watch(shown: Shown, image: bytes, name: str = f"{setup.game}-{seed}") -> None:
            if keep is not None and shown.came is not Came.RIGHT:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{name}-{shown.number}.jpg").write_bytes(image)

        with TemporaryDirectory(prefix="companion-simulate-") as folder:
            yield played(setup, seed, picture, Path(folder), watch).run()


def _line(game: Simulated) -> str:
    """Return one game in a line, and a line for each move that was not recorded right."""
    log = "log right" if game.exact else "log WRONG"
    counts = ", ".join(f"{game.count(came)} {came}" for came in Came if game.count(came))
    head = f"seed {game.seed}, {game.seats} players: {log}, {len(game.shown)} moves shown ({counts}), {game.told} told"
    failed = (one for one in game.shown if one.came is not Came.RIGHT)
    return "\n".join(
        [f"{head}; {game.seconds:.0f} s", *(f"  {one.number}. {one.move}: {one.came}: {one.found}" for one in failed)]
    )


def _summary(total: Total) -> str:
    shares = ", ".join(f"{came} {100 * total.share(came):.2f} %" for came in Came)
    logs = (
        f"{total.exact} of {total.games} logs exactly right by themselves, {total.points} with their points, "
        f"{total.answered} once questions were answered"
    )
    return f"{logs}; {total.moves} moves: {shares}"
