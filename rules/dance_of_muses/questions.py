"""What is asked of each Muse of an owner's set, in plain words: every field of her power's row, none assumed."""

from rules.dance_of_muses.power import Kind
from rules.owned import Question

ROW = "row"
"""The answer to “power” with which a row is asked for."""

YES_NO = (("yes", "yes"), ("no", "no"))
COUNTS = (*((str(number), str(number)) for number in range(1, 10)), ("all", "all that can be"))
DEEDS = (
    ("change", "raises or lowers dice"),
    ("set", "sets dice to a number"),
    ("exchange", "two dice exchange their numbers"),
    ("shift", "moves a tile one cell"),
    ("swap", "two tiles exchange their places"),
    ("jump", "a tile jumps over a line"),
    ("other", "something else"),
)
SOMEBODY = ("other", "any")  # the targets with which it matters who they are


def _row(name: str, text: str, choices: tuple[tuple[str, str], ...] = (), hint: str = "") -> Question:
    """Return a question that every row answers."""
    return Question(name, text, choices, hint, ("power", (ROW,)))


QUESTIONS = (
    Question("name", "Her name", hint="One word with a capital first, as on the tile."),
    Question(
        "suns",
        "Suns on her tile",
        (("", "not known"), *((str(number), str(number)) for number in range(1, 7))),
    ),
    Question("text", "What her tile says of her power, word for word", hint="May be left empty."),
    Question("power", "Her power", (("none", "not entered yet"), (ROW, "entered here, field by field"))),
    _row("effect", "What the power does", DEEDS),
    Question("by", "By how much", hint="Such as “1”, or “1, -1” for either.", when=("effect", ("change",))),
    Question("to", "To which number", hint="Such as “6”, or “1, 6” for either.", when=("effect", ("set",))),
    Question("words", "What it does, in words", when=("effect", ("other",))),
    _row(
        "targets",
        "Whom it works upon",
        (("self", "herself only"), ("other", "others"), ("any", "anybody")),
    ),
    _row(
        "reach",
        "How far it reaches",
        (
            ("4", "edge to edge with her"),
            ("8", "all that touch her"),
            ("line", "her row and column"),
            ("any", "anybody"),
        ),
    ),
    _row("least", "At least how many", COUNTS),
    _row("most", "At most how many", COUNTS),
    _row("may_target_hidden", "May it work upon hidden Muses?", YES_NO),
    _row("may_target_neutral", "May it work upon the neutral Muse?", YES_NO),
    Question("pushes", "Does the moved tile push others?", YES_NO, when=("effect", (Kind.SHIFT, Kind.OTHER))),
    Question(
        "moved_tiles_get_plus_one",
        "Do the dice of tiles that it moves go up by one?",
        YES_NO,
        when=("effect", (Kind.SHIFT, Kind.SWAP, Kind.JUMP, Kind.OTHER)),
    ),
    _row("allowed_before", "May it be used before her move?", YES_NO),
    _row("allowed_after", "May it be used after her move?", YES_NO),
    _row("may_be_null", "May it be used to change nothing?", YES_NO),
)
