"use strict";
/* The film of positions: step with buttons and keys, scrub with the slider, or let it run. */

const slider = document.getElementById("step");
const scene = document.getElementById("scene");
const roll = document.getElementById("roll");
const PACE_MS = 1400;
const last = Number(slider.max);
const scenes = new Map([[Number(slider.value), scene.innerHTML]]); // what was fetched already
const base = slider.dataset.sceneUrl.replace(/0$/, "");
let wanted = Number(slider.value);
let timer = null;

async function fetched(step) {
  if (!scenes.has(step)) {
    const answer = await fetch(base + step, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.statusText);
    scenes.set(step, await answer.text());
  }
  return scenes.get(step);
}

async function show(step) {
  wanted = Math.min(Math.max(step, 0), last);
  slider.value = wanted;
  const at = wanted;
  try {
    const html = await fetched(at);
    if (at !== wanted) return; // scrubbed on meanwhile
    scene.innerHTML = html;
    mark(at);
    if (at < last) fetched(at + 1).catch(() => {});
  } catch {
    stop();
  }
}

function mark(step) {
  history.replaceState(null, "", `?step=${step}`);
  point(step);
}

function point(step) {
  document.querySelector("[data-shot][aria-current]")?.removeAttribute("aria-current");
  const shot = document.querySelector(`[data-shot="${step}"]`);
  shot?.setAttribute("aria-current", "step");
  const list = document.getElementById("shots");
  if (shot) list.scrollTop = shot.offsetTop - list.clientHeight / 2;
}

function stop() {
  clearInterval(timer);
  timer = null;
  roll.removeAttribute("aria-busy");
  roll.setAttribute("aria-pressed", "false");
}

function start() {
  if (wanted === last) show(0);
  roll.setAttribute("aria-busy", "true");
  roll.setAttribute("aria-pressed", "true");
  timer = setInterval(() => (wanted < last ? show(wanted + 1) : stop()), PACE_MS);
}

const WAYS = { first: () => 0, back: () => wanted - 1, on: () => wanted + 1, last: () => last };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

point(wanted);
roll.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
roll.addEventListener("click", () => (timer ? stop() : start()));
slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-to], [data-shot]");
  if (!button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  show(button.dataset.to ? WAYS[button.dataset.to]() : Number(button.dataset.shot));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const way = KEYS[event.key];
  if (way) {
    event.preventDefault();
    stop();
    show(WAYS[way]());
  } else if (event.key === " " && !roll.hidden && !event.target.closest("a, button")) {
    event.preventDefault();
    roll.click();
  }
});
