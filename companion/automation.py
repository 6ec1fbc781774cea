"""What a camera that is watched may do by itself, and what people ask of it."""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.sight import Sight
from rules.text import say
from vision.settle import Wishes


class Automation(StrEnum):
    """What comes of a still that shows a legal move."""

    ON = "on"  # it is played
    SUGGEST = "suggest"  # it is asked about
    OFF = "off"  # stills are only taken when somebody presses “done”

    @property
    def words(self) -> str:
        """What people are told when it is chosen."""
        return {
            Automation.ON: say("The camera plays what it sees."),
            Automation.SUGGEST: say("The camera asks before it plays what it sees."),
            Automation.OFF: say("The camera looks only when somebody presses Done."),
        }[self]


@dataclass(slots=True)
class WatchedCamera:
    """The camera of this server: its source in words, what is wished of it, and what it shows.

    Shared by pages and the watcher.
    """

    source: str
    automation: Automation = Automation.ON
    wishes: Wishes = field(default_factory=Wishes)
    sight: Sight = field(default_factory=Sight)
