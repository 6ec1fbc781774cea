"""How the recording of Line Dice looks: black dice with pale roads on wine-red felt, the hands beside them."""

from collections.abc import Iterator, Sequence

import numpy as np

from rules import load
from rules.line_dice.state import State
from rules.loose import loose
from vision.render import Cloth, Scene
from vision.render_clutter import Thing
from vision.render_dice import Lamp
from vision.render_faces import DieLook, Image
from vision.render_lens import Lens
from vision.render_road_faces import RoadLook
from vision.render_set import LineDice, OwnedSet
from vision.render_tabletop import Extent, Tabletop

SEED = 42
SIZE_PX = (1600, 900)
QUALITY = 82

ROADS = RoadLook(wide=0.26, gap=0.06, arrow_at="outside", arrow=(40, 150, 250), arrow_size=0.24, arrow_in=0.3)
DICE = DieLook(body=(38, 34, 34), ink=(205, 228, 238), edge=0.16, gloss=0.45, style="roads", road=ROADS)
TABLE = Scene(
    cloth=Cloth("felt", (58, 44, 116), (66, 52, 130), 2.0, 43),
    lamp=Lamp((0.35, -0.3, -0.85), softness_mm=5),
    lens=Lens(gradient=0.15, gradient_deg=35, blur_px=0.5, noise=0.8, jpeg=100),
    things=(Thing("cup", 0, -150, 78, 20, (80, 120, 60)),),
)


def images(states: Sequence[State]) -> Iterator[Image]:
    """Yield a picture of each state's table, one after the other."""
    game, rng = load("line_dice"), np.random.default_rng(SEED)
    cells = {(place.cell[0], place.cell[1]) for state in states for place in game.table(state)}
    most = max(len(front) for state in states for front in loose(game, state))
    owned = OwnedSet(rng, {"line_die": LineDice(rng, ("black", DICE))})
    table = Tabletop(SEED, game.layout(states[0]), Extent(frozenset(cells), (most, most)), SIZE_PX, TABLE, owned)
    for state in states:
        yield table.picture(game.table(state), game.layout(state), loose(game, state))
