from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main


def corners(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["print", "corners", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_corner_cards_are_written(tmp_path: Path, paper: str) -> None:
    path = tmp_path / f"{paper}.pdf"
    result = corners("--paper", paper, "--out", path)
    assert result.exit_code == 0
    assert str(path) in result.stdout
    assert path.read_bytes().startswith(b"%PDF")


def test_the_default_file_is_named_after_the_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert corners().exit_code == 0
    assert (tmp_path / "corner_cards_a4.pdf").exists()


def test_a_file_is_only_overwritten_on_request(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_text("mine", encoding="utf-8")
    refused = corners("--out", path)
    assert refused.exit_code != 0
    assert "--force" in refused.stderr
    assert path.read_text(encoding="utf-8") == "mine"
    assert corners("--out", path, "--force").exit_code == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    result = corners("--out", tmp_path / "none" / "cards.pdf")
    assert result.exit_code != 0
    assert len(result.stderr.splitlines()) == 1


def test_an_unknown_paper_names_those_there_are(tmp_path: Path) -> None:
    result = corners("--paper", "a5", "--out", tmp_path / "x.pdf")
    assert result.exit_code == 2
    assert "letter" in result.stderr
