"""The documentation says what is true: commands exist, links lead somewhere, versions agree."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = [path for path in ROOT.rglob("*.md") if not {".venv", "node_modules", ".pytest_cache"} & set(path.parts)]


def code(text: str) -> str:
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", text)])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_repository_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    local = [target for target in targets if not target.startswith(("http", "mailto:"))]
    missing = [target for target in local if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_named_in_code_exist(page: Path) -> None:
    text = code(page.read_text())
    named = set(re.findall(r"\bcompanion ([a-z]+)\b", text))
    assert named <= set(COMMANDS), f"{page.name} names commands that do not exist"
    goals = set(re.findall(r"\bmake ([a-z]+)\b", text))
    assert goals <= set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_the_readme_opens_with_a_picture_and_the_two_commands() -> None:
    top = (ROOT / "README.md").read_text().partition("\n## ")[0]
    assert "![" in top
    assert "make demo" in top
    assert "make test" in top


def test_the_changelog_begins_with_the_current_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    first = re.search(r"^## \[([^]]+)]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == version


def test_every_command_has_help_with_one_sentence() -> None:
    for name in COMMANDS:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0, result.output
        assert re.search(r"\n\n  \S.*\.", result.output), f"{name} lacks a sentence"
