"""The Flask app, put together."""

from collections.abc import Collection
from threading import BoundedSemaphore
from typing import Final

from flask import Flask

from companion import (
    called,
    gate,
    pages,
    pages_app,
    pages_camera,
    pages_errors,
    pages_export,
    pages_moves,
    pages_new,
    pages_pin,
    pages_replay,
    pages_screen,
    pages_sets,
    pages_setup,
    pages_system,
    pages_teach,
    palette,
    security,
    tongues,
)
from companion.board import pictured
from companion.pin import Pin, kept_pin
from companion.sessions import Sessions
from companion.setting_up import SettingUp
from companion.sprite import symbol
from companion.voice import spoken

UPLOAD_BYTES: Final = 25 * 1024 * 1024
STREAMS: Final = 24  # pages that are told of changes at once; each holds a thread


def build(sessions: Sessions, *, guarded: bool = True, names: Collection[str] = ()) -> Flask:
    """Return the app that serves these sessions; see `companion.create_app`."""
    app = Flask(__name__)
    secret = security.secret(sessions.profile)
    pin = Pin(kept_pin(sessions.profile), secret) if guarded else None
    app.extensions[pages.EXTENSION] = sessions
    app.extensions[pages_setup.EXTENSION] = SettingUp(sessions)
    app.config.update(
        SECRET_KEY=secret,
        MAX_CONTENT_LENGTH=UPLOAD_BYTES,
        SESSION_COOKIE_NAME=gate.cookie_name("companion", secret),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        STREAMS=BoundedSemaphore(STREAMS),
    )
    app.config[gate.GATE] = gate.Gate(pin, names, gate.cookie_name("companion_pin", secret))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(colours=palette.colours, pictured=pictured, symbol=symbol, spoken=spoken)
    app.jinja_env.filters.update(faced=called.face, verb=called.verb)
    tongues.speak(app)
    pages_errors.register(app)
    security.protect(app, names)
    gate.register(app)
    for blueprint in (pages.pages, pages_new.begin, pages_moves.moves, pages_sets.sets, pages_camera.camera_pages):
        app.register_blueprint(blueprint)
    for blueprint in (pages_setup.setups, pages_teach.lessons, pages_system.systems, pages_app.apps):
        app.register_blueprint(blueprint)
    for blueprint in (pages_export.exports, pages_replay.replays, pages_screen.screens, pages_pin.pins):
        app.register_blueprint(blueprint)
    app.context_processor(lambda: {"camera": sessions.camera})
    return app
