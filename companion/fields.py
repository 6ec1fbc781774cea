"""What a request sent, as a form or as a JSON object."""

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import abort, request

from rules.text import say

WHOLE: Final = re.compile(r"[0-9]{1,10}")


def sent() -> Mapping[str, Any]:
    """Return the fields that were sent, of several choices in one field all; a 400 with one sentence for no object."""
    if not request.is_json:
        return {name: ", ".join(filter(None, values)) for name, values in request.form.lists()}
    try:
        found = request.get_json(silent=True)
    except RecursionError:
        found = None
    if not isinstance(found, dict):
        abort(400, say('That is no JSON object: send one like {"text": "...", "length": 0}.'))
    return found


def number(fields: Mapping[str, Any], name: str, what: str) -> int:
    """Return a whole number of at most ten digits, sent as such or as a form's text; a 400 for anything else."""
    given = fields.get(name)
    text = str(given) if type(given) is int else given
    if not isinstance(text, str) or not WHOLE.fullmatch(text):
        abort(400, say("It was not said {what}: send “{name}” as a whole number.", what=what, name=name))
    return int(text)


def length(fields: Mapping[str, Any]) -> int:
    """Return how long the log was when a write was decided on."""
    return number(fields, "length", say("how long the log was when this was decided"))
