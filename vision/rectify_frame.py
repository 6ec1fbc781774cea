"""The table's own axes and size, from where the corner cards lie on its plane."""

from collections.abc import Mapping

import numpy as np

from rules.text import say
from vision.corners import CARD_SIDE_MM
from vision.rectify_pose import Points, project

_ALONG_X = ((0, 1), (3, 2))
_ALONG_Y = ((0, 3), (1, 2))
_LEFT, _RIGHT, _TOP, _BOTTOM = (0, 3), (1, 2), (0, 1), (3, 2)
_WRONG_ORDER = say("The corner cards lie in the wrong order: lay 0, 1, 2, 3 clockwise from the table's top left.")


def table_frame(cards: Mapping[int, Points], edge: Points) -> tuple[Points, tuple[float, float]]:
    """Return the (3, 3) map from plane to table millimetres, and the table's (width, height) in millimetres.

    `cards` are (4, 2) corners by card id, `edge` the picture's (4, 2) corners, all on the plane. The table reaches to
    the cards' outer rims; a side without a card is taken as far as the picture shows it. Raises ValueError, with a
    sentence for people, for cards in the wrong order.
    """
    centres = {i: corners.mean(axis=0) for i, corners in cards.items()}
    turn = _turn(-_direction(cards, centres))
    turned = {i: project(turn, centre[None])[0] for i, centre in centres.items()}
    shown = _inner_box(project(turn, edge))
    left, right = _sides(turned, _LEFT, _RIGHT, 0, shown)
    top, bottom = _sides(turned, _TOP, _BOTTOM, 1, shown)
    if right <= left or bottom <= top:
        raise ValueError(_WRONG_ORDER)
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
    return shift @ turn, (float(right - left), float(bottom - top))


def _direction(cards: Mapping[int, Points], centres: Mapping[int, Points]) -> float:
    """Return the angle of the table's x axis on the plane: along its sides, else as the cards themselves lie."""
    along = [centres[b] - centres[a] for a, b in _ALONG_X if a in centres and b in centres]
    down = [centres[b] - centres[a] for a, b in _ALONG_Y if a in centres and b in centres]
    arrows = along + [np.array([y, -x]) for x, y in down]
    if not arrows:
        arrows = [corners[1] - corners[0] + corners[2] - corners[3] for corners in cards.values()]
    x, y = np.sum([arrow / np.linalg.norm(arrow) for arrow in arrows], axis=0)
    return float(np.arctan2(y, x))


def _turn(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def _inner_box(edge: Points) -> Points:
    """Return (left, top), (right, bottom) of the box around the middle that four outer points leave free."""
    low, high = np.sort(edge, axis=0)[:2].max(axis=0), np.sort(edge, axis=0)[2:].min(axis=0)
    return np.stack([low, high])


def _sides(
    centres: Mapping[int, Points], first: tuple[int, int], second: tuple[int, int], axis: int, shown: Points
) -> tuple[float, float]:
    """Return where the table begins and ends along an axis; every card of a side must lie before the other side's."""
    begin = [float(centres[i][axis]) for i in first if i in centres]
    end = [float(centres[i][axis]) for i in second if i in centres]
    if begin and end and max(begin) >= min(end):
        raise ValueError(_WRONG_ORDER)
    rim = CARD_SIDE_MM / 2
    low = min(begin) - rim if begin else float(shown[0, axis])
    return low, max(end) + rim if end else float(shown[1, axis])
