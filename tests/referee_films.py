"""How well the referee judges films: draws some of each game, judges each by the command, compares call by call.

`python tests/referee_films.py 10` draws ten films of each game and prints how many were judged exactly: every legal
move once and in order, every mishap told, nothing invented, the end as it lies. With --keep DIR the films stay there.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from film_acts import Film, Pieces
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
    ports = "".join(sorted(TURNS[(TURNS.index(port) + quarter) % 4] for port in piece["ports"]))
    arrow = piece["arrow"]
    return piece["face"], ports, arrow and TURNS[(TURNS.index(arrow) + quarter) % 4]


def position(pieces: Pieces) -> list[str]:
    """Pieces as one text each, the same whichever way the grid is numbered and turned."""
    return min(sorted(map(str, look(pieces, quarter))) for quarter in range(4))


def faults(told: Film, lines: list[dict[str, Any]]) -> list[str]:
    """What is wrong with the calls; [] where all of it is exact."""
    if not lines or "scores" not in lines[-1]:
        return ["no end"]
    wanted = [_key(one.finding, "ABCDEF"[one.seat], one.pieces) for one in told.told]
    found = [_key(call["finding"], call["player"], _pieces(call)) for call in lines[:-1]]
    wrong = []
    for kind, a, b, c, d in SequenceMatcher(None, wanted, found, autojunk=False).get_opcodes():
        if kind != "equal":
            wrong += [f"missed call {number + 1}, {wanted[number][:11]}" for number in range(a, b)]
            wrong += [f"invented {call['finding']} {call['t']} {call['move']}" for call in lines[c:d]]
    return wrong if position(told.end) == position(_pieces(lines[-1])) else [*wrong, "another end"]


def _key(finding: str, player: str, pieces: Pieces) -> str:
    """What is compared of a call: of an illegal act only that it was told."""
    return f"{finding} {player} {position(pieces)}" if finding == "LEGAL" else finding


def _pieces(call: Mapping[str, Any]) -> Pieces:
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
