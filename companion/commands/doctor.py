"""`companion doctor`: whether everything is there that reading a table needs."""

import json
import sys
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import click

from companion import checkup
from companion.profile import profile_folder


@click.command("doctor")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder to check.  [default: the user's own]")
@click.option("--camera", help="Camera to try: pi, usb:0, a file, a folder or an address.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to try.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(profile: Path | None, camera: str | None, port: int, as_json: bool) -> None:
    """Check this computer, a line each; exit code 1 if anything is wrong."""
    checks = list(
        chain(
            checkup.python_and_packages(),
            checkup.model_files(),
            checkup.profile(profile_folder(profile)),
            checkup.log(profile_folder(profile)),
            checkup.camera(camera) if camera else (),
            checkup.port(port),
            checkup.raspberry(),
        )
    )
    good = all(check.ok for check in checks)
    if as_json:
        click.echo(json.dumps({"ok": good, "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        for check in checks:
            click.echo(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.text}")
        click.echo("All is well." if good else f"{sum(not check.ok for check in checks)} checks failed.")
    sys.exit(0 if good else 1)
