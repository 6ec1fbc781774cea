"""The sentences of the page: what was found, in words."""

from collections.abc import Sequence

from rules.game import Candidate, Finding, Verdict, Violation


def rule_sentence(violation: Violation) -> str:
    """Return a broken rule with its number."""
    return f"Rule {violation.rule}: {violation.text}"


def candidate_words(candidate: Candidate[str]) -> str:
    """Return a candidate as an answer to “what was it?”."""
    return "Nothing was played" if candidate.move is None else candidate.move


def verdict_sentence(verdict: Verdict[str]) -> str:
    """Return what a still was found to show, as one sentence for people."""
    if verdict.finding is Finding.ILLEGAL:
        return f"“{verdict.move}” is not allowed. {rule_sentence(verdict.violations[0])}"
    return {
        Finding.UNCHANGED: "The table stands as the score sheet says.",
        Finding.LEGAL: f"“{verdict.move}” was played.",
        Finding.AMBIGUOUS: "What was played? More than one move fits this picture.",
        Finding.UNEXPLAINED: "Waiting: this picture shows no single move yet.",
    }[verdict.finding]


def listed(names: Sequence[str]) -> str:
    """Return names as people list them: “Ana, Ben and Caro”."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nobody"
