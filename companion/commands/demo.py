"""`companion demo`: a shipped recording from pictures to the end of its game, then the page with the same session."""

import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.demo import PLAYERS, USUAL, Step, record, recordings, steps
from companion.demo.run import Shown, run
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.words import named


@click.command("demo")
@click.option(
    "--game", default=USUAL, show_default=True, type=click.Choice(recordings()), help="Whose recording is shown."
)
@click.option("--once", is_flag=True, help="Stop after the printed part; exit 1 if it differs from the record.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve the page at.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to serve the page at."
)
def command(game: str, once: bool, host: str, port: int) -> None:
    """Read a shipped recording, judge and score it, then serve the page with it."""
    with TemporaryDirectory(prefix="companion-demo-") as folder:
        sessions = Sessions(Path(folder))
        recorded = record(game)
        session = sessions.create(Setup(game, recorded.seats, PLAYERS, recorded.options))
        shown = _played(sessions, session, list(steps(recorded)))
        _print(session, shown)
        if not _as_recorded(recorded.lines, shown):
            sys.exit(1)
        if not once:
            _serve(sessions, session, host, port)


def _played(sessions: Sessions, session: Session, recording: list[Step]) -> list[Shown]:
    with click.progressbar(
        run(session, sessions.eyes, iter(recording)),
        length=len(recording),
        label="Reading the pictures",
        item_show_func=lambda shown: shown.name if shown else None,
        file=sys.stderr,
    ) as progress:
        return list(progress)


def _print(session: Session, shown: list[Shown]) -> None:
    players = session.setup.players
    click.echo(f"\n{session.game.title}, played by {' and '.join(players)}\n")
    for one in shown:
        for number, line in enumerate(named(one.text, players).splitlines()):
            click.echo(f"  {'' if number else one.name:<8}{line}")
    click.echo("\nHow it ended:\n")
    state = session.position().state
    for line in session.game.working(state):
        click.echo(f"  {named(line, players)}")
    scores = zip(players, session.game.scores(state), strict=True)
    click.echo("\n  " + ", ".join(f"{name} {points}" for name, points in scores) + "\n")


def _as_recorded(lines: tuple[str, ...], shown: list[Shown]) -> bool:
    """Say whether the outcome is the record's, and where it is not."""
    expected = [line for line in lines if line and not line.startswith("#")]
    found = [line for one in shown for line in one.lines]
    for line in unified_diff(expected, found, "record", "found", lineterm="", n=0):
        click.echo(line, err=True)
    if found != expected:
        click.echo(
            "This differs from the record: run `companion doctor` to see whether the models are whole.", err=True
        )
        return False
    click.echo(f"All {len(found)} lines are as recorded.")
    return True


def _serve(sessions: Sessions, session: Session, host: str, port: int) -> None:
    from companion import create_app  # noqa: PLC0415 (not needed for the printed part)
    from companion.commands.serve import announce  # noqa: PLC0415
    from companion.serving import ServeError, serve  # noqa: PLC0415

    try:
        serve(create_app(sessions, guarded=False), host, port, lambda addresses: announce(addresses, session.id))
    except ServeError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    finally:
        sessions.close()
