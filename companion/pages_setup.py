"""Setting up the table: five steps with a light each, the picture they are judged by, and corners set by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion import fields as form
from companion.checkup import Check
from companion.corner_cards import PAPERS, write_corner_cards
from companion.kit import write_kit
from companion.kits import kits
from companion.pages import sessions
from companion.pages_errors import answer, wants_json
from companion.setting_up import STEPS, USUAL_MM, Look, SettingUp, corners_px, readable_games
from companion.tongues import code, told
from rules import load
from rules.text import say
from vision.reading import Piece
from vision.rectify import CalibrationError

EXTENSION: Final = "companion-setup"
TITLES: Final = {
    "camera": say("Camera"),
    "cards": say("Corner cards"),
    "focus": say("Focus"),
    "light": say("Light"),
    "pieces": say("Pieces"),
}
ASKED: Final = {
    "camera": say(
        "Hang the camera above the middle of the table, looking straight down, the whole mat in its picture."
    ),
    "cards": say(
        "Lay the four printed cards near the corners: 0 top left, 1 top right, 2 bottom right, 3 bottom left."
    ),
    "focus": say("The black squares of the cards should have crisp edges. Nothing may move while you look."),
    "light": say("Light from above or from two sides is best: no glare, no hard shadow over the mat."),
    "pieces": say("Lay some of your dice on the mat, or tiles with a die on each, and choose whose they are."),
}
CORNERS: Final = (
    say("Top left corner"),
    say("Top right corner"),
    say("Bottom right corner"),
    say("Bottom left corner"),
)
MM_PER_CM: Final = 10.0
CM: Final = (10.0, 500.0)  # sides of a table that can be

setups = Blueprint("setup", __name__, url_prefix="/setup")


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows of the set-up at one moment, for the step `now`."""

    now: str
    look: Look | None
    checks: dict[str, Check]
    game: str
    pieces: tuple[Piece, ...]
    corners: list[tuple[float, float]]
    table_cm: tuple[float, float]
    by_hand: bool

    @property
    def check(self) -> Check | None:
        """What was found at this step; None while nothing is known."""
        return self.checks.get(self.now)

    @property
    def following(self) -> str:
        """The step after this one; "" after the last."""
        return dict(zip(STEPS, (*STEPS[1:], ""), strict=True))[self.now]

    @property
    def version(self) -> str:
        """A text that differs from picture to picture; "" without one."""
        return self.look.version if self.look else ""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture; those of the drawing that stands for it without one."""
        return self.look.sighted.size_px if self.look else (960, 600)


@setups.get("")
def show() -> str:
    """Show one step, by default the first that is not in order."""
    return page()


@setups.get("/live")
def live() -> str:
    """Return the parts of the page that change."""
    return render_template(
        "setup_live.html", shown=_shown(), steps=STEPS, titles=TITLES, has_camera=setting_up().has_camera
    )


@setups.get("/picture.jpg")
def picture() -> Response:
    """Return the picture that the page shows; what was found is drawn over it by the browser."""
    look = setting_up().look()
    if look is None:
        abort(404, say("There is no picture yet."))
    return Response(look.jpeg(), mimetype="image/jpeg")


@setups.get("/cards.pdf")
def print_cards() -> Response:
    """Return the corner cards at true size, to print, in the viewer's language."""
    return _printed(write_corner_cards)


@setups.get("/kits/<name>.pdf")
def print_kit(name: str) -> Response:
    """Return the paper kit of a game at true size, to print, in the viewer's language."""
    if name not in kits():
        abort(404, say("There is no paper kit of “{game}”: choose another game.", game=name))
    return _printed(lambda path, paper, language: write_kit(path, name, paper, language))


@setups.post("/pictures")
def take() -> Response:
    """Set up by a photo from now on."""
    upload = request.files.get("picture")
    content = upload.read() if upload else b""
    if upload is None or not content:
        abort(400, say("No picture came: choose a photo of the table first."))
    setting_up().take(content, upload.filename or say("the picture"))
    return back(say("The photo is used from here on."))


@setups.post("/camera")
def use_camera() -> Response:
    """Set up by the camera from now on."""
    setting_up().use_camera()
    return back(say("The picture of the camera is used again."))


@setups.post("/corners")
def set_corners() -> Response:
    """Keep the corners that were set by hand as the table's map."""
    given, points = form.sent(), list[tuple[float, float]]()
    try:
        points = [(_number(given, f"x{i}"), _number(given, f"y{i}")) for i in range(4)]
        size = _size_mm(given)
        setting_up().set_corners(points, size)
    except CalibrationError as error:
        return refused(str(error), points)
    except OSError as error:
        abort(503, say("The corners cannot be kept ({reason}): make room on the disk.", reason=error.strerror))
    return back(say("The corners are kept: they are used while the camera stays where it is."))


