"""The PIN of this device: drawn once, kept in the profile; wrong ones are slowed down for whoever gives them."""

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_network
from math import ceil
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from itsdangerous import Signer

from companion.hosts import number
from companion.shelf import write_whole
from companion.store import StoreError
from rules.text import many, say

PIN_FILE: Final = "pin"
DIGITS: Final = 4
FORM: Final = re.compile(r"[0-9]{4,12}")
FREE: Final = 5  # wrong PINs that cost no time
LONGEST_S: Final = 300.0
FORGOTTEN_S: Final = 24 * 3600.0
REMEMBERED: Final = 1000  # addresses; more are not at home in one evening


class WrongPinError(Exception):
    """That is not the PIN."""

    def __init__(self) -> None:
        super().__init__(say("That is not the PIN of this table: look it up and type it again."))


class TooSoonError(Exception):
    """Somebody has given too many wrong PINs; they must wait `wait_s` seconds. Nobody else has to."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = ceil(wait_s)
        super().__init__(
            many(
                self.wait_s,
                "Too many wrong PINs came from this device: wait {count} second, then try again.",
                "Too many wrong PINs came from this device: wait {count} seconds, then try again.",
            )
        )


def kept_pin(profile: Path, chosen: str | None = None) -> str:
    """Return this device's PIN: the one chosen now, else the one kept, else one drawn at random; StoreError."""
    path = profile / PIN_FILE
    try:
        kept = path.read_text(encoding="utf-8").strip() if path.exists() else ""
        pin = chosen or kept or f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        if not FORM.fullmatch(pin):
            raise StoreError(
                say("“{path}” holds no PIN of 4 to 12 digits: write one into it, or take the file away.", path=path)
            )
        if pin != kept:
            write_whole(path, f"{pin}\n".encode())
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(
            say("The PIN cannot be kept in “{path}” ({error}): choose another --profile.", path=path, error=error)
        ) from error
    return pin


class Pin:
    """The PIN that a server asks for."""

    def __init__(self, digits: str, secret: bytes, clock: Callable[[], float] = monotonic) -> None:
        self.digits = digits
        self.token = Signer(secret, salt="pin", key_derivation="hmac", digest_method=sha256).get_signature(digits)
        self._tries = Tries(clock)

    def check(self, given: str, address: str) -> None:
        """Return if that is the PIN; else WrongPinError, or TooSoonError without a look at what was given."""
        right = secrets.compare_digest(given.encode(errors="replace"), self.digits.encode())
        if wait_s := self._tries.add(household(address), right=right):
            raise TooSoonError(wait_s)
        if not right:
            raise WrongPinError

    def knows(self, token: str) -> bool:
        """Return whether a browser brings what one gets that gave this PIN."""
        return secrets.compare_digest(token.encode(errors="replace"), self.token)


class Tries:
    """Who has given how many wrong PINs. Kept by address, so that a new connection or browser does not help."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tried: dict[str, tuple[int, float]] = {}  # who -> tries, time of the last one; least recent first

    def add(self, who: str, *, right: bool) -> float:
        """Note a try and return 0; where it comes too soon nothing counts, and the seconds to wait come back."""
        with self._lock:  # of tries that come at the same time, too, each is counted
            now = self._clock()
            count, last = self._tried.pop(who, (0, now))
            if now - last > FORGOTTEN_S:
                count = 0
            left = last + _pause_s(count) - now
            if left > 0:
                self._tried[who] = count, last
            elif not right:
                self._tried[who] = count + 1, now
            if len(self._tried) > REMEMBERED:
                del self._tried[next(iter(self._tried))]
            return max(0.0, left)


def _pause_s(tries: int) -> float:
    """Return how long somebody waits after so many wrong tries."""
    return min(2.0 ** min(tries - FREE, 60), LONGEST_S) if tries >= FREE else 0.0


def household(address: str) -> str:
    """Return whom an address belongs to: with IPv6 one device has a whole network of them."""
    found = number(address)
    if not isinstance(found, IPv6Address) or found.is_link_local:
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
