"""A disk of a megabyte that can be filled to the last byte: a tmpfs, which only root may mount."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILLER = "filler"


@contextmanager
def small_disk(folder: Path, megabytes: int = 1) -> Iterator[Path]:
    """Mount a small disk at a folder; PermissionError where that is not allowed."""
    folder.mkdir(exist_ok=True)
    if sys.platform != "linux" or os.geteuid() != 0:
        raise PermissionError
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        raise PermissionError
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S607


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Leave no byte free on a disk meanwhile."""
    size = 1 << 20
    with (disk / FILLER).open("wb", buffering=0) as file:
        while size:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2
    try:
        yield
    finally:
        (disk / FILLER).unlink()
