"""Why nothing happens at the table just now: one short line, to be read from afar by those who only watch."""

from dataclasses import dataclass
from typing import Final

from companion.automation import Automation, WatchedCamera
from companion.view import View
from rules.game import Finding
from rules.text import say

GONE: Final = say("The camera is gone: play goes on by hand.")


@dataclass(frozen=True, slots=True)
class Wait:
    """What is waited for: how it is marked (a finding's name, or “calm”), and the line itself, "" for nothing."""

    kind: str
    line: str


def waiting(view: View, camera: WatchedCamera | None) -> Wait:
    """Return what the table waits for; what people have to settle comes before what the camera has to see."""
    card = view.card
    if card.kind == Finding.ILLEGAL:
        return Wait(card.kind, card.sentence)
    if card.kind == Finding.AMBIGUOUS:
        return Wait(card.kind, say("An answer is waited for: {question}", question=card.sentence))
    lines = () if view.over else (_trouble(camera), view.notice, card.covered, _unexplained(view), _asleep(camera))
    return Wait("calm", next(filter(None, lines), ""))


def _trouble(camera: WatchedCamera | None) -> str:
    return GONE if camera is not None and camera.sight.trouble else ""


def _unexplained(view: View) -> str:
    return view.card.sentence if view.card.kind == Finding.UNEXPLAINED else ""


def _asleep(camera: WatchedCamera | None) -> str:
    return camera.automation.words if camera is not None and camera.automation is Automation.OFF else ""
