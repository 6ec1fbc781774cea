"""The sentences of the page: what was found, in words."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.game import Finding, Verdict, Violation

SEAT: Final = re.compile(r"\b[Ss]eat (\d+)\b")


def rule_sentence(violation: Violation) -> str:
    """Return a broken rule with its number."""
    return f"Rule {violation.rule}: {violation.text}"


def told_apart(words: Sequence[str], notations: Sequence[str]) -> tuple[str, ...]:
    """Return the words of several moves, with the notation, where there is one, behind those that read the same."""
    often = Counter(words)
    pairs = zip(words, notations, strict=True)
    return tuple(f"{said} ({written})" if written and often[said] > 1 else said for said, written in pairs)


def capital(text: str) -> str:
    """Return the text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def named(text: str, players: Sequence[str]) -> str:
    """Return a text of the rules, which know seats only, with the players' names: “seat 1's turn” is “Ben's turn”."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return players[seat] if seat < len(players) else found[0]

    return SEAT.sub(name, text)


def verdict_sentence(verdict: Verdict[str]) -> str:
    """Return what a still was found to show, with the move in notation: for programs and the terminal."""
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
