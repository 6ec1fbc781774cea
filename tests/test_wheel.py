"""The wheel holds all it needs: installed away from the checkout it runs the demo."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
    ]
    subprocess.run([*build, str(ROOT)], check=True)
    return next(folder.glob("table_companion-*.whl"))


def test_the_wheel_carries_models_and_pages_but_neither_training_nor_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    for needed in ("models/dice_detector.onnx", "models/dice_reader.onnx", "companion/schema.sql"):
        assert needed in names
    assert any(name.startswith("companion/templates/") for name in names)
    assert any(name.startswith("companion/static/") for name in names)
    assert {"companion/fonts/DejaVuSans.ttf", "companion/fonts/LICENSE"} <= set(names)
    assert "companion/locales/pt_BR/LC_MESSAGES/companion.mo" in names
    assert not [name for name in names if name.startswith(("models/train", "tests", "deploy"))]


def test_an_installed_wheel_runs_the_demo(wheel: Path, tmp_path: Path) -> None:
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(tmp_path / "site"),
        str(wheel),
    ]
    subprocess.run(install, check=True)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)}
    where = [sys.executable, "-c", "import companion; print(companion.__file__)"]
    assert (
        str(tmp_path) in subprocess.run(where, env=env, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    )
    demo = [sys.executable, "-m", "companion", "demo", "--once"]
    done = subprocess.run(demo, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
