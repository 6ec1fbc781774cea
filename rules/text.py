"""Sentences that remember how they were put together, so that each reader can have them in a language of their own.

A `Text` is a `str`, the English sentence, and is used as one; a page says it in another `Tongue` with `told`. `say` and
`many` make one from a template, `joined` and `+` put several together, `capital` gives one a capital letter. The
templates are collected from the code for the translators, so they are written out where they are used, never computed.
"""

from collections.abc import Callable, Iterable, Sequence
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

    __slots__ = ("_tell",)

    _tell: Callable[[Tongue], str]

    def __new__(cls, english: str, tell: Callable[[Tongue], str]) -> Self:
        """Return the sentence `english`, which is told by `tell`."""
        made = super().__new__(cls, english)
        made._tell = tell
        return made

    def __str__(self) -> str:
        """Return the text itself, so that an error made with one tells it."""
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

    def plain(self) -> str:
        """Return the English sentence as a mere string."""
        return super().__str__()


def say(template: str, /, **parts: object) -> Text:
    """Return a sentence from a template with `{named}` places."""
    return Text(
        template.format(**parts) if parts else template,
        lambda tongue: _filled(tongue.gettext(template), parts, tongue),
    )


def meant(context: str, template: str, /, **parts: object) -> Text:
    """Return a sentence from a template that means something else elsewhere, such as “open”; the context tells what."""
    return Text(
        template.format(**parts) if parts else template,
        lambda tongue: _filled(tongue.pgettext(context, template), parts, tongue),
    )


def many(count: int, one: str, more: str, /, **parts: object) -> Text:
    """Return the one of two templates that goes with a number, which is the place `{count}` in them."""
    placed = {"count": count, **parts}

    def tell(tongue: Tongue) -> str:
        return _filled(tongue.ngettext(one, more, count), placed, tongue)

    return Text((one if count == 1 else more).format(**placed), tell)


def joined(parts: Iterable[str], between: str = ", ") -> Text:
    """Return sentences in a row."""
    row = tuple(parts)
    return Text(between.join(map(_plain, row)), lambda tongue: told(between, tongue).join(told(p, tongue) for p in row))


def listed(parts: Sequence[str], last: str = "") -> Text:
    """Return what people list: “Ana, Ben and Caro”, "" for none; `last` stands before the last one instead of “and”."""
    most = joined(parts[:-1])
    return joined((most, parts[-1]), last or say(" and ")) if most else joined(parts)


def capital(text: str) -> str:
    """Return the text with a capital letter in front."""
    if isinstance(text, Text):
        return text.changed(lambda said, _: capital(said))
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


def _plain(text: str) -> str:
    return text.plain() if isinstance(text, Text) else text


def _filled(template: str, parts: dict[str, object], tongue: Tongue) -> str:
    return template.format(**{name: told(part, tongue) for name, part in parts.items()}) if parts else template
