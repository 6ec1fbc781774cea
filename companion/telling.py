"""What is told to the people of a session: moves, broken rules and findings in words, with the players' names.

The rules know seats only and moves have notation; here is the one place where both become sentences for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.words import named, rule_sentence
from rules import AnyGame
from rules.game import Candidate, Finding, MoveError, Seat, Verdict, Violation
from rules.text import capital, joined, say

FOUND: Final = {
    Finding.UNCHANGED: say("The table stands as the score sheet says."),
    Finding.AMBIGUOUS: say("What was played? More than one move fits this picture."),
    Finding.UNEXPLAINED: say("Waiting: this picture shows no single move yet."),
}
NOTHING: Final = say("Nothing was played")
MISHAP: Final = say("A mishap")


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the moves of one game, played by these people."""

    game: AnyGame
    players: Sequence[str]

    def named(self, text: str) -> str:
        """Return a text of the rules with the players' names."""
        return named(text, self.players)

    def rule(self, violation: Violation) -> str:
        """Return a broken rule with its number."""
        return self.named(rule_sentence(violation))

    def words(self, state: Any, move: Any) -> str:  # noqa: ANN401 (each game has its own states and moves)
        """Return what a move does, with a capital in front; "" for a mishap."""
        return capital(self.named(self.game.words(state, move)))

    def player(self, seat: Seat | None) -> str:
        """Return the name of who sits there; "" for nobody and for an automaton."""
        return self.players[seat] if seat is not None and seat < len(self.players) else ""

    def deed(self, state: Any, move: Any) -> str:  # noqa: ANN401 (as above)
        """Return who does what, e.g. `Ana: Calliope south`."""
        return joined(filter(None, (self.player(self.game.actor(state, move)), self.words(state, move))), ": ")

    def button(self, state: Any, move: Any) -> str:  # noqa: ANN401 (as above)
        """Return a move as something to tap: what it does, and whose it is if not of the one to act."""
        waited = self.game.actor(state, move) == self.game.current_player(state)
        return self.words(state, move) if waited else self.deed(state, move)

    def refusal(self, state: Any, move: Any, violation: Violation) -> str:  # noqa: ANN401 (as above)
        """Return why a move is not allowed; of a mishap the rule alone, for it might betray what was seen."""
        said = self.words(state, move)
        return (
            say("Not allowed: {move}. {rule}", move=said, rule=self.rule(violation))
            if said
            else say("Not allowed. {rule}", rule=self.rule(violation))
        )

    def verdict(self, state: Any, verdict: Verdict[str]) -> str:  # noqa: ANN401 (as above)
        """Return what a still was found to show in `state`, as one sentence."""
        move = self._parsed(verdict.move)
        if move is None and [candidate.move for candidate in verdict.candidates[1:]] == [None]:
            return say("{deed}: was that played?", deed=self.deed(state, self._parsed(verdict.candidates[0].move)))
        if move is None:
            return FOUND.get(verdict.finding, FOUND[Finding.UNEXPLAINED])
        if verdict.finding is Finding.ILLEGAL:
            return self.refusal(state, move, verdict.violations[0])
        return say("{move}.", move=self.deed(state, move))

    def candidate(self, state: Any, candidate: Candidate[str]) -> str:  # noqa: ANN401 (as above)
        """Return a candidate as an answer to “what was it?”."""
        move = self._parsed(candidate.move)
        if move is None:
            return NOTHING
        words = self.words(state, move) or MISHAP
        if not candidate.violations:
            return words
        broken = candidate.violations[0]
        text = self.named(broken.text)
        return say("{move}, against rule {number}: {text}", move=words, number=broken.rule, text=text)

    def _parsed(self, text: str | None) -> Any:  # noqa: ANN401 (as above)
        """Return the move; None for none, and for one that an older version wrote and nobody can read any more."""
        try:
            return None if text is None else self.game.parse_move(text)
        except MoveError:
            return None
