"""The page, the log and the commands: what people at the table meet."""

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.sessions import Sessions


def create_app(sessions: "Sessions", *, guarded: bool = True, names: Collection[str] = ()) -> "Flask":
    """Return the app that serves these sessions; StoreError if the device's secret or PIN cannot be kept beside them.

    Unless `guarded` anybody may change something. `names` are those that people reach it by through a proxy.
    """
    from companion.app import build  # noqa: PLC0415 (Flask takes a while to load: not for every command)

    return build(sessions, guarded=guarded, names=names)
