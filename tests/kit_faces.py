"""Our own faces as our kits print them: `python tests/kit_faces.py` draws anew what `vision/kits` holds."""

from io import BytesIO

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas

from companion.kit_dice import DRAWERS
from companion.kit_fonts import use_fonts
from companion.kit_pen import UNITS, draw
from rules.dice_forge.kit import KIT
from vision.kit_faces import KIT_PX, kit_folder

Image = NDArray[np.uint8]

FINER = 4  # times as large as they are kept


def drawn(piece: str, faces: tuple[str, ...]) -> dict[str, Image]:
    """Return the faces as a printer lays them down, BGR, KIT_PX wide."""
    use_fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(UNITS, UNITS))
    for face in faces:
        draw(canvas, DRAWERS[piece](face), 0, UNITS * 25.4 / 72, UNITS * 25.4 / 72)
        canvas.showPage()
    canvas.save()
    with pypdfium2.PdfDocument(buffer.getvalue()) as pdf:
        pages = [page.render(scale=FINER * KIT_PX / UNITS).to_numpy()[..., :3] for page in pdf]
    small = (cv2.resize(page, (KIT_PX, KIT_PX), interpolation=cv2.INTER_AREA).astype(np.uint8) for page in pages)
    return dict(zip(faces, small, strict=True))


def main() -> None:
    """Write the faces of the kit."""
    folder = kit_folder(KIT.piece)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for face, picture in drawn(KIT.piece, tuple(dict.fromkeys(f for group in KIT.groups for f in group.faces))).items():
        cv2.imwrite(str(folder / f"{face}.png"), picture)


if __name__ == "__main__":
    main()
