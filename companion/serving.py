"""The web server: threads, because every open page holds an event stream; stopped within two seconds."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from typing import Any, Final

from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Server
from flask import Flask

from companion.addresses import HOST, addresses
from companion.app import STREAMS, UPLOAD_BYTES
from companion.pages import EXTENSION
from companion.pages_errors import SENTENCES

THREADS: Final = STREAMS + 8  # event streams, and the requests beside them
BODY_BYTES: Final = 4 * UPLOAD_BYTES  # the app refuses less than that with a page of its own
SHUTDOWN_S: Final = 1
WAKE_S: Final = 0.5


class _Request(HTTPRequest):
    """A request that is refused in our words where its body is too large for the app to see it."""

    def simple_response(self, status: str, msg: str = "") -> None:
        super().simple_response(status, str(SENTENCES[413]) if status.startswith("413") else msg)


class _Connection(HTTPConnection):
    RequestHandlerClass = _Request


class ServeError(Exception):
    """The server cannot start; the message is one sentence for people."""


@contextmanager
def serving(app: Flask, host: str, port: int) -> Iterator[int]:
    """Serve `app` in the background and give the port (0 chooses a free one); ServeError if it cannot be had."""
    _check_free(host, port)
    app.config[HOST] = host
    server: Any = Server((host, port), app, numthreads=THREADS, shutdown_timeout=SHUTDOWN_S, server_name="companion")
    server.ConnectionClass, server.max_request_body_size = _Connection, BODY_BYTES
    server.error_log = lambda msg="", level=20, traceback=False: app.logger.log(level, msg)  # noqa: ARG005
    server.prepare()
    thread = Thread(target=server.serve, name="server", daemon=True)
    thread.start()
    try:
        yield int(server.bind_addr[1])
    finally:
        app.extensions[EXTENSION].close_streams()
        server.stop()
        thread.join(SHUTDOWN_S)


def serve(app: Flask, host: str, port: int, ready: Callable[[list[str]], object] | None = None) -> None:
    """Serve `app` until Ctrl-C or SIGTERM; `ready` gets the addresses once it answers. ServeError as `serving`."""
    stop = Event()
    with serving(app, host, port) as chosen, _signals(stop):
        if ready is not None:
            ready(addresses(host, chosen))
        while not stop.wait(WAKE_S):
            pass  # a signal that comes just before a wait is seen only after it


@contextmanager
def _signals(stop: Event) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM set `stop` meanwhile; only the main thread may ask for that."""
    if current_thread() is not main_thread():
        yield
        return
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, lambda *_: stop.set()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def _check_free(host: str, port: int) -> None:
    """Try the port, for cheroot hides why it cannot be had."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise ServeError(
            f"Port {port} on {host} cannot be used ({reason}): stop what uses it, or choose another one with --port."
        ) from error
