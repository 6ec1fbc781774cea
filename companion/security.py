"""Who may change something, what a browser may load, and the secret of this device."""

import secrets
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

from companion.shelf import write_whole
from companion.store import StoreError

SECRET_FILE: Final = "secret_key"  # noqa: S105 (a file's name)
SECRET_BYTES: Final = 32
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


def protect(app: Flask) -> None:
    """Refuse writes that another site sends, and tell browsers to load nothing from elsewhere."""
    app.before_request(_same_origin)
    app.after_request(_add_headers)


def _same_origin() -> None:
    if request.method not in {"GET", "HEAD", "OPTIONS"} and _foreign(request):
        abort(403, "This came from another site, so nothing was changed: use the companion's own page.")


def _foreign(asked: Request) -> bool:
    """Return whether a browser says that another site's page sent this; programs that are no browsers say nothing."""
    site, origin = asked.headers.get("Sec-Fetch-Site"), asked.headers.get("Origin")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    return origin is not None and urlsplit(origin).netloc != asked.host


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
