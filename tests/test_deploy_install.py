"""What puts the program on a Raspberry Pi: the script, the service, and the page that explains them."""

import configparser
import platform
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SCRIPT = DEPLOY / "install.sh"
README = (DEPLOY / "README.md").read_text(encoding="utf-8")
SERVE = (
    "/opt/companion/current/bin/companion serve --camera ${COMPANION_CAMERA} --port 8000 --profile /var/lib/companion"
    " $COMPANION_OPTIONS"
)


def call(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), *options], capture_output=True, text=True, check=False, timeout=30)


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "companion.service", encoding="utf-8")
    return parser


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_the_scripts_are_clean() -> None:
    scripts = sorted(map(str, DEPLOY.glob("*.sh")))
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0, done.stdout


def test_a_dry_run_names_every_step_and_changes_nothing() -> None:
    done = call("--dry-run", "--force", "--camera", "usb:0")
    assert done.returncode == 0, done.stderr
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    steps = [
        "apt-install.sh python3-venv python3-picamera2 libgl1 libglib2.0-0",
        "usermod --append --groups video companion",
        f"python3 -m venv --system-site-packages /opt/companion/{version}",
        f"pip install --quiet --upgrade {ROOT}[pi]",
        f"ln -sfn /opt/companion/{version} /opt/companion/current.new",
        'write "COMPANION_CAMERA=usb:0" to /etc/default/companion',
        f"install -m 644 {DEPLOY}/companion.service /etc/systemd/system/companion.service",
        "systemctl daemon-reload",
        "systemctl enable companion.service",
        "systemctl restart companion.service",
        ":8000 on a phone",
    ]
    places = [done.stdout.find(step) for step in steps]
    assert -1 not in places, steps[places.index(-1)]
    assert places == sorted(places)
    assert call("--dry-run", "--force", "--camera", "usb:0").stdout == done.stdout


def test_without_a_choice_of_camera_the_earlier_one_stays() -> None:
    assert "COMPANION_CAMERA" not in call("--dry-run", "--force").stdout


def test_removing_keeps_the_games() -> None:
    done = call("--uninstall", "--dry-run", "--force")
    assert done.returncode == 0
    assert "rm -rf /opt/companion\n" in done.stdout
    assert "The games stay in /var/lib/companion" in done.stdout
    assert "rm -rf /var" not in done.stdout


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["--nonsense"], 2, "sudo deploy/install.sh [--camera SOURCE]"),
        (["--camera"], 2, "sudo deploy/install.sh [--camera SOURCE]"),
        (
            ["--dry-run", "--force", "--camera", "; reboot"],
            1,
            '--camera is pi or usb:0, usb:1 and so on, not "; reboot"',
        ),
    ],
)
def test_wrong_options_are_refused(options: list[str], code: int, sentence: str) -> None:
    done = call(*options)
    assert done.returncode == code
    assert sentence in done.stderr


@pytest.mark.skipif(Path("/opt/companion").exists(), reason="the program is installed here")
def test_there_is_no_way_back_before_an_upgrade() -> None:
    done = call("--rollback", "--dry-run", "--force")
    assert done.returncode == 1
    assert "no earlier version in /opt/companion" in done.stderr


@pytest.mark.skipif(platform.machine() == "aarch64", reason="looks like a Pi")
def test_another_machine_is_refused_politely() -> None:
    done = call("--dry-run")
    assert done.returncode == 1
    assert "64-bit Raspberry Pi OS" in done.stderr
    assert "--force" in done.stderr


def test_the_service_runs_as_its_own_user_and_comes_back() -> None:
    service = unit()["Service"]
    assert service["ExecStart"] == SERVE
    assert "Environment=COMPANION_CAMERA=pi\n" in (DEPLOY / "companion.service").read_text()
    assert service["User"] == "companion"
    assert service["SupplementaryGroups"] == "video"
    assert service["Restart"] == "on-failure"
    assert service["StateDirectory"] == "companion"
    for hardening in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "RestrictSUIDSGID", "ProtectKernelModules"):
        assert service[hardening] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert "PrivateDevices" not in service  # the camera is a device
    assert unit()["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_service(tmp_path: Path) -> None:
    text = (DEPLOY / "companion.service").read_text().replace("/opt/companion/current/bin/companion", "/bin/true")
    copy = tmp_path / "companion.service"
    copy.write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0, done.stderr
    assert "companion.service" not in done.stderr


def test_the_readme_counts_its_steps_without_a_gap() -> None:
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", README, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 12


def test_the_readme_names_only_files_and_options_that_exist() -> None:
    for path in set(re.findall(r"\bdeploy/[\w.-]+", README)):
        assert (ROOT / path).is_file(), path
    usage = call("--help").stdout
    for option in set(re.findall(r"install\.sh (--\w[\w-]*)", README)):
        assert option in usage
    for command in set(re.findall(r"bin/companion (\w+)", README)):
        assert (ROOT / "companion" / "commands" / f"{command}.py").is_file(), command
    assert "-m vision" in README
    assert (ROOT / "vision" / "__main__.py").is_file()


def test_every_message_the_readme_explains_is_really_said() -> None:
    table = README.split("| you see | do |")[1]
    said = "".join((ROOT / "vision" / f"camera_{part}.py").read_text() for part in ("pi", "video"))
    for message in re.findall(r'^\| "([^"]+)"', table, re.MULTILINE):
        assert re.sub(r" \d", " {number}", message) in said, message


def test_another_camera_leaves_the_other_settings_alone(tmp_path: Path) -> None:
    settings = tmp_path / "companion"
    settings.write_text("COMPANION_CAMERA=pi\nCOMPANION_OPTIONS=--pin 4711\n")
    script = SCRIPT.read_text(encoding="utf-8")
    kept = re.search(r'write "\$settings" ("\$\(echo .*\)")$', script, re.MULTILINE)
    assert kept
    command = f'camera=usb:1 settings={settings}; printf "%s\\n" {kept[1]}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stdout == "COMPANION_CAMERA=usb:1\nCOMPANION_OPTIONS=--pin 4711\n"
