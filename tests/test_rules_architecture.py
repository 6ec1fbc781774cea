"""Who may import whom, and what the rules must not do."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules

ROOT = Path(rules.__file__).parents[1]
OURS = {"companion", "models", "rules", "vision"}
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
}
IMPURE |= {"sys", "tempfile", "threading", "time", "urllib", "uuid"}
SOURCES = [path for package in sorted(OURS) for path in sorted((ROOT / package).rglob("*.py"))]
RULES = [path for path in SOURCES if path.is_relative_to(ROOT / "rules")]
VISION = [path for path in SOURCES if path.is_relative_to(ROOT / "vision")]


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path) -> Iterator[str]:
    """Yield the full name of every module the file imports, and of every name it takes from one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{relative(path)} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_there_is_something_to_look_at() -> None:
    assert len(RULES) > 5
    assert len(VISION) > 5


@pytest.mark.parametrize("path", RULES, ids=relative)
def test_rules_import_the_standard_library_and_rules_only(path: Path) -> None:
    tops = {name.partition(".")[0] for name in imported(path)}
    assert tops <= set(sys.stdlib_module_names) | {"rules"}
    assert not tops & IMPURE


@pytest.mark.parametrize("path", RULES, ids=relative)
def test_rules_open_no_file_and_print_nothing(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert not {call.id for call in calls if isinstance(call, ast.Name)} & {"open", "print", "input", "exec", "eval"}


@pytest.mark.parametrize("path", RULES, ids=relative)
def test_a_game_imports_no_other_game(path: Path) -> None:
    games = set(rules.games())
    own = path.relative_to(ROOT / "rules").parts[0]
    used = {name.split(".")[1] for name in imported(path) if name.startswith("rules.")}
    assert used & games <= {own}


@pytest.mark.parametrize("path", VISION, ids=relative)
def test_vision_shares_nothing_with_the_rules_but_the_words_of_the_table(path: Path) -> None:
    ours = [name for name in imported(path) if name.partition(".")[0] in OURS]
    allowed = ("rules.table.", "rules.text.", "vision.", "models.")
    assert [
        name
        for name in ours
        if not (name.startswith(allowed) or name in {"models", "rules.table", "rules.text", "vision"})
    ] == []


@pytest.mark.parametrize("path", [path for path in SOURCES if not {"train", "demo"} & set(path.parts)], ids=relative)
def test_no_file_outside_a_games_folder_names_a_game(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    strings = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, DOCUMENTED)
    }
    named = {game for game in rules.games() for text in strings - docs if isinstance(text, str) and game in text}
    assert named <= set(parts)


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
