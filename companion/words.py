"""The sentences of the page: what was found, in words."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rules import AnyGame
from rules.game import Candidate, Finding, Seat, Verdict, Violation

SEAT: Final = re.compile(r"\b[Ss]eat (\d+)\b")


def rule_sentence(violation: Violation) -> str:
    """Return a broken rule with its number."""
    return f"Rule {violation.rule}: {violation.text}"


def candidate_words(candidate: Candidate[str], game: AnyGame, state: Any) -> str:  # noqa: ANN401 (each game's own)
    """Return a candidate as an answer to “what was it?”; one against the rules as notation, for it has no words."""
    if candidate.move is None:
        return "Nothing was played"
    if candidate.violations:
        return f"{candidate.move} (against rule {candidate.violations[0].rule})"
    return capital(game.words(state, game.parse_move(candidate.move)))


def told_apart(words: Sequence[str], notations: Sequence[str]) -> tuple[str, ...]:
    """Return the words of several moves, with the notation behind those that would read the same."""
    often = Counter(words)
    pairs = zip(words, notations, strict=True)
    return tuple(f"{said} ({written})" if often[said] > 1 else said for said, written in pairs)


def capital(text: str) -> str:
    """Return the text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def named(text: str, players: Sequence[str]) -> str:
    """Return a text of the rules, which know seats only, with the players' names: “seat 1's turn” is “Ben's turn”."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return players[seat] if seat < len(players) else found[0]

    return SEAT.sub(name, text)


def speaker(words: str) -> tuple[Seat | None, str]:
    """Return who does what these words tell, if they begin with a seat because it acts out of turn, and the rest."""
    found = SEAT.match(words)
    return (int(found[1]), words[found.end() :].lstrip()) if found else (None, words)


def verdict_sentence(verdict: Verdict[str]) -> str:
    """Return what a still was found to show, as one sentence for people."""
    if verdict.finding is Finding.ILLEGAL:
        return f"“{verdict.move}” is not allowed. {rule_sentence(verdict.violations[0])}"
    if verdict.finding is Finding.AMBIGUOUS and [c.move for c in verdict.candidates][1:] == [None]:
        return f"Was “{verdict.candidates[0].move}” played?"
    return {
        Finding.UNCHANGED: "The table stands as the score sheet says.",
        Finding.LEGAL: f"“{verdict.move}” was played.",
        Finding.AMBIGUOUS: "What was played? More than one move fits this picture.",
        Finding.UNEXPLAINED: "Waiting: this picture shows no single move yet.",
    }[verdict.finding]


def listed(names: Sequence[str]) -> str:
    """Return names as people list them: “Ana, Ben and Caro”."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nobody"
