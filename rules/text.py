"""Sentences that remember how they were put together, so that each reader can have them in a language of their own.

A `Text` is a `str`, the English sentence, and is used as one; a page says it in another `Tongue` with `told`. `say` and
`many` make one from a template, `joined` and `+` put several together, `capital` gives one a capital letter. The
templates are collected from the code for the translators, so they are written out where they are used, never computed.
`packed` and `unpacked` carry a text through JSON.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, Self, overload


class Tongue(Protocol):
    """What a catalogue of sentences answers: `gettext.NullTranslations` and its kind."""

    def gettext(self, message: str) -> str:
        """Return a template in that language."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a template that goes with the number."""

    def pgettext(self, context: str, message: str) -> str:
        """Return a template in that language, of those that read the same in English the one meant here."""


class Text(str):
    """An English sentence that can be said in another language."""

    __slots__ = ("_made", "_tell")

    _tell: Callable[[Tongue], str]
    _made: tuple[Any, ...]

    def __new__(cls, english: str, tell: Callable[[Tongue], str], *made: object) -> Self:
        """Return the sentence `english`, which is told by `tell`; `made` is the name of what made it, and of what."""
        text = super().__new__(cls, english)
        text._tell, text._made = tell, made
        return text

    def __str__(self) -> str:
        """Return the text itself, so that an error made with one tells it."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the text itself, which never changes."""
        return self

    def __add__(self, other: str) -> "Text":
        """Return both, one after the other."""
        return joined((self, other), "")

    def __radd__(self, other: str) -> "Text":
        """Return both, one after the other."""
        return joined((other, self), "")

    def told(self, tongue: Tongue) -> str:
        """Return the sentence in that language."""
        return self._tell(tongue)

    def changed(self, change: Callable[[str, Tongue | None], str]) -> "Text":
        """Return the sentence after a change that is made anew in every language; for English there is no tongue."""
        return Text(change(self.plain(), None), lambda tongue: change(self._tell(tongue), tongue))

    @property
    def made(self) -> tuple[Any, ...]:
        """How it was put together: the name of the function, what it was given, and its named parts; () if unknown."""
        return self._made

    def plain(self) -> str:
        """Return the English sentence as a mere string."""
        return super().__str__()


def say(template: str, /, **parts: object) -> Text:
    """Return a sentence from a template with `{named}` places."""
    return Text(
        template.format(**parts) if parts else template,
        lambda tongue: _filled(tongue.gettext(template), parts, tongue),
        "say",
        (template,),
        parts,
    )


def meant(context: str, template: str, /, **parts: object) -> Text:
    """Return a sentence from a template that means something else elsewhere, such as “open”; the context tells what."""
    return Text(
        template.format(**parts) if parts else template,
        lambda tongue: _filled(tongue.pgettext(context, template), parts, tongue),
        "meant",
        (context, template),
        parts,
    )


def many(count: int, one: str, more: str, /, **parts: object) -> Text:
    """Return the one of two templates that goes with a number, which is the place `{count}` in them."""
    placed = {"count": count, **parts}
    return Text(
        (one if count == 1 else more).format(**placed),
        lambda tongue: _filled(tongue.ngettext(one, more, count), placed, tongue),
        "many",
        (count, one, more),
        parts,
    )


def joined(parts: Iterable[str], between: str = ", ") -> Text:
    """Return sentences in a row."""
    row = tuple(parts)
    return Text(
        _plain(between).join(map(_plain, row)),
        lambda tongue: told(between, tongue).join(told(part, tongue) for part in row),
        "joined",
        (between, *row),
        {},
    )


def listed(parts: Sequence[str], last: str = "") -> Text:
    """Return what people list: “Ana, Ben and Caro”, "" for none; `last` stands before the last one instead of “and”."""
    most = joined(parts[:-1])
    return joined((most, parts[-1]), last or say(" and ")) if most else joined(parts)


def capital(text: str) -> str:
    """Return the text with a capital letter in front."""
    if isinstance(text, Text):
        return Text(capital(text.plain()), lambda tongue: capital(text.told(tongue)), "capital", (text,), {})
    return text[:1].upper() + text[1:]


@overload
def told(value: str, tongue: Tongue | None) -> str: ...
@overload
def told(value: Any, tongue: Tongue | None) -> Any: ...  # noqa: ANN401 (whatever is no text comes back as it is)
def told(value: Any, tongue: Tongue | None) -> Any:
    """Return a text in that language (None: English) as a mere string; anything else as it is."""
    if not isinstance(value, Text):
        return value
    return value.plain() if tongue is None else value.told(tongue)


def packed(value: object) -> Any:  # noqa: ANN401 (JSON values)
    """Return how a text was put together as JSON values; numbers and mere strings are themselves."""
    if isinstance(value, Text) and value.made:
        kind, given, parts = value.made
        return [kind, list(map(packed, given)), {name: packed(part) for name, part in parts.items()}]
    return value if isinstance(value, int) else _plain(str(value))


def unpacked(value: Any) -> Any:  # noqa: ANN401 (JSON values)
    """Return what `packed` made this of: the text, or else the value itself."""
    if not isinstance(value, list):
        return value
    kind, given, parts = value
    first, *others = map(unpacked, given)
    if kind == "joined":
        return joined(others, first)
    makers: Mapping[str, Callable[..., str]] = {"say": say, "meant": meant, "many": many, "capital": capital}
    return makers[kind](first, *others, **{name: unpacked(part) for name, part in parts.items()})


def _plain(text: str) -> str:
    return text.plain() if isinstance(text, Text) else text


def _filled(template: str, parts: Mapping[str, object], tongue: Tongue) -> str:
    return template.format(**{name: told(part, tongue) for name, part in parts.items()}) if parts else template
