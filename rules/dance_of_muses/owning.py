"""An owner's set as questions and answers, and back: what stands behind the pages where it is typed in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.dance_of_muses.power import FLAGS, Power, SetError
from rules.dance_of_muses.power_words import in_words
from rules.dance_of_muses.questions import QUESTIONS, ROW
from rules.dance_of_muses.sets import PLAIN, Muse, MuseSet, read_set
from rules.owned import AnswerError, Answers, Piece, Question, one_word
from rules.text import capital, say

YES = {True: "yes", False: "no"}
REST = "power"  # where a fault is shown that is of no field
COUNTS = say(
    "So many do not fit: herself alone, a moved tile or a jump are 1 to 1; an exchange is 1 to 1 with herself, 2 to 2 "
    "without; else the least is not above the most."
)
NAMING = say(
    "Write 2 to 24 letters, digits or hyphens, a letter first: another name for each Muse, and no word that moves are "
    "written with, such as “dice”."
)
FAULTS = {  # of a row's or a Muse's field: the question beside which a fault is shown, and how it is told
    "name": ("name", NAMING),
    "text": ("text", say("Write one line of at most 300 letters, or nothing.")),
    "targets": ("targets", say("This takes two tiles: choose “others”.")),
    "count": ("least", COUNTS),
    "allowed_before": ("allowed_before", say("Say yes before or after her move, or nobody could ever use the power.")),
    "change": ("by", say("Write different numbers from -5 to 5, without 0.")),
    "set": ("to", say("Write different numbers from 1 to 6.")),
    "other": ("words", say("Write one line in words.")),
}


def new_set(name: str, pieces: Sequence[tuple[str, int | None]] = ()) -> dict[str, Any]:
    """Return a set of which nothing but names and suns is known; AnswerError if these make none."""
    muses = tuple(Muse(one, suns) for one, suns in pieces) or PLAIN.muses
    return _checked(_json(MuseSet(name.strip(), muses)))


def pieces(value: object) -> tuple[Piece, ...]:
    """Return the nine for people; AnswerError if the value is no set."""
    return tuple(Piece(muse.name, muse.suns, tuple(_lines(muse))) for muse in _read(value).muses)


def answers(value: object, index: int) -> dict[str, str]:
    """Return what the set says of one Muse as answers."""
    muse = _read(value).muses[index]
    told = {"name": muse.name, "suns": str(muse.suns or ""), "text": muse.text, "power": ROW if muse.power else "none"}
    return told | (_row_answers(muse.power) if muse.power else {})


def answered(value: object, index: int, given: Answers) -> dict[str, Any]:
    """Return the set with one Muse as answered; AnswerError, with every fault, if the answers do not make one."""
    asked = [question for question in QUESTIONS if _makes_sense(question, given)]
    said = {question.name: given.get(question.name, "").strip() for question in asked}
    blank = [name for name, text in said.items() if not text and name not in {"suns", "text"}]
    if blank:
        raise AnswerError(dict.fromkeys(blank, say("Fill this in: nothing is assumed.")))
    if strange := [q.name for q in asked if q.choices and said[q.name] not in dict(q.choices)]:
        raise AnswerError(dict.fromkeys(strange, say("Choose one of these.")))
    muses = [muse.to_json() for muse in _read(value).muses]
    row = _row(said) if said["power"] == ROW else None
    suns = int(said["suns"]) if said["suns"] else None
    muses[index] = {"name": one_word(said["name"]), "suns": suns, "text": said["text"], "power": row}
    return _checked(_json(_read(value)) | {"muses": muses}, said.get("effect", ""))


def _lines(muse: Muse) -> Iterator[str]:
    if muse.text:
        yield f"“{muse.text}”"
    yield capital(in_words(muse.power)) if muse.power else say("Her power is not entered yet.")


def _row_answers(power: Power) -> dict[str, str]:
    """Return a row as answers."""
    numbers = ", ".join(map(str, power.numbers))
    told = {"effect": power.kind.value, "by": numbers, "to": numbers, "words": power.text}
    told |= {"targets": power.targets, "reach": str(power.reach)}
    told |= {"least": str(power.least or "all"), "most": str(power.most or "all")}
    return told | {flag: YES[getattr(power, flag)] for flag in FLAGS}


def _row(said: Mapping[str, str]) -> dict[str, Any]:
    """Return a row as JSON values; what was not asked, for it makes no sense with that effect, is “no”."""
    effect: Any = said["effect"]
    if effect in {"change", "set"}:
        effect = {effect: _numbers(said, "by" if effect == "change" else "to")}
    elif effect == "other":
        effect = {effect: said["words"]}
    count = [said[end] if said[end] == "all" else int(said[end]) for end in ("least", "most")]
    reach = int(said["reach"]) if said["reach"].isdecimal() else said["reach"]
    told = {"targets": said["targets"], "reach": reach, "count": count, "effect": effect}
    return told | {flag: said.get(flag) == YES[True] for flag in FLAGS}


def _numbers(said: Mapping[str, str], field: str) -> list[int]:
    try:
        return [int(part) for part in said[field].replace("+", "").replace("\N{MINUS SIGN}", "-").split(",")]
    except ValueError:
        raise AnswerError({field: say("Write numbers with commas between, such as “1, -1”.")}) from None


def _makes_sense(question: Question, given: Answers) -> bool:
    """Return whether a question has to be answered, given what else was; all that follow from a row need that row."""
    if question.when is None:
        return True
    other, values = question.when
    return given.get("power") == ROW and given.get(other) in values


def _checked(value: dict[str, Any], effect: str = "") -> dict[str, Any]:
    """Return the set if it is one; AnswerError beside the question concerned, the power's being of that effect."""
    try:
        return _json(read_set(value))
    except SetError as error:
        field = effect if error.field == "effect" else error.field
        raise AnswerError(dict([FAULTS.get(field, (field or REST, str(error)))])) from None


def _read(value: object) -> MuseSet:
    try:
        return read_set(value)
    except SetError as error:
        raise AnswerError({REST: str(error)}) from None


def _json(muses: MuseSet) -> dict[str, Any]:
    return {"name": muses.name, "muses": [muse.to_json() for muse in muses.muses]}
