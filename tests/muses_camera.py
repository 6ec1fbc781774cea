"""A table of Dance of Muses under a camera: laid as a state has it, drawn, read by the models, judged by a session."""

from pathlib import Path
from typing import Any

from companion.eyes import Eyes, kept
from companion.records import Setup
from companion.sessions import Sessions
from companion.simulate.lesson import teach
from rules.dance_of_muses.state import State
from rules.game import Verdict
from rules.table import Place, Table
from vision.render_tabletop import Extent, Tabletop

NAMES = ("Ana", "Ben", "Caro", "Dora")
SEED = 42
SIZE_PX = (1640, 1232)
ROOM = frozenset((x, y) for x in range(-1, 4) for y in range(-1, 4))


class Camera:
    """A session of so many players, begun with these options; the set on its table is taught to the profile."""

    def __init__(self, sessions: Sessions, profile: Path, seats: int = 3, **options: Any) -> None:  # noqa: ANN401
        self.session = sessions.create(Setup("dance_of_muses", seats, NAMES[:seats], options))
        self.game = self.session.game
        self._layout = self.game.layout(self.state)
        self._table = Tabletop(SEED, self._layout, Extent(ROOM), SIZE_PX)
        teach(self._table, self._layout, "dance_of_muses", SEED, profile)
        self._eyes = Eyes(profile)

    def show(self, *moves: str, without: tuple[str, ...] = (), also: Table | None = None) -> Verdict[Any]:
        """Show the table as these moves would leave it, be they legal or not, and return what is made of it.

        Without the pieces named so, such as `die@1,0`, and with `also` what lies there besides.
        """
        state = self.state
        for text in moves:
            state = self.game.apply(state, self.game.parse_move(text))
        return self.lay(self.game.table(state), without, also)

    def lay(self, table: Table, without: tuple[str, ...] = (), also: Table | None = None) -> Verdict[Any]:
        """Show that table."""
        gone = {Place.parse(text) for text in without}
        lying = {place: face for place, face in table.items() if place not in gone} | dict(also or {})
        image = self._table.picture(lying, self._layout)
        layout = self.game.layout(self.state)
        return self.session.offer(self._eyes.read(image, layout, self.session.before()), kept(image))

    @property
    def state(self) -> State:
        """The state that the log amounts to."""
        found: State = self.session.position().state
        return found

    @property
    def moves(self) -> list[str]:
        """The moves in the log."""
        return [played.entry.move for played in self.session.position().played]
