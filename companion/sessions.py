"""All sessions of one profile, each opened once, and the eyes that read pictures for them."""

from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import rules
from companion.eyes import Eyes
from companion.records import Setup, Summary
from companion.session import RefusedError, Session
from companion.shelf import Shelf
from companion.store import Store, StoreError
from rules.game import OptionError
from rules.text import joined, say

if TYPE_CHECKING:
    from companion.automation import WatchedCamera

LOG_FILE = "sessions.sqlite3"
MAX_NAME = 60  # characters
JOINERS = dict.fromkeys((0x200C, 0x200D))  # unseen signs with which Persian, Hindi and many emoji are written


class Sessions:
    """The sessions of the profile folder `profile`, which is created when missing; StoreError if that fails."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        try:
            profile.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                say(
                    "The folder “{path}” cannot be used ({reason}): choose another one with --profile.",
                    path=profile,
                    reason=error.strerror,
                )
            ) from error
        self.store = Store(profile / LOG_FILE)
        self.eyes = Eyes(profile)
        self.shelf = Shelf(profile)
        self.camera: WatchedCamera | None = None  # the one that is watched while this runs
        self._open: dict[int, Session] = {}
        self._lock = RLock()

    def summaries(self) -> list[Summary]:
        """Return a line for every session, newest first."""
        return self.store.summaries()

    def create(self, setup: Setup) -> Session:
        """Start a new session; RefusedError if its set-up is not offered."""
        game = rules.games().get(setup.game)
        if game is None:
            raise RefusedError(
                say(
                    "There is no game “{game}”: choose one of {names}.",
                    game=setup.game,
                    names=joined(sorted(rules.games())),
                )
            )
        _check(setup, game.seats)
        if strange := sorted(set(setup.options) - set(game.options)):
            raise RefusedError(
                say(
                    "{game} has no option “{name}”: choose from {names}.",
                    game=game.title,
                    name=strange[0],
                    names=joined(game.options),
                )
            )
        try:
            game.initial_state(setup.seats, **setup.options)
        except OptionError as error:
            raise RefusedError(str(error), field=f"option-{error.option}") from error
        session = self.get(self.store.create(setup))
        if session is None:
            raise StoreError(say("The new session was not stored: check the disk and try again."))
        if self.camera is not None:
            self.camera.wishes.again.set()  # how the table lies now, though nothing moves
        return session

    def get(self, number: int) -> Session | None:
        """Return a session by its number; None if there is none."""
        with self._lock:
            if number not in self._open and (setup := self.store.setup(number)) is not None:
                self._open[number] = _opened(self.store, number, setup)
            return self._open.get(number)

    def newest(self) -> Session | None:
        """Return the session begun last; None before the first."""
        summaries = self.summaries()
        return self.get(summaries[0].id) if summaries else None

    def close(self) -> None:
        """End every wait and close the log."""
        self.close_streams()
        self.store.close()

    def close_streams(self) -> None:
        """End every wait for changes; pages reconnect when the server is back."""
        with self._lock:
            for session in self._open.values():
                session.close()


def _check(setup: Setup, offered: range) -> None:
    """Refuse a number of players or names that make no sense."""
    if setup.seats not in offered:
        raise RefusedError(
            say(
                "This game is for {least} to {most} players, not {seats}.",
                least=offered[0],
                most=offered[-1],
                seats=setup.seats,
            ),
            field="seats",
        )
    if len(setup.players) != setup.seats:
        raise RefusedError(say("Give one name for each of the {seats} players.", seats=setup.seats))
    for seat, name in enumerate(setup.players):
        if len(name) > MAX_NAME:
            raise RefusedError(
                say("A player's name may have up to {most} letters.", most=MAX_NAME), field=f"player{seat}"
            )
        if name.casefold() in map(str.casefold, setup.players[:seat]):
            text = say("Two players are called “{name}”: give one of them another name.", name=name)
            raise RefusedError(text, field=f"player{seat}")
        written = name.translate(JOINERS)
        if not written or not written.isprintable():
            text = say("A player's name has a sign in it that cannot be shown: type it anew.")
            raise RefusedError(text, field=f"player{seat}")


def _opened(store: Store, number: int, setup: Setup) -> Session:
    if setup.game not in rules.games():
        raise StoreError(
            say("This session is of “{game}”, a game that this version does not know: update it.", game=setup.game)
        )
    return Session(store, number, setup)
