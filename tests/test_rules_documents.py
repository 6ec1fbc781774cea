"""Every RULES.md says what its referee refuses: numbers in the code, in the text and in the tests are the same."""

import re
from pathlib import Path

import pytest
from rules_games import ROOT, headings, playthroughs

import rules
from rules.playthrough import Playthrough

GAMES = sorted(rules.games())
NUMBER = r"\d+(?:\.\d+)*"


def refusing(name: str) -> set[str]:
    """Return the numbers of the headings under which something is refused."""
    found, number = set(), ""
    for line in (ROOT / name / "RULES.md").read_text().splitlines():
        if line.startswith("#"):
            number = line.split()[1]
        elif line.startswith("*Refused:*"):
            found.add(number)
    return found


def cited_in_code(name: str) -> set[str]:
    """Return the rule numbers of the violations in the game's source."""
    text = "".join(path.read_text() for path in (ROOT / name).glob("*.py"))
    return set(re.findall(rf'Violation\(\s*"({NUMBER})"', text))


@pytest.mark.parametrize("name", GAMES)
def test_headings_are_numbered_in_order(name: str) -> None:
    lines = (ROOT / name / "RULES.md").read_text().splitlines()
    numbers = [line.split()[1] for line in lines if re.match(rf"#+ {NUMBER} ", line)]
    assert numbers == sorted(numbers, key=lambda number: [int(part) for part in number.split(".")])
    assert len(numbers) == len(set(numbers)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_refuses_something_is_cited_and_the_other_way_round(name: str) -> None:
    assert cited_in_code(name) == refusing(name)
    assert refusing(name) <= headings(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_refuses_something_is_shown_in_a_playthrough_or_test(name: str) -> None:
    shown: set[str] = set()
    for path in playthroughs():
        if path.parts[-3] == name:
            lines = Playthrough.parse(path.read_text()).lines
            shown |= {line.split()[1].rstrip(":") for line in lines if line.startswith("illegal ")}
    for path in Path(__file__).parent.glob("test_rules_*.py"):
        if f"rules.{name}" in path.read_text():
            shown |= set(re.findall(rf'"({NUMBER})"', path.read_text()))
    assert refusing(name) <= shown


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_documented(name: str) -> None:
    text = (ROOT / name / "RULES.md").read_text()
    assert [option for option in rules.load(name).options if f"| `{option}` |" not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_section_numbers_mentioned_in_the_text_exist(name: str) -> None:
    text = (ROOT / name / "RULES.md").read_text()
    mentioned = set(re.findall(r"[(: ](\d\.\d+)(?=[),;:. ])", text))
    assert mentioned <= headings(name)
