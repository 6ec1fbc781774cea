"""What is to be said about the table now: about the newest still while it is news, else about the newest entry."""

from dataclasses import dataclass
from typing import Any, Final

from companion.fold import Position
from companion.out_of_step import covered, differences, taken_back
from companion.records import Op, Source, Still
from companion.session import Session
from companion.words import told_apart
from rules.game import Finding
from rules.glance import handling
from rules.text import capital, joined, say
from vision.reading import readable

ANSWERS: Final = 12  # most answers offered to a question
WEIGHED: Final = 6  # most candidates named on a picture's own page
READY: Final = say("Ready: play the first move here, or show the table to the camera.")
BY_HAND: Final = say("Ready: tap in the first move.")
WAITING: Final = say("Finish the move and show the table again, tap a piece that was misread, or enter the move.")
ASKED: Final = say("The table has changed since: answer first, then the newest picture is judged.")
AS_FAR_AS_SEEN: Final = say("What can be seen is as the score sheet says.")
OUT_OF_STEP: Final = frozenset({Finding.UNEXPLAINED, Finding.ILLEGAL})


@dataclass(frozen=True, slots=True)
class Card:
    """What is to be said about the table now: its kind (a finding's name or “ready”), a sentence, answers to tap.

    `still` is the one that asks; `mends` are moves, with their words, that would make the table right. `undo` is what
    hands have taken back, if that is what it looks like. `covered` tells of the first piece that something lies over.
    """

    kind: str
    sentence: str
    more: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    still: int = 0
    mends: tuple[tuple[str, str], ...] = ()
    undo: str = ""
    covered: str = ""


def card(session: Session, position: Position, still: Still | None) -> Card:
    """Return what to say: about the newest still while it is news, else about the newest entry."""
    if still is not None:
        played = position.by_still(still.id)
        if played is None and still.length == position.length:
            found = _found(session, position, still)
            if not _packed_up(session, position, found):
                return found
        if played is not None and played is position.last and (said := _proved(session, position, still)):
            return said
    return Card("ready", newest(session, position), hands(session, position))


def hands(session: Session, position: Position) -> tuple[str, ...]:
    """Return what hands do on the table after the newest entry of the log, a sentence each."""
    log, game = session.log(), session.game
    if not log or log[-1].op is Op.AMEND:
        return ()
    before, now = position.last and position.last.before, position.state
    if log[-1].op is Op.UNDO:
        gone = position.undone.get(log[-1].target or 0)
        before = gone and game.apply(gone.before, gone.move)
    if before is None:
        return ()
    told = handling(game, game.public(before), game.public(now))
    return tuple(capital(session.tell.named(text)) for text in told)


def newest(session: Session, position: Position) -> str:
    """Return what the newest entry of the log says, as a sentence."""
    log = session.log()
    if not log:
        return READY if readable(session.game.layout(position.state)) else BY_HAND
    entry = log[-1]
    if entry.op is Op.UNDO:
        gone = position.undone.get(entry.target or 0)
        said = session.tell.deed(gone.before, gone.move) if gone else say("the last move")
        return say("Taken back: {said}. Put the table back too.", said=said)
    seq = entry.seq if entry.op is Op.PLAY else entry.target
    number, played = next((n, one) for n, one in enumerate(position.played, 1) if one.entry.seq == seq)
    said = session.tell.deed(played.before, played.move)
    if entry.op is Op.AMEND:
        return say("Move {number} is now: {said}.", number=number, said=said)
    return say("{move}.", move=said)


def _proved(session: Session, position: Position, still: Still) -> Card | None:
    """Return what the still of the last move says of it; None if it is not the still that settled it."""
    played = position.last
    if played is None:
        return None
    said = session.tell.deed(played.before, played.move)
    if played.entry.move in (candidate.move for candidate in still.verdict.candidates):
        more = (*_told_late(session, position, still), *hands(session, position))
        return Card("legal", say("{move}.", move=said), more)
    if not still.corrections or played.amended:
        return None
    text = say("With that correction the picture no longer shows “{said}” nor another move that is allowed.", said=said)
    return Card("unexplained", text, (say("The log was left as it is: correct another piece, or take the move back."),))


def _told_late(session: Session, position: Position, still: Still) -> tuple[str, ...]:
    """Return what the still told of the move before its own, if no picture had told of it."""
    *_, late, _ = (None, None, *position.played)
    if late is None or late.entry.source is not Source.CAMERA or late.entry.at < still.at:
        return ()
    move = session.tell.deed(late.before, late.move)
    return (say("This picture told the move before it as well: {move}.", move=move),)


def _packed_up(session: Session, position: Position, found: Card) -> bool:
    """Return whether the game is over and the table is only being cleared: that breaks no rule and asks for nothing."""
    over = session.game.current_player(position.state) is None
    return over and found.kind in OUT_OF_STEP and not found.undo


def _found(session: Session, position: Position, still: Still) -> Card:
    finding = still.verdict.finding
    if finding is Finding.UNEXPLAINED and (asked := session.question(position)):
        return _asking(session, position, asked, (ASKED,))
    if finding is Finding.AMBIGUOUS:
        return _asking(session, position, still, ())
    over = covered(session, position, still)
    if finding is Finding.UNCHANGED and over:
        return Card(finding.value, AS_FAR_AS_SEEN, over, covered=over[0])
    more = over
    if finding is Finding.UNEXPLAINED:
        more = (*over, *differences(session, position, still), WAITING)
    if finding is Finding.ILLEGAL:
        others = [session.tell.rule(violation) for violation in still.verdict.violations[1:]]
        more = (*others, *over, say("Put the table right, or tap a piece that was misread."))
    sentence, mends = session.tell.verdict(position.state, still.verdict), _mends(session, position, still)
    back = finding in OUT_OF_STEP and taken_back(session, position, still)
    undo = session.tell.deed(position.last.before, position.last.move) if back and position.last else ""
    return Card(finding.value, sentence, more, mends=mends, undo=undo, covered=next(iter(over), ""))


def _mends(session: Session, position: Position, still: Still) -> tuple[tuple[str, str], ...]:
    """Return the moves that people may have forgotten to declare, each with what it would say."""
    texts = [violation.instead for violation in still.verdict.violations if violation.instead]
    moves = [(text, session.game.parse_move(text)) for text in dict.fromkeys(texts)]
    return tuple((text, session.tell.words(position.state, move)) for text, move in moves)


def _asking(session: Session, position: Position, still: Still, more: tuple[str, ...]) -> Card:
    """Return a question with its answers in words, in the order of the candidates."""
    asked = still.verdict.candidates[:ANSWERS]
    words = [session.tell.candidate(position.state, candidate) for candidate in asked]
    open_moves = ["" if candidate.violations else candidate.move or "" for candidate in asked]  # a peek stays secret
    answers = told_apart(words, open_moves)
    sentence = session.tell.verdict(position.state, still.verdict)
    return Card(Finding.AMBIGUOUS.value, sentence, more, answers, still.id)


def weighed(session: Session, state: Any, still: Still) -> tuple[tuple[str, str, str], ...]:  # noqa: ANN401 (a game's own)
    """Return what a still may have shown in `state`: in words, its share of the weight, the rules it breaks."""
    return tuple(
        (
            session.tell.candidate(state, candidate),
            f"{100 * candidate.weight:.1f} %",
            joined(map(session.tell.rule, candidate.violations), " "),
        )
        for candidate in still.verdict.candidates[:WEIGHED]
    )
