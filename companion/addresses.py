"""Where the page can be reached: the addresses of this machine, and the one for people to scan."""

import socket
from typing import Final
from urllib.parse import quote, urlsplit

from companion.hosts import number

HOST: Final = "HOST"  # the app's setting: the address that the server listens on
EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 (compared, not bound)


def addresses(host: str, port: int) -> list[str]:
    """Return where people reach the server: this machine's address in the home network first."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = [address for address in (own_address(),) if address]
    return [f"http://{address}:{port}/" for address in (*found, "127.0.0.1")]


def own_address() -> str | None:
    """Return the address that this machine's packets would carry; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:
            return None
        return str(probe.getsockname()[0])


def joining(asked: str, listening: str) -> str:
    """Return the address that phones should open, for a page asked for at host `asked` of a server `listening` there.

    A number is best, for some phones do not find names; one that only this machine knows is replaced if it can be.
    """
    found = urlsplit(f"http://{asked}")
    own = own_address() if listening in EVERYWHERE and not _reachable(found.hostname or "") else None
    return f"http://{own}:{found.port or 80}" if own else f"http://{asked}"


def with_pin(address: str, pin: str) -> str:
    """Return an address that gives the PIN, if there is one, and then leads to the page.

    The PIN stands behind the #, so that no server and no log on the way sees it.
    """
    found = urlsplit(address)
    return f"{found.scheme}://{found.netloc}/pin?to={quote(found.path)}#{pin}" if pin else address


def only_here(address: str) -> bool:
    """Return whether an address leads to the machine that asks, so that no phone can use it."""
    host = urlsplit(address).hostname or ""
    return host == "localhost" or (number(host) is not None and not _reachable(host))


def _reachable(host: str) -> bool:
    """Return whether a host is a number that other machines can use."""
    found = number(host)
    return found is not None and not found.is_loopback
