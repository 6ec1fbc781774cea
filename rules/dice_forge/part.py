"""How the rules are cut up: each part minds some of the tasks that can be due, and keeps out of the others."""

from collections.abc import Iterable
from typing import Protocol

from rules.dice_forge.moves import Move
from rules.dice_forge.state import State
from rules.game import Violation


class Part(Protocol):
    """The rules about some kinds of tasks. None everywhere means: what is due is none of this part's business."""

    def answers(self, state: State) -> Iterable[Move] | None:
        """Return the legal moves."""

    def played(self, state: State, move: Move) -> State | None:
        """Return the state after the move, before anything that follows by itself."""

    def refused(self, state: State, move: Move) -> Iterable[Violation] | None:
        """Return what the move breaks; None too where it answers another question than the one that is due."""

    def by_itself(self, state: State) -> State | None:
        """Return the state after what is due has happened; None too where people have to say or roll something."""
