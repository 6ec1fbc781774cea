"""How well the referee judges films: draws some of each game, judges each by the command, compares call by call.

`python tests/referee_films.py 10 --keep DIR` draws ten films of each game and prints how many were judged exactly: every legal
move once and in order, every mishap told, nothing invented, the end as it lies. With --keep the films stay in DIR.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from film_acts import Film
from film_line import line_film
from film_muses import muses_film

from vision.render import render
from vision.render_film import film, write_film
from vision.render_muses import MuseSet, lesson, muse_set

SETS = 5  # films of Dance of Muses share so many owners' sets
COMPANION = (sys.executable, "-m", "companion")
TURNS = "NESW"

Look = frozenset[tuple[Any, ...]]


def drawn(game: str, seed: int) -> Film:
    """The film of a game and seed."""
    return line_film(seed) if game == "line_dice" else muses_film(_owned(seed), seed)


def _owned(seed: int) -> MuseSet:
    return muse_set(900 + seed % SETS)


def judged(path: Path, told: Film, profile: Path | None) -> list[dict[str, Any]]:
    """What the command prints about a film, a line each."""
    options = [f"--option={name}={value}" for name, value in told.options.items()]
    players = ",".join("ABCDEF"[: told.seats])
    command = [*COMPANION, "referee", str(path), "--game", told.game, "--players", players, "--json", *options]
    command += ["--profile", str(profile)] if profile else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(path.name, done.stderr.strip()[-300:])  # noqa: T201
    return [json.loads(line) for line in done.stdout.splitlines()]


def look(pieces: Iterable[Mapping[str, Any]], quarter: int = 0) -> Look:
    """Pieces without their numbering: the left and top cell is 0, all turned clockwise by quarters."""
    found = [(*_turned(p["x"], p["y"], quarter), *_shown(p, quarter)) for p in pieces]
    left, top = min((f[0] for f in found), default=0), min((f[1] for f in found), default=0)
    return frozenset((f[0] - left, f[1] - top, *f[2:]) for f in found)


def _turned(x: int, y: int, quarter: int) -> tuple[int, int]:
    for _ in range(quarter):
        x, y = -y, x
    return x, y


def _shown(piece: Mapping[str, Any], quarter: int) -> tuple[Any, ...]:
    if "face" not in piece:
        return piece["muse"], piece["die"], piece["colour"]
    ports = frozenset(TURNS[(TURNS.index(port) + quarter) % 4] for port in piece["ports"])
    arrow = piece["arrow"]
    return piece["face"], ports, arrow and TURNS[(TURNS.index(arrow) + quarter) % 4]


def same(one: Any, other: Any) -> bool:
    """Whether two states are one position, whichever way the grid is numbered and turned."""
    return any(look(one) == look(other, quarter) for quarter in range(4))


def faults(told: Film, lines: list[dict[str, Any]]) -> list[str]:
    """What is wrong with the calls; [] where all of it is exact."""
    if not lines or "scores" not in lines[-1]:
        return ["no end"]
    *calls, end = lines
    wanted, found, wrong = list(told.told), list(calls), []
    while wanted or found:
        if wanted and found and wanted[0].finding == found[0]["finding"] and _agrees(wanted[0], found[0]):
            wanted.pop(0)
            found.pop(0)
        elif found and (not wanted or found[0]["finding"] != "LEGAL"):
            call = found.pop(0)
            if wanted and wanted[0].finding == "ILLEGAL" and call["finding"] == "AMBIGUOUS":
                wanted.pop(0)
            else:
                wrong.append(f"invented {call['finding']} {call['t']} {call['move']} {call['player']}")
        elif wanted[0].finding == "ILLEGAL":
            wrong.append(f"missed an illegal act before {found[0]['t'] if found else 'the end'}")
            wanted.pop(0)
        else:
            call = found.pop(0) if found else None
            wrong.append(
                f"missed move {len(told.told) - len(wanted) + 1}"
                + (f", got {call['t']} {call['move']}" if call else "")
            )
            wanted.pop(0)
    if not same(told.end, _pieces(end)):
        wrong.append("another end")
    return wrong


def _agrees(wanted: Any, call: dict[str, Any]) -> bool:
    if wanted.finding == "ILLEGAL":
        return True
    return "ABCDEF"[wanted.seat] == call["player"] and same(wanted.state, _pieces(call))


def _pieces(call: Mapping[str, Any]) -> Any:
    return call["state"].get("cells") or call["state"].get("tiles") or []


def taught(folder: Path, seed: int) -> Path:
    """A profile in which the set of a film is taught."""
    owned = _owned(seed)
    profile = folder / f"set{seed % SETS}"
    if not profile.is_dir():
        profile.mkdir()
        photo = profile / "lesson.png"
        cv2.imwrite(str(photo), render(lesson(owned, 900 + seed % SETS)))
        names = ",".join(f"m{i}" for i in range(9))
        suns = ",".join(map(str, owned.suns))
        command = [*COMPANION, "teach", "dance_of_muses", str(photo), "--names", names, "--suns", suns]
        subprocess.run([*command, "--profile", str(profile)], check=True, capture_output=True)
    return profile


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=10)
    parser.add_argument("--game", choices=("line_dice", "dance_of_muses"))
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = asked.keep or Path(made)
        folder.mkdir(exist_ok=True)
        for game in [asked.game] if asked.game else ["line_dice", "dance_of_muses"]:
            exact = 0
            for seed in range(asked.first, asked.first + asked.count):
                exact += _one(folder, game, seed)
            print(f"{game}: {exact} of {asked.count} films exact", flush=True)  # noqa: T201


def _one(folder: Path, game: str, seed: int) -> bool:
    told, path = drawn(game, seed), folder / f"{game}_{seed}.mp4"
    if not path.exists():
        write_film(film(told.acts, seed), str(path))
    begun = time.monotonic()
    lines = judged(path, told, taught(folder, seed) if game == "dance_of_muses" else None)
    wrong = faults(told, lines)
    (folder / f"{game}_{seed}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    print(f"{path.name}: {len(told.told)} calls, {time.monotonic() - begun:.0f} s", "; ".join(wrong), flush=True)  # noqa: T201
    return not wrong


if __name__ == "__main__":
    main()
