"""The page, the log and the commands: what people at the table meet."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.sessions import Sessions


def create_app(sessions: "Sessions") -> "Flask":
    """Return the app that serves these sessions; StoreError if the device's secret cannot be kept beside them."""
    from companion.app import build  # noqa: PLC0415 (Flask takes a while to load: not for every command)

    return build(sessions)
