"""A finished game for the app BG Stats: the data it imports, and the link that hands them over.

The form is the one its makers document, for version 3.3.2 and later:
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
A link opens the app on the phone that taps it; the app shows the play and asks before it saves.
"""

import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from companion.export import Telling
from companion.session import RefusedError
from rules.text import say

LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Table Companion"
RUNNING: Final = say("BG Stats takes finished games: this one still goes on.")


def bgstats(told: Telling) -> dict[str, Any]:
    """Return the play as BG Stats imports it; RefusedError while the game goes on."""
    if not told.over:
        raise RefusedError(RUNNING)
    points, winners = told.game.scores(told.position.state), told.winners
    ended = told.position.played[-1].entry.at if told.position.played else told.session.begun
    most_wins = all(points[seat] == max(points) for seat in winners)
    first = told.position.played[0].entry.seat if told.position.played else None
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{told.session.begun:%Y%m%d%H%M%S}-{told.session.id}",
        "playDate": _utc(ended),  # when it ended
        "durationMin": max(0, round((ended - told.session.begun).total_seconds() / 60)),
        "game": {
            "name": told.game.title,
            "sourceGameId": told.game.name,
            "highestWins": most_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,  # the app remembers whom people matched it with
                "startPlayer": seat == first,
                "score": points[seat],
                "rank": _rank(seat, points, winners, most_wins=most_wins),
                "winner": seat in winners,
            }
            for seat, name in enumerate(told.players)
        ],
    }


def link(play: dict[str, Any]) -> str:
    """Return the address that hands a play to the app."""
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _rank(seat: int, points: tuple[int, ...], winners: tuple[int, ...], *, most_wins: bool) -> int:
    """Return a place: winners first, then by points; equal points share a place."""
    sign = 1 if most_wins else -1
    mine = seat in winners, sign * points[seat]
    others = [(other in winners, sign * score) for other, score in enumerate(points)]
    return 1 if mine[0] else 1 + sum(other > mine for other in others)


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
