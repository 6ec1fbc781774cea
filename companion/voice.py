"""What a browser says aloud: what was played, whose turn it is, a question, a broken rule, of a mistake the fix."""

from dataclasses import dataclass
from typing import Any, Final

from companion.fold import Position
from companion.records import Op, Still
from companion.session import Session
from companion.telling import Teller
from companion.view import View
from rules.aloud import aloud
from rules.game import Finding
from rules.text import capital, joined, listed, say

CHOICES: Final = 3  # most answers read out with a question: more are looked up on the page


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text to be said once: of which log `length`, and whether it `presses`: said again when it comes up again."""

    text: str
    length: int
    presses: bool = False


class Aloud(Teller):
    """Tells as the page does, but keeps quiet what others at the table may fail to notice."""

    __slots__ = ()

    def words(self, state: Any, move: Any) -> str:  # noqa: ANN401 (each game has its own states and moves)
        """Return what a voice may say of a move, with a capital in front."""
        return capital(self.named(aloud(self.game, state, move)))


def spoken(view: View) -> Spoken:
    """Return what is to be said aloud about the table as a page shows it; an empty text for nothing."""
    session, position = view.session, view.session.position()
    tell = Aloud(session.game, session.setup.players)
    if view.card.kind == Finding.AMBIGUOUS:
        return Spoken(_question(session, position, tell, view.card.still), position.length, presses=True)
    if view.card.kind == Finding.ILLEGAL and (still := session.latest()):
        return Spoken(tell.verdict(position.state, still.verdict), position.length, presses=True)
    if view.card.kind == Finding.UNEXPLAINED:
        return Spoken("", position.length)
    return Spoken(joined(_news(session, position, tell, view), " "), position.length)


def _question(session: Session, position: Position, tell: Teller, number: int) -> str:
    asked = session.store.still(session.id, number)
    if asked is None:
        return ""
    answers = asked.verdict.candidates
    sentence = tell.verdict(position.state, asked.verdict)
    if len(answers) > CHOICES or _suggests(asked):
        return sentence
    choices = joined([tell.candidate(position.state, one) for one in answers], "; ")
    return say("{question} {choices}?", question=sentence, choices=choices)


def _suggests(asked: Still) -> bool:
    """Return whether a question is about one move: whether it was played."""
    return [one.move for one in asked.verdict.candidates[1:]] == [None]


def _news(session: Session, position: Position, tell: Teller, view: View) -> list[str]:
    """Return what the newest entry of the log says, and what follows from it for those at the table."""
    log = session.log()
    if log and log[-1].op is Op.AMEND:
        number, played = next((n, p) for n, p in enumerate(position.played, 1) if p.entry.seq == log[-1].target)
        return [say("Move {number} is now: {said}.", number=number, said=tell.deed(played.before, played.move))]
    said = list[str]()
    if log and log[-1].op is Op.UNDO and (gone := position.undone.get(log[-1].target or 0)):
        said.append(say("Taken back: {said}.", said=tell.deed(gone.before, gone.move)))
    elif position.last is not None:
        said.append(say("{move}.", move=tell.deed(position.last.before, position.last.move)))
    return [*said, *_turn(view)]


def _turn(view: View) -> list[str]:
    """Return whose turn it is; at the end who won, and with how many points each."""
    if any(player.acting for player in view.players):
        return [say("{name} is to play.", name=view.headline)]
    points = listed([f"{player.name} {player.points}" for player in view.players])
    return [say("The game is over. It was won by {names}. {points}.", names=view.headline, points=points)]
