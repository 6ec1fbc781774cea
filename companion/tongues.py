"""The languages of the page: which one a viewer has, and how the sentences of the rules and templates are said in it.

Sentences stay English inside (`rules.text`); a template says each one as it prints it, in the language of whoever asks.
"""

from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, g, has_request_context, request, url_for

from companion.languages import ENGLISH, TONGUES, catalogue
from rules import text

ASKED: Final = {**{name: name for name in TONGUES}, "pt": "pt-BR", "pt-PT": "pt-BR"}  # those of Portugal read Brazil's
COOKIE: Final = "tongue"  # where a browser keeps what was chosen; in an address it chooses
YEAR_S: Final = 365 * 24 * 3600


def speak(app: Flask) -> None:
    """Have the templates of this app speak every viewer's language; before the first template is read."""
    app.after_request(_remember)
    app.jinja_env.finalize = told
    app.jinja_env.filters.update(told=told, capital=text.capital)
    app.jinja_env.globals.update(say=text.say, many=text.many, meant=text.meant, joined=text.joined)
    app.jinja_env.globals.update(tongue=code, here_in=here_in, TONGUES=TONGUES)


def told(value: Any) -> Any:  # noqa: ANN401 (whatever is no text comes back as it is)
    """Return a text in the viewer's language, and so all texts in a list or mapping; anything else as it is."""
    if isinstance(value, dict):
        return {key: told(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [told(inner) for inner in value]
    return text.told(value, catalogue(code()))


def code() -> str:
    """Return the viewer's language as pages name it: of the address, else as chosen before, else the browser's."""
    if not has_request_context():
        return ENGLISH
    if "tongue" not in g:
        chosen = (request.args.get(COOKIE), request.cookies.get(COOKIE))
        asked = ASKED.get(request.accept_languages.best_match(ASKED) or "", ENGLISH)
        g.tongue = next((name for name in chosen if name in TONGUES), asked)
    found: str = g.tongue
    return found


def here_in(name: str) -> str:
    """Return the address of this page in another language; for what a form brought up, of the page it was sent from."""
    if request.method == "GET":
        path, asked = request.path, request.args.to_dict(flat=False)
    else:
        path, asked = urlsplit(request.referrer or "").path or url_for("pages.index"), {}
    return f"{path}?{urlencode({**asked, COOKIE: name}, doseq=True)}"


def _remember(response: Response) -> Response:
    """Have the browser keep the language that was chosen with this address."""
    if request.args.get(COOKIE) in TONGUES:
        response.set_cookie(COOKIE, code(), max_age=YEAR_S, httponly=True, samesite="Lax")
    return response
