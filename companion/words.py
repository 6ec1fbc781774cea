"""The sentences of the page: what was found, in words."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final
from unicodedata import bidirectional

from rules.game import Finding, Verdict, Violation
from rules.text import Text, Tongue, joined, listed, say, told

SEAT: Final = say("seat {number}")
"""How the rules name a player; a sentence in any language has these very words where the name is to stand."""


def rule_sentence(violation: Violation) -> str:
    """Return a broken rule with its number."""
    return say("Rule {number}: {text}", number=violation.rule, text=violation.text)


def told_apart(words: Sequence[str], notations: Sequence[str]) -> tuple[str, ...]:
    """Return the words of several moves, with the notation, where there is one, behind those that read the same."""
    often = Counter(words)
    pairs = zip(words, notations, strict=True)
    return tuple(
        joined((said, f" ({written})"), "") if written and often[said] > 1 else said for said, written in pairs
    )


def named(text: str, players: Sequence[str]) -> str:
    """Return a text of the rules, which know seats only, with the players' names: “seat 1's turn” is “Ben's turn”."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return players[seat] if seat < len(players) else found[0]

    def change(said: str, tongue: Tongue | None) -> str:
        return _seat(told(SEAT, tongue)).sub(name, said)

    return text.changed(change) if isinstance(text, Text) else change(text, None)


def isolated(name: str) -> str:
    """Return a name as it may stand in any sentence: one that is read from right to left turns nothing round it."""
    return f"\u2068{name}\u2069" if any(bidirectional(sign) in {"R", "AL"} for sign in name) else name


@cache
def _seat(written: str) -> re.Pattern[str]:
    """Return what a seat looks like in the sentences of a language."""
    before = written.partition("{number}")[0]
    return re.compile(rf"\b[{before[0].upper()}{before[0]}]{re.escape(before[1:])}(\d+)\b")


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


def winning(names: Sequence[str]) -> str:
    """Return the winners as people list them: “Ana, Ben and Caro”."""
    return listed(names) if names else say("nobody")
