"""The faces of the box to print: 48 for the eight dice to begin with, 40 that are for sale, 20 that feats bring."""

from collections.abc import Sequence

from rules.dice_forge.box import BOX, POOL, SIDES
from rules.dice_forge.pieces import Pool
from rules.kit import Group, Kit
from rules.text import say

HEROES = 4
SHELVES = ((0, 4), (4, 7), (7, 10))  # pools that are printed together


def _sale(pools: Sequence[Pool]) -> Group:
    """Return the faces of some pools, with their prices as the title."""
    prices = ", ".join(str(pool.price) for pool in pools)
    faces = tuple(face for pool in pools for face, count in pool.faces for _ in range(count))
    return Group(say("for sale, four at each of these prices: {prices} gold", prices=prices), faces, POOL)


LIGHT, DARK = BOX.dice

KIT = Kit(
    "forge_die",
    (
        Group(say("the light die to begin with"), LIGHT, SIDES, HEROES),
        Group(say("the dark die to begin with"), DARK, SIDES, HEROES),
        *(_sale(BOX.pools[first:last]) for first, last in SHELVES),
        Group(
            say("the gardens: only through feats"),
            tuple(face for face, count in BOX.gardens.items() for _ in range(count)),
            POOL,
        ),
    ),
    20.0,
    (12.0, 30.0),
    say("Our own drawing; how large the published faces are is not known here: measure your dice."),
)
"""All 108 faces of the box."""
