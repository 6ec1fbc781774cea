"""`companion serve` as a program of its own, for tests that talk to it over HTTP."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

import pytest

PATIENCE_S = 240  # a machine may be busy with other things
NO_HEADERS: Mapping[str, str] = {}
SERVE = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def companion(profile: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `companion serve` and give the process and its address once it answers."""
    port = free_port()
    with started(profile, port, *options) as process:
        _answering(process, port)
        yield process, f"http://127.0.0.1:{port}"


@contextmanager
def started(profile: Path, port: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run `companion serve` and give the process at once; it is killed in the end."""
    command = [*SERVE, "--port", str(port), "--profile", str(profile), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _answering(process: subprocess.Popen[str], port: int) -> None:
    until = monotonic() + PATIENCE_S
    while monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.05)
    process.kill()
    pytest.fail(f"the server did not answer: {process.communicate()}")


def post(address: str, fields: dict[str, Any], headers: Mapping[str, str] = NO_HEADERS) -> dict[str, Any]:
    sent = {**headers, "Content-Type": "application/json"}
    request = Request(address, json.dumps(fields).encode(), sent)  # noqa: S310
    with urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found


def get(address: str) -> dict[str, Any]:
    request = Request(address, headers={"Accept": "application/json"})  # noqa: S310
    with urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found
