"""The names under which this box may be asked for: DNS rebinding needs a name of the attacker's own."""

import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

# What home routers and phones put behind a name. Nobody outside the house can have such a name.
AT_HOME: Final = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")


def known(host: str, names: Collection[str] = ()) -> bool:
    """Return whether a Host header is a number, a name that only exists at home, or one of `names`."""
    name = hostname(host)
    return bool(name) and (number(name) is not None or "." not in name or name.endswith(AT_HOME) or name in names)


def own(host: str) -> bool:
    """Return whether a Host header is what a browser on the box itself asks for."""
    name, here = hostname(host), socket.gethostname().lower()
    found = number(name)
    return name in {"localhost", here, f"{here}.local"} or (found is not None and found.is_loopback)


def hostname(host: str) -> str:
    """Return the name in a Host header, lower case and without its port; "" if there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def number(name: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a name is the number of; None if it is no number."""
    try:
        return ip_address(name)
    except ValueError:
        return None
