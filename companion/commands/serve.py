"""`companion serve`: the page for everybody at the table, with or without a camera."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import click
import segno

from companion import create_app
from companion.addresses import only_here, with_pin
from companion.automation import Automation, WatchedCamera
from companion.gate import GATE
from companion.pin import FORM, kept_pin
from companion.profile import profile_folder
from companion.serving import ServeError, serve
from companion.session import Session
from companion.sessions import Sessions
from companion.store import StoreError
from companion.watcher import Watcher
from vision.camera import CameraError, open_source

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 (phones at the table must reach the page)


def _digits(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return the PIN that was chosen, if it is one."""
    del context, parameter
    if value is not None and not FORM.fullmatch(value):
        raise click.BadParameter("a PIN is 4 to 12 digits.")
    return value


@click.command("serve")
@click.option("--host", default=EVERYWHERE, show_default=True, help="Address to listen on; 127.0.0.1: only here.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder of the sessions.  [default: the user's own]")
@click.option("--camera", default="none", show_default=True, help="none, pi, usb:0, a file, a folder or an address.")
@click.option("--session", type=int, help="Session that the camera watches.  [default: the newest]")
@click.option(
    "--automation",
    default=Automation.ON.value,
    show_default=True,
    type=click.Choice([choice.value for choice in Automation]),
    help="What comes of a move that the camera sees: played, asked about, or only looked for when Done is pressed.",
)
@click.option("--pin", callback=_digits, help="PIN for playing, kept for later.  [default: the one kept, or drawn]")
@click.option("--no-pin", is_flag=True, help="Ask nobody for a PIN: whoever finds the page may play.")
@click.option("--name", "names", multiple=True, help="Another name of this page, such as its proxy's; can be repeated.")
def command(  # noqa: PLR0917 (one parameter for each option)
    host: str,
    port: int,
    profile: Path | None,
    camera: str,
    session: int | None,
    automation: str,
    pin: str | None,
    names: tuple[str, ...],
    *,
    no_pin: bool,
) -> None:
    """Serve the score page until Ctrl-C."""
    try:
        found = Sessions(profile_folder(profile))
        if pin is not None:
            kept_pin(found.profile, pin)
        with ExitStack() as stack:
            stack.callback(found.close)
            watched = _watched(found, session)
            if camera != "none":
                _check(camera)
                found.camera = WatchedCamera(camera, Automation(automation))
                watcher = Watcher(watched, found.eyes, found.camera)
                watcher.start()
                stack.callback(watcher.stop)
            app = create_app(found, guarded=not no_pin, names={name.lower() for name in names})
            shown = app.config[GATE].shown if names or not only_here(f"http://{host}") else ""
            serve(app, host, port, lambda addresses: announce(addresses, session, shown))
    except (StoreError, ServeError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None


def _check(camera: str) -> None:
    """Say so where no camera can be meant; it is served all the same, for a stick or a drive may come later."""
    try:
        open_source(camera)
    except CameraError as error:
        click.echo(str(error), err=True)


def announce(addresses: list[str], session: int | None = None, pin: str = "") -> None:
    """Print where the page is, the PIN, and a QR code that brings a phone there, if phones can reach it, to play."""
    path = "" if session is None else f"sessions/{session}"
    if not only_here(addresses[0]):
        segno.make(with_pin(addresses[0] + path, pin), error="m").terminal(compact=True)
    if pin:
        click.echo(f"The PIN to play is {pin}; to look, and on this computer itself, nobody needs it.")
    for address in addresses:
        click.echo(f"The page is at {address}{path}")
    click.echo("Stop with Ctrl-C.")


def _watched(sessions: Sessions, number: int | None) -> Callable[[], Session | None]:
    """Return what finds the session that the camera watches; StoreError if the one asked for does not exist."""
    if number is None:
        return sessions.newest
    session = sessions.get(number)
    if session is None:
        raise StoreError(f"There is no session {number}: leave --session out for the newest one.")
    return lambda: session
