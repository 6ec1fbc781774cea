"""What no other site may do here, what a browser may load, how much may be sent, and the secret of this device.

A write is ours if the browser says so: by Sec-Fetch-Site, which pages over plain HTTP do not get, else by Origin, which
every browser since 2020 sends with a write, else by Referer. A program is known by JSON or by the PIN's header: no
page of another site can send these without asking first, and it never gets leave. So no token in forms is needed.
"""

import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

from companion import hosts
from companion.shelf import write_whole
from companion.store import StoreError
from rules.text import say

SECRET_FILE: Final = "secret_key"  # noqa: S105 (a file's name)
SECRET_BYTES: Final = 32
PIN_HEADER: Final = "Companion-PIN"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FORM_BYTES: Final = 1024 * 1024
PIECE_BYTES: Final = 1 << 16
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def secret(profile: Path) -> bytes:
    """Return this device's random secret, made at its first use and readable by its owner only."""
    path = profile / SECRET_FILE
    try:
        if not path.exists() or path.stat().st_size < SECRET_BYTES:  # a pulled plug may leave an empty file
            write_whole(path, secrets.token_bytes(SECRET_BYTES))
        return path.read_bytes()
    except OSError as error:
        raise StoreError(f"“{path}” cannot be used ({error.strerror}): choose another --profile.") from error


def protect(app: Flask, names: Collection[str]) -> None:
    """Refuse strange names and writes that another site sends, and tell browsers to load nothing from elsewhere."""

    def known_name() -> None:
        if not hosts.known(request.host, names):
            name = hosts.hostname(request.host)
            text = say(
                "“{name}” is no name of this box: open it by its address, or start it with --name {name}.", name=name
            )
            abort(403, text)

    app.before_request(known_name)
    app.before_request(_same_origin)
    app.after_request(_finish)


def _same_origin() -> None:
    if request.mimetype != "multipart/form-data":  # only these bring pictures; of their texts Flask takes 500 kB
        request.max_content_length = FORM_BYTES
    if request.method not in SAFE and not _ours(request):
        abort(403, say("This came from another site, so nothing was changed: use the companion's own page."))


def _ours(asked: Request) -> bool:
    """Return whether a page of ours or a program sent this, and no page of another site did."""
    site, origin = asked.headers.get("Sec-Fetch-Site"), asked.headers.get("Origin")
    if site not in {None, "same-origin", "none"}:
        return False
    if origin is not None:
        return urlsplit(origin).netloc == asked.host
    if site is not None or asked.is_json or PIN_HEADER in asked.headers:
        return True
    return urlsplit(asked.headers.get("Referer", "")).netloc == asked.host


def _finish(response: Response) -> Response:
    """Add the headers that every answer has, and take in what was sent but not wanted: bit by bit, not all at once."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if request.method not in SAFE:
        while request.environ["wsgi.input"].read(PIECE_BYTES):
            pass
    return response
