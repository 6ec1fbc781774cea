"""Plays the recording into a session: pictures are read and judged, spoken lines are played, all of it is noted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.demo import Step
from companion.eyes import Eyes, kept
from companion.judging import spoken
from companion.session import RefusedError, Session
from companion.words import verdict_sentence, winning
from rules.game import Finding, Verdict
from vision.camera import read_picture

REFUSED: Final = "illegal "


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of one step: a name for it, what to tell people, and the lines it gives for the record."""

    name: str
    text: str
    lines: tuple[str, ...]


def run(session: Session, eyes: Eyes, steps: Iterator[Step]) -> Iterator[Shown]:
    """Yield what came of each step, in order; every accepted move is in the session's log by then."""
    for step in steps:
        yield _say(session, step) if step.picture is None else _look(session, eyes, step)


def _look(session: Session, eyes: Eyes, step: Step) -> Shown:
    assert step.picture is not None  # noqa: S101 (told apart by the caller)
    image = read_picture(step.picture)
    layout = session.game.layout(session.position().state)
    verdict = session.offer(eyes.read(image, layout, session.before()), kept(image))
    return Shown(step.picture.name, verdict_sentence(spoken(verdict)), _record(verdict))


def _record(verdict: Verdict[Any]) -> tuple[str, ...]:
    """Return the lines that a verdict gives for the record; a finding that decides nothing gives a remark."""
    if verdict.finding is Finding.UNCHANGED:
        return ()
    if verdict.finding is Finding.LEGAL:
        return (str(verdict.move),)
    if verdict.finding is Finding.ILLEGAL:
        return (f"illegal {verdict.violations[0].rule}: {verdict.move}",)
    return (f"# {verdict.finding}",)


def _say(session: Session, step: Step) -> Shown:
    """Play the spoken lines and note what came of each, refusals with the rule that they break."""
    said = [_spoken(session, line) for line in step.lines]
    return Shown("said", "\n".join(text for text, _ in said), tuple(line for _, line in said))


def _spoken(session: Session, line: str) -> tuple[str, str]:
    """Return what came of one spoken line, for people and for the record."""
    position = session.position()
    if line.startswith("score: "):
        scores = session.game.scores(position.state)
        said = winning([f"{name} {points}" for name, points in zip(session.setup.players, scores, strict=True)])
        return f"{said}.", f"score: {' '.join(map(str, scores))}"
    text = line.partition(": ")[2] if line.startswith(REFUSED) else line
    try:
        move = session.play(text, position.length)
    except RefusedError as error:
        return str(error), f"{REFUSED}{error.violations[0].rule}: {text}"
    return f"{session.tell.deed(position.state, session.game.parse_move(move))}.", move
