"""The languages that the page and everything printed speak, and the catalogue of sentences that each one has."""

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from rules.text import Tongue

TONGUES: Final = {"en": "English", "es": "Español", "pt-BR": "Português (Brasil)", "ru": "Русский"}
ENGLISH: Final = "en"


@cache
def catalogue(name: str) -> Tongue | None:
    """Return the sentences of a language; None for English."""
    if name == ENGLISH:
        return None
    path = files("companion").joinpath("locales", name.replace("-", "_"), "LC_MESSAGES", "companion.mo")
    with path.open("rb") as file:
        return GNUTranslations(file)