@setups.post("/corners/forget")
def forget_corners() -> Response:
    """Let the cards make the map again."""
    try:
        setting_up().forget_corners()
    except OSError as error:
        abort(503, say("The corners cannot be taken away ({reason}): check the disk.", reason=error.strerror))
    return back(say("The corners set by hand are gone: the cards are looked for."))


def _printed(write: Callable[[Path, str, str], None]) -> Response:
    """Return the PDF that `write` makes of a file, the paper that is asked for, and a language."""
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        abort(404, say("There is no paper “{paper}” to print on: choose A4 or Letter.", paper=paper))
    with NamedTemporaryFile(suffix=".pdf") as file:
        write(Path(file.name), paper, code())
        return Response(file.read(), mimetype="application/pdf")


def setting_up() -> SettingUp:
    """Return the set-up of this server's table."""
    found: SettingUp = current_app.extensions[EXTENSION]
    return found


def refused(
    fault: str, dragged: list[tuple[float, float]] | None = None, given: Mapping[str, Any] | None = None
) -> Response:
    """Return why a form was not taken: programs get JSON, people the page with what they filled in, as `page`."""
    return answer(422, fault) if wants_json() else make_response(page(fault, dragged, given), 422)


def page(
    fault: str = "", dragged: list[tuple[float, float]] | None = None, given: Mapping[str, Any] | None = None
) -> str:
    """Return the whole page; after a fault with the corners as they were dragged, or what was `given` of the pieces."""
    shown = _shown()
    return render_template(
        "setup.html",
        shown=replace(shown, corners=dragged) if dragged and shown.look else shown,
        steps=STEPS,
        titles=TITLES,
        asked=ASKED,
        corners=CORNERS,
        fault=fault,
        given=given,
        lesson=setting_up().lesson(shown.game) if shown.now == "pieces" and shown.look else None,
        has_camera=setting_up().has_camera,
        games=readable_games(),
        kits={name: load(name).title for name in kits()},
    )


def _shown() -> Shown:
    setting = setting_up()
    look, game = setting.look(), game_shown()
    asked = request.values.get("step", "")
    checks = dict(setting.checks(look, game if asked == "pieces" else None))
    now = asked if asked in STEPS else next((s for s in STEPS if s not in checks or not checks[s].ok), STEPS[-1])
    if look is not None and now == "pieces" and "pieces" not in checks:
        checks |= setting.checks(look, game)
    kept = setting.calibration()
    wide, deep = kept.table_mm if kept else USUAL_MM
    return Shown(
        now,
        look,
        checks,
        game,
        look.readings[game].pieces if look and game in look.readings else (),
        corners_px(look, kept) if look else [],
        (round(wide / MM_PER_CM, 1), round(deep / MM_PER_CM, 1)),
        kept is not None and not kept.cards,
    )


def game_shown() -> str:
    """Return whose pieces are laid out: as asked for, else those of the newest session, else of the first game."""
    games, asked = readable_games(), request.values.get("game", "")
    newest = next((one.setup.game for one in sessions().summaries()), "")
    return next(name for name in (asked, newest, *games) if name in games)


def back(sentence: str) -> Response:
    """Return the way back to the step and the game it came from, with what is to be said there."""
    flash(told(sentence))
    step = request.values.get("step", "")
    game = request.args.get("game")
    return make_response(redirect(url_for("setup.show", step=step if step in STEPS else None, game=game), 303))


def _number(given: Any, name: str) -> float:  # noqa: ANN401 (what a request sent)
    try:
        number = float(given.get(name, ""))
    except (TypeError, ValueError):
        number = float("nan")
    if not abs(number) < 1e6:  # noqa: PLR2004 (no picture is that large; NaN fails as well)
        raise CalibrationError(say("A corner has no place in the picture: drag its handle, or type whole numbers."))
    return number


def _size_mm(given: Any) -> tuple[float, float]:  # noqa: ANN401 (as above)
    wide, deep = _number(given, "wide"), _number(given, "deep")
    if not all(CM[0] <= side <= CM[1] for side in (wide, deep)):
        raise CalibrationError(say("The table cannot be that large: measure from corner to corner, in centimetres."))
    return wide * MM_PER_CM, deep * MM_PER_CM
