/* The set-up page: a fresh picture every moment, and corners that are dragged to where they belong. */

const setup = document.querySelector("main.setup");
const look = document.getElementById("look");
const shot = document.getElementById("shot");
const STEP_MS = setup.querySelector("#game") ? 3000 : 1000; // reading pieces takes a small computer a while

/* The picture: the next one is loaded before it is shown, so that nothing blinks */

async function renewed() {
  const before = setup.dataset.version;
  await refresh();
  const version = setup.dataset.version;
  if (version === before) return;
  if (!shot) return location.reload(); // the camera's first picture
  const next = new Image();
  const address = `${shot.dataset.src}?v=${encodeURIComponent(version)}`;
  next.src = address;
  await next.decode();
  shot.setAttribute("href", address);
}

async function watch() {
  const link = document.getElementById("link");
  try {
    if (!document.hidden) await renewed();
    link.textContent = "";
  } catch {
    link.textContent = link.dataset.offline;
  }
  setTimeout(watch, STEP_MS);
}

if (setup.dataset.liveUrl) setTimeout(watch, STEP_MS);

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit-choice]")) event.target.form.requestSubmit();
});

/* Corners: by mouse, finger or arrow keys; the numbers below say the same */

const corners = document.getElementById("corners");
const handles = [...document.querySelectorAll(".handle")];
const outline = document.getElementById("outline");
const [, , WIDE, TALL] = look.getAttribute("viewBox").split(" ").map(Number);
let held = null; // the handle at a pointer, and how far from its middle it was taken

function perPixel() {
  return 1 / look.getScreenCTM().a;
}

function fields(handle) {
  return ["x", "y"].map((axis) => corners.elements[axis + handle.dataset.corner]);
}

function place(handle) {
  const [x, y] = fields(handle).map((field) => Number(field.value));
  handle.setAttribute("transform", `translate(${x} ${y}) scale(${perPixel()})`);
  handle.setAttribute("aria-label", `${handle.dataset.name}: ${Math.round(x)}, ${Math.round(y)}`);
  outline.setAttribute("points", handles.map((one) => fields(one).map((field) => field.value).join(",")).join(" "));
}

function move(handle, x, y) {
  const [across, down] = fields(handle);
  across.value = Math.min(Math.max(x, 0), WIDE - 1).toFixed(1);
  down.value = Math.min(Math.max(y, 0), TALL - 1).toFixed(1);
  place(handle);
}

function pointed(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(look.getScreenCTM().inverse());
  return [at.x, at.y];
}

for (const handle of handles) {
  handle.addEventListener("pointerdown", (event) => {
    const [x, y] = fields(handle).map((field) => Number(field.value));
    const [px, py] = pointed(event);
    held = { handle, dx: x - px, dy: y - py };
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (held?.handle !== handle) return;
    const [x, y] = pointed(event);
    move(handle, x + held.dx, y + held.dy);
  });
  for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => { held = null; });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    const step = Math.max(1, perPixel()) * (event.shiftKey ? 10 : 1);
    const [x, y] = fields(handle).map((field) => Number(field.value));
    move(handle, x + way[0] * step, y + way[1] * step);
    event.preventDefault();
  });
  for (const field of fields(handle)) field.addEventListener("input", () => place(handle));
}

function placeAll() {
  handles.forEach(place);
}
if (handles.length) {
  placeAll();
  addEventListener("resize", placeAll);
  document.getElementById("by-hand").addEventListener("toggle", placeAll);
}
