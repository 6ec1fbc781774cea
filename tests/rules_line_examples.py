"""Positions of Line Dice with a known verdict for each next die; every one can be reached by play.

A block is a position: its dice in the order laid, then where the road goes on, what lies left, in front and right of
that cell (`P` a road end facing in, `B` a blank side, `.` nothing) and which shapes fit; then next dice with what
follows. The fourth die of E17 is a bluff that was let pass, and arrows still point S there.
"""

from dataclasses import dataclass, field

EXAMPLES = """
E1: X 0,0; S-EW 1,0; C1S 2,0
  head 2,-1 N, beside it ..., tail -1,0, fits: straight, left curve, right curve, crossing
  S-NS 2,-1 -> head 2,-2 N, tail -1,0
  S-EW 2,-1 -> NO_CONNECTION
  X 2,-1 -> head 2,-2 N, tail -1,0
  C0S 2,-1 -> head 1,-1 W, tail -1,0
  C1S 2,-1 -> NO_CONNECTION
  C2S 2,-1 -> NO_CONNECTION
  C3S 2,-1 -> head 3,-1 E, tail -1,0
  C2N 2,-1 -> ARROW
  S-EW -1,0 -> CELL_AT_TAIL
  S-EW 3,0 -> CELL_NOT_HEAD
  S-NS 0,1 -> CELL_NOT_HEAD

E2: S-NS 0,0
  S-NS 0,-1 -> head 0,-2 N, tail 0,1
  S-NS 0,1 -> head 0,2 S, tail 0,-1
  X 0,-1 -> head 0,-2 N, tail 0,1
  C1N 0,-1 -> head 1,-1 E, tail 0,1
  C0N 0,-1 -> NO_CONNECTION
  S-EW 0,-1 -> NO_CONNECTION
  S-EW 1,0 -> CELL_NO_ROAD_THERE
  S-NS 0,-2 -> CELL_NOT_HEAD
  S-NS 1,-1 -> CELL_NOT_HEAD

E3: S-EW 0,0
  C2E 1,0 -> head 1,-1 N, tail -1,0
  C2N 1,0 -> head 1,1 S, tail -1,0
  C2S 1,0 -> NO_CONNECTION
  C2W 1,0 -> NO_CONNECTION

E4: S-EW 0,0; X 1,0
  head 2,0 E, beside it ..., tail -1,0, fits: straight, left curve, right curve, crossing
  S-EW 2,0 -> head 3,0 E, tail -1,0
  C1S 2,0 -> head 2,-1 N, tail -1,0
  S-NS 1,-1 -> CELL_TURNS_ON_CROSSING
  S-NS 1,1 -> CELL_TURNS_ON_CROSSING

E5: S-EW 0,0; X 1,0; C1S 2,0; C0S 2,-1
  head 1,-1 W, beside it P.., tail -1,0, fits: left curve, crossing
  S-NS 1,-1 -> NO_CONNECTION
  S-EW 1,-1 -> BLOCKS_ROAD_END
  X 1,-1 -> head 0,-1 W, tail -1,0
  C0S 1,-1 -> NO_CONNECTION
  C1S 1,-1 -> NO_CONNECTION
  C2S 1,-1 -> BLOCKS_ROAD_END
  C3S 1,-1 -> head 1,1 S, tail -1,0, over 1,0

E6: S-EW 0,0; S-EW 1,0; X 2,0; C1S 3,0; C0S 3,-1; X 2,-1; C2S 1,-1; C3S 1,-2
  head 2,-2 E, beside it ..P, tail -1,0, fits: right curve, crossing
  C0S 2,-2 -> head 2,1 S, tail -1,0, over 2,-1 2,0
  X 2,-2 -> head 3,-2 E, tail -1,0
  S-EW 2,-2 -> BLOCKS_ROAD_END

E7: S-EW 0,0; S-EW 1,0; X 2,0; C1S 3,0; C0S 3,-1; X 2,-1; C2S 1,-1; C3S 1,-2; X 2,-2; C1S 3,-2; C0S 3,-3
  head 2,-3 W, beside it P.., tail -1,0, fits: left curve, crossing
  C3S 2,-3 -> head 2,1 S, tail -1,0, over 2,-2 2,-1 2,0
  X 2,-3 -> head 1,-3 W, tail -1,0
  S-EW 2,-3 -> BLOCKS_ROAD_END

E8: S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1
  head 1,-1 W, beside it B.., tail -1,0, fits: straight, right curve
  S-NS 1,-1 -> NO_CONNECTION
  S-EW 1,-1 -> head 0,-1 W, tail -1,0
  X 1,-1 -> CROSS_BESIDE_BLANK
  C0S 1,-1 -> NO_CONNECTION
  C1S 1,-1 -> NO_CONNECTION
  C2S 1,-1 -> head 1,-2 N, tail -1,0
  C3S 1,-1 -> DEAD_END

E9: C3S 0,0; C0S 1,0; C1S 1,1
  head 0,1 W, beside it ..P, tail 0,1, fits: right curve, crossing
  S-NS 0,1 -> NO_CONNECTION
  S-EW 0,1 -> BLOCKS_ROAD_END
  X 0,1 -> head -1,1 W, tail 0,2
  C0S 0,1 -> NO_CONNECTION
  C1S 0,1 -> NO_CONNECTION
  C2S 0,1 -> closes
  C3S 0,1 -> BLOCKS_ROAD_END

E10: C2S 0,0; C1S 1,0; C0S 1,-1
  head 0,-1 W, beside it P.., tail 0,-1, fits: left curve, crossing
  S-NS 0,-1 -> NO_CONNECTION
  S-EW 0,-1 -> BLOCKS_ROAD_END
  X 0,-1 -> head -1,-1 W, tail 0,-2
  C0S 0,-1 -> NO_CONNECTION
  C1S 0,-1 -> NO_CONNECTION
  C2S 0,-1 -> BLOCKS_ROAD_END
  C3S 0,-1 -> closes

E11: C2S 0,0; C1S 1,0; C0S 1,-1; X 0,-1; C2S -1,-1; C3S -1,-2
  head 0,-2 E, beside it ..P, tail 0,-2, fits: right curve, crossing
  S-NS 0,-2 -> NO_CONNECTION
  S-EW 0,-2 -> BLOCKS_ROAD_END
  X 0,-2 -> head 1,-2 E, tail 0,-3
  C0S 0,-2 -> closes, over 0,-1
  C1S 0,-2 -> BLOCKS_ROAD_END
  C2S 0,-2 -> NO_CONNECTION
  C3S 0,-2 -> NO_CONNECTION

E12: C2S 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; C0S 2,-2; S-EW 1,-2; C3S 0,-2
  head 0,-1 S, beside it .P., tail 0,-1, fits: straight, crossing
  S-NS 0,-1 -> closes
  S-EW 0,-1 -> NO_CONNECTION
  X 0,-1 -> closes
  C0S 0,-1 -> NO_CONNECTION
  C1S 0,-1 -> BLOCKS_ROAD_END
  C2S 0,-1 -> BLOCKS_ROAD_END
  C3S 0,-1 -> NO_CONNECTION

E13: C2S 0,0; X 1,0; C1S 2,0; S-NS 2,-1; C0S 2,-2; S-EW 1,-2; S-EW 0,-2; C3S -1,-2; C2S -1,-1
  head 0,-1 E, beside it B.P, tail 0,-1, fits: right curve
  S-NS 0,-1 -> NO_CONNECTION
  S-EW 0,-1 -> BLOCKS_ROAD_END
  X 0,-1 -> CROSS_BESIDE_BLANK
  C0S 0,-1 -> closes
  C1S 0,-1 -> DEAD_END
  C2S 0,-1 -> NO_CONNECTION
  C3S 0,-1 -> NO_CONNECTION

E14: S-EW 0,0; C1S 1,0; S-NS 1,-1; C0S 1,-2; S-EW 0,-2; C3S -1,-2; C2S -1,-1
  head 0,-1 E, beside it BBB, tail -1,0, fits: nothing
  S-NS 0,-1 -> NO_CONNECTION
  S-EW 0,-1 -> DEAD_END
  X 0,-1 -> DEAD_END
  C0S 0,-1 -> DEAD_END
  C1S 0,-1 -> DEAD_END
  C2S 0,-1 -> NO_CONNECTION
  C3S 0,-1 -> NO_CONNECTION

E15: S-EW 0,0; C1S 1,0; X 1,-1; C0S 1,-2; X 0,-2; C3S -1,-2; C2S -1,-1
  head 0,-1 E, beside it PPB, tail -1,0, fits: nothing
  S-NS 0,-1 -> NO_CONNECTION
  S-EW 0,-1 -> BLOCKS_ROAD_END
  X 0,-1 -> CROSS_BESIDE_BLANK
  C0S 0,-1 -> DEAD_END
  C1S 0,-1 -> BLOCKS_ROAD_END
  C2S 0,-1 -> NO_CONNECTION
  C3S 0,-1 -> NO_CONNECTION

E16: C2N 0,0
  S-NS 0,1 -> head 0,2 S, tail -1,0
  S-EW -1,0 -> head -2,0 W, tail 0,1
  C0N 0,1 -> head 1,1 E, tail -1,0
  C3N 0,1 -> head -1,1 W, tail -1,0
  C0N -1,0 -> head -1,-1 N, tail 0,1
  C1N -1,0 -> head -1,1 S, tail 0,1
  C2N 0,1 -> NO_CONNECTION
  C2N -1,0 -> NO_CONNECTION
  X 1,0 -> CELL_NO_ROAD_THERE

E17: X 0,0; S-EW 1,0; C1S 2,0; C2N 2,-1
  head 1,-1 W, beside it B.., tail -1,0, fits: straight, right curve
  S-EW 1,-1 -> head 0,-1 W, tail -1,0
  C3S 1,-1 -> DEAD_END
  C2S 1,-1 -> head 1,-2 N, tail -1,0
  C0N 1,-1 -> ARROW
  X 1,-1 -> CROSS_BESIDE_BLANK

E18: X 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; S-NS 2,-2; X 2,-3; C3S 2,-4; C0S 3,-4; C1S 3,-3; \
S-EW 1,-3; X 0,-3; C2S -1,-3; C3S -1,-4; C0S 0,-4; S-NS 0,-2; S-NS 0,-1
  head 0,1 S, beside it ..., tail -1,0, fits: straight, left curve, right curve, crossing
  S-NS 0,1 -> head 0,2 S, tail -1,0
  C2S 0,1 -> head 1,1 E, tail -1,0
  C1S 0,1 -> head -1,1 W, tail -1,0
  S-EW -1,0 -> CELL_AT_TAIL
  S-EW 0,1 -> NO_CONNECTION
"""


@dataclass
class Example:
    name: str
    dice: list[str]
    about: str = ""
    probes: list[tuple[str, str]] = field(default_factory=list)


def examples() -> list[Example]:
    """Return the positions with their next dice, each of these as (face and cell, what follows)."""
    found: list[Example] = []
    for line in EXAMPLES.strip().splitlines():
        name, colon, dice = line.partition(": ")
        if line.startswith("  head "):
            found[-1].about = line.strip()
        elif line.startswith("  "):
            die, _, follows = line.strip().partition(" -> ")
            found[-1].probes.append((die, follows))
        elif colon:
            found.append(Example(name, dice.split("; ")))
    return found
