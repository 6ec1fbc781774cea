"""Collect every sentence for the translators, update the catalogues, compile them: `make tongues`.

New sentences come into `companion/locales/*/LC_MESSAGES/companion.po` without a translation; write it there and run
this again. The tests fail as long as a language lacks a sentence.
"""

import ast
import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import companion
from companion.kit_text import sentences as card_sentences
from companion.kits import HELP, help_text, kits

ROOT = Path(companion.__file__).parents[1]
LOCALES = ROOT / "companion" / "locales"
TEMPLATES = [("**/templates/**.html", "jinja2")]
KEYWORDS: dict[str, Any] = {"say": None, "many": (2, 3), "meant": ((1, "c"), 2)}
BOX = Path("rules/dice_forge/box.json")
LINE = 120


def sentences() -> Catalog:
    """Return every sentence in code, templates, help cards and the box's names, with the files that it stands in."""
    found = Catalog(project="table-companion", charset="utf-8")
    for path in (path for folder in ("companion", "rules", "vision") for path in sorted((ROOT / folder).rglob("*.py"))):
        for texts, context in spoken(path.read_text("utf-8")):
            found.add(texts, None, [(str(path.relative_to(ROOT)), 0)], context=context)
    for name, _, texts, _, context in extract_from_dir(ROOT / "companion", TEMPLATES, keywords=KEYWORDS):
        found.add(texts, None, [(f"companion/{name}", 0)], context=context)
    for game in kits():
        for text in card_sentences(help_text(game)):
            found.add(text, None, [(f"rules/{game}/{HELP}", 0)])
    for name in box_names():
        found.add(name, None, [(str(BOX), 0)])
    return found


def spoken(source: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Yield the templates of `say`, `many` and `meant` in a source file, however deep they stand in each other."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            texts = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            match node.func.id, texts:
                case "say", [text]:
                    yield text, None
                case "many", [*_, one, more]:
                    yield (one, more), None
                case "meant", [context, text]:
                    yield text, context


def box_names() -> Iterator[str]:
    """Yield what the faces and cards of Dice Forge are called."""
    box = json.loads((ROOT / BOX).read_text("utf-8"))
    yield from (face["words"] for face in box["faces"].values())
    yield from (feat["title"] for feat in box["feats"].values())


def languages() -> dict[str, Path]:
    """Return the catalogue of each language but English, by its name."""
    return {path.parents[1].name: path for path in sorted(LOCALES.glob("*/LC_MESSAGES/companion.po"))}


def catalogue(path: Path) -> Catalog:
    """Return a catalogue as it is written."""
    with path.open("rb") as file:
        return read_po(file, path.parents[1].name)


def updated(path: Path, found: Catalog) -> Catalog:
    """Return a catalogue with the sentences found, and without those that are used no more."""
    kept = catalogue(path)
    made = kept.creation_date
    kept.update(deepcopy(found), no_fuzzy_matching=True)  # it would share its new messages
    kept.obsolete.clear()
    kept.creation_date = made  # so that nothing changes where no sentence does
    return kept


def written(kept: Catalog) -> bytes:
    """Return a catalogue as text, in the order of its sentences, so that changes are easy to read."""
    file = BytesIO()
    write_po(file, kept, width=LINE, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def compiled(kept: Catalog) -> bytes:
    """Return a catalogue as the page reads it."""
    file = BytesIO()
    write_mo(file, kept)
    return file.getvalue()


def main() -> int:
    """Update and compile every catalogue; 1 while one lacks sentences, which are listed."""
    found, lacking = sentences(), 0
    for name, path in languages().items():
        kept = updated(path, found)
        path.write_bytes(written(kept))
        path.with_suffix(".mo").write_bytes(compiled(kept))
        missing = [message.id for message in kept if message.id and not all(forms(message))]
        lacking += len(missing)
        lines = [f"{name}: {len(kept)} sentences, {len(missing)} without a translation", *map(str, missing)]
        sys.stdout.write("\n  ".join(lines) + "\n")
    return 1 if lacking else 0


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation, or what stands for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


if __name__ == "__main__":
    sys.exit(main())
