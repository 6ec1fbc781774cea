"""What is asked of each Muse of an owner's set, in plain words: every field of her power's row, none assumed."""

from rules.dance_of_muses.power import Kind
from rules.owned import Question
from rules.text import say

ROW = "row"
"""The answer to “power” with which a row is asked for."""

YES_NO = (("yes", say("yes")), ("no", say("no")))
COUNTS = (*((str(number), str(number)) for number in range(1, 10)), ("all", say("all that can be")))
DEEDS = (
    ("change", say("raises or lowers dice")),
    ("set", say("sets dice to a number")),
    ("exchange", say("two dice exchange their numbers")),
    ("shift", say("moves a tile one cell")),
    ("swap", say("two tiles exchange their places")),
    ("jump", say("a tile jumps over a line")),
    ("other", say("something else")),
)
SOMEBODY = ("other", "any")  # the targets with which it matters who they are


def _row(name: str, text: str, choices: tuple[tuple[str, str], ...] = (), hint: str = "") -> Question:
    """Return a question that every row answers."""
    return Question(name, text, choices, hint, ("power", (ROW,)))


QUESTIONS = (
    Question("name", say("Her name"), hint=say("As on the tile; between two words comes a hyphen.")),
    Question(
        "suns",
        say("Suns on her tile"),
        (("", say("not known")), *((str(number), str(number)) for number in range(1, 7))),
    ),
    Question("text", say("What her tile says of her power, word for word"), hint=say("May be left empty.")),
    Question("power", say("Her power"), (("none", say("not entered yet")), (ROW, say("entered here, field by field")))),
    _row("effect", say("What the power does"), DEEDS),
    Question("by", say("By how much"), hint=say("Such as “1”, or “1, -1” for either."), when=("effect", ("change",))),
    Question("to", say("To which number"), hint=say("Such as “6”, or “1, 6” for either."), when=("effect", ("set",))),
    Question("words", say("What it does, in words"), when=("effect", ("other",))),
    _row(
        "targets",
        say("Whom it works upon"),
        (("self", say("herself only")), ("other", say("others")), ("any", say("anybody"))),
    ),
    _row(
        "reach",
        say("How far it reaches"),
        (
            ("4", say("edge to edge with her")),
            ("8", say("all that touch her")),
            ("line", say("her row and column")),
            ("any", say("anybody")),
        ),
    ),
    _row("least", say("At least how many"), COUNTS),
    _row("most", say("At most how many"), COUNTS),
    _row("may_target_hidden", say("May it work upon hidden Muses?"), YES_NO),
    _row("may_target_neutral", say("May it work upon the neutral Muse?"), YES_NO),
    Question("pushes", say("Does the moved tile push others?"), YES_NO, when=("effect", (Kind.SHIFT, Kind.OTHER))),
    Question(
        "moved_tiles_get_plus_one",
        say("Do the dice of tiles that it moves go up by one?"),
        YES_NO,
        when=("effect", (Kind.SHIFT, Kind.SWAP, Kind.JUMP, Kind.OTHER)),
    ),
    _row("allowed_before", say("May it be used before her move?"), YES_NO),
    _row("allowed_after", say("May it be used after her move?"), YES_NO),
    _row("may_be_null", say("May it be used to change nothing?"), YES_NO),
)
