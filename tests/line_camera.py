"""A table of Line Dice under a camera: dice laid as notation says, drawn, read by the models, judged by a session."""

from typing import Any

import numpy as np

from companion.demo.line_dice.scenes import DICE, TABLE
from companion.eyes import Eyes, kept
from companion.records import Setup
from companion.sessions import Sessions
from rules.game import Verdict
from rules.table import Layout, Place, Table
from vision.render_set import LineDice, OwnedSet
from vision.render_tabletop import Extent, Tabletop

NAMES = ("Ana", "Ben")
SEED = 42
SIZE_PX = (960, 540)
ROOM = frozenset((x, y) for x in range(-1, 5) for y in range(-3, 2))


class Camera:
    """A session with two players, begun with these options, and its camera's table with room for so many loose dice."""

    def __init__(self, sessions: Sessions, eyes: Eyes, loose: int = 0, **options: Any) -> None:  # noqa: ANN401
        self._eyes = eyes
        self.session = sessions.create(Setup("line_dice", 2, NAMES, options))
        rng = np.random.default_rng(SEED)
        owned = OwnedSet(rng, {"line_die": LineDice(rng, ("black", DICE))})
        self._table = Tabletop(SEED, self._layout, Extent(ROOM, (loose, loose)), SIZE_PX, TABLE, owned)

    def show(self, dice: str, *fronts: str) -> Verdict[Any]:
        """Lay out dice such as `S-EW 0,0; X 1,0`, with these kinds loose before each player, and take a picture."""
        image = self._table.picture(table(dice), self._layout, [front.split() for front in fronts])
        reading = self._eyes.read(image, self._layout, self.session.before())
        return self.session.offer(reading, kept(image))

    @property
    def moves(self) -> list[str]:
        """The moves in the log."""
        return [played.entry.move for played in self.session.position().played]

    @property
    def _layout(self) -> Layout:
        return self.session.game.layout(self.session.position().state)


def table(dice: str) -> Table:
    """What lies where, of dice as notation has them."""
    return dict(_die(text) for text in filter(None, (part.strip() for part in dice.split(";"))))


def _die(text: str) -> tuple[Place, str]:
    face, _, cell = text.partition(" ")
    x, _, y = cell.partition(",")
    return Place("die", (int(x), int(y))), face
