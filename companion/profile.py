"""The profile folder: where one owner's calibration, taught sets and sessions lie."""

import os
from pathlib import Path


def profile_folder(option: Path | None = None) -> Path:
    """Return the folder chosen with --profile, else this user's own; it need not exist."""
    if option is not None:
        return option
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "table-companion"
