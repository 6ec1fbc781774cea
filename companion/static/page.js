"use strict";
/* The score page: fetch what changed when told, send forms without leaving, choose a piece by tapping it. */

const main = document.querySelector("main");
const live = main.dataset.liveUrl;
const toast = document.getElementById("toast");
const TAP_PX = 30; // how far from a die's centre a finger may land

const here = new URL(location);
if (here.searchParams.has("tongue")) { // the language is kept by now: going back should not choose it again
  here.searchParams.delete("tongue");
  history.replaceState(history.state, "", here);
}

const shown = new Map(); // region id -> the HTML last received for it
for (const region of document.querySelectorAll("[data-live]")) shown.set(region.id, region.innerHTML);

function swap(region, html) {
  const target = document.getElementById(region);
  if (!target || shown.get(region) === html || target.querySelector("dialog[open], :popover-open")) return;
  const focus = document.activeElement;
  const open = [...target.querySelectorAll("details[open][id]")].map((element) => element.id);
  const place = target.contains(focus) ? focus.dataset.place || "" : "";
  const id = target.contains(focus) ? focus.id : "";
  const inside = target.contains(focus) && target.hasAttribute("tabindex");
  const typed = focus.value;
  target.innerHTML = html;
  shown.set(region, html);
  for (const name of open) document.getElementById(name)?.setAttribute("open", "");
  showSpelling(target);
  target.querySelectorAll(".pick").forEach(showAims);
  const again = (id && document.getElementById(id)) || (place && target.querySelector(`[data-place="${place}"]`));
  if (again) {
    if (id && again.matches("input")) again.value = typed;
    again.focus({ preventScroll: true });
  } else if (inside) target.focus({ preventScroll: true });
}

async function refresh() {
  if (!live) return;
  const answer = await fetch(live, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
  main.dataset.version = fresh.dataset.version;
  main.dataset.length = fresh.dataset.length;
  for (const part of fresh.children) swap(part.dataset.for, part.innerHTML);
  for (const field of document.querySelectorAll("input[name=length]")) {
    if (!field.closest("dialog[open], :popover-open")) field.value = fresh.dataset.length;
  }
}

function say(form, text) {
  const slot = form.isConnected && form.querySelector(".answer");
  if (slot) slot.textContent = text;
  else if (toast) {
    toast.textContent = text;
    toast.hidden = false;
    setTimeout(() => { toast.hidden = true; }, 8000);
  }
}

async function send(form, submitter) {
  if (form.getAttribute("aria-busy") === "true") return; // a second tap while the first is on its way
  const body = new FormData(form, submitter);
  const guide = form.closest("#guide");
  form.closest("dialog")?.close();
  for (const slot of document.querySelectorAll(".answer")) slot.textContent = "";
  if (toast) toast.hidden = true;
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await answer.json();
    if (told.pin) return location.assign(`${told.pin}?to=${encodeURIComponent(location.pathname + location.search)}`);
    if (answer.ok && !live) return location.reload();
    const over = (submitter ?? form).closest("[popover]");
    if (over && (answer.ok || !over.contains(form))) over.hidePopover();
    const ended = told.turn === null && form.closest("#guide, #table, #offers");
    await refresh();
    if (answer.ok && ended) scrollTo(0, 0); // who has won
    else if (answer.ok && guide?.getBoundingClientRect().top < 0) guide.scrollIntoView(); // what is asked next begins there
    if (!answer.ok) say(form, told.error);
    else if (form.hasAttribute("data-clear")) form.querySelector("[name=text]").value = "";
  } catch {
    say(form, document.body.dataset.unreachable);
  } finally {
    form.removeAttribute("aria-busy");
    if (form.enctype === "multipart/form-data") form.reset();
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-send]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

/* What the box would refuse is not sent at all: it would hang up before the browser has read why */

function tooLarge(field) {
  const { mostBytes, tooLarge: words } = document.body.dataset;
  const found = [...field.files].some((file) => file.size > Number(mostBytes));
  say(field.form, found ? words : "");
  if (found) field.value = "";
  return found;
}

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (event.target.matches("[type=file]") && tooLarge(event.target)) return;
  if (event.target.matches("[data-submit]") && event.target.files.length) form.requestSubmit();
  if (form?.matches("[data-seats]")) showNames(form);
  if (form?.matches("[data-asks]")) showAsked(form);
});

/* A quick sheet goes off with the tap that fills its last blank; with keys its button sends it */

document.addEventListener("click", (event) => {
  const form = event.target.matches("input[type=radio]") && event.detail > 0 && event.target.form;
  if (form && form.matches("[data-quick]") && form.checkValidity()) form.requestSubmit();
});

/* Choosing a piece */

function choose(piece) {
  const dialog = piece.closest("section").querySelector("dialog");
  const form = dialog.querySelector("form");
  const field = (name) => form.querySelector(`[name=${name}]`);
  field("place").value = piece.dataset.place;
  field("length").value = main.dataset.length || field("length").value;
  dialog.querySelector("[data-told]").textContent = piece.dataset.read;
  for (const faces of dialog.querySelectorAll("[data-faces]")) {
    faces.hidden = faces.dataset.faces !== piece.dataset.zone;
    for (const button of faces.querySelectorAll("button")) {
      button.toggleAttribute("aria-current", button.value === piece.dataset.face);
    }
  }
  dialog.showModal();
  dialog.querySelector("[aria-current]")?.focus();
}

function nearest(event, svg) {
  const away = (mark) => {
    const box = mark.querySelector(".outline").getBoundingClientRect();
    return Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
  };
  const dice = [...svg.querySelectorAll(".mark.die[data-place]")].filter((mark) => away(mark) < TAP_PX);
  return dice.sort((one, two) => away(one) - away(two))[0];
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  if (event.target.matches("dialog")) event.target.close();
  const svg = event.target.closest("svg.picture");
  const piece = (svg && nearest(event, svg)) || event.target.closest("[data-place]");
  if (piece) choose(piece);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const piece = event.target.closest?.("g[data-place]");
  const hit = event.target.closest?.("[data-hit]");
  if (piece || hit) event.preventDefault();
  if (piece) choose(piece);
  if (hit) point(hit);
});

/* Pointing at the drawn table: a piece shows its moves, an arrow plays one */

function showAims(pick) {
  const place = pick.dataset.pick;
  const section = pick.closest("section");
  section.querySelector(`[data-aims="${place}"]`)?.classList.toggle("on", pick.open);
  section.querySelector(`[data-hit="${place}"]`)?.setAttribute("aria-expanded", pick.open);
}

function point(target) {
  const section = target.closest("section");
  const { hit, aim } = target.dataset;
  if (aim) [...section.querySelectorAll(".pick[open] button[name=text]")].find((one) => one.value === aim)?.click();
  else {
    const pick = section.querySelector(`[data-pick="${hit}"]`);
    pick.open = !pick.open;
  }
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches(".pick")) showAims(event.target);
  if (event.target.matches("[popover]") && event.newState === "closed") refresh().catch(() => {}); // it was left alone
}, true);

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-hit], [data-aim]");
  if (target) point(target);
  const step = event.target.closest("[data-step]");
  if (step) stepped(step.parentElement.querySelector("input"), Number(step.dataset.step));
});

function stepped(field, by) {
  const now = field.value === "" ? (by > 0 ? Number(field.min) - 1 : Number(field.max) + 1) : Number(field.value);
  field.value = Math.min(Math.max(now + by, Number(field.min)), Number(field.max));
}

/* New session: who begins and what is whose is chosen by name */

function showNames(form) {
  const seats = Number(form.elements.seats.value);
  for (const choice of form.querySelectorAll("[data-seat-choice] [data-seat]")) {
    const name = form.elements[`player${choice.dataset.seat}`];
    choice.querySelector("span").textContent = name.value.trim() || name.placeholder;
    const gone = Number(choice.dataset.seat) >= seats; // the style hides it
    if (gone && choice.querySelector("input")?.checked) form.querySelector("[data-seat-choice] input").checked = true;
  }
}
document.querySelectorAll("[data-seats]").forEach(showNames);

/* A piece of a set: only what makes sense after the answers so far is asked */

function showAsked(form) {
  const answers = new FormData(form);
  const off = new Set(); // questions that are not asked, in order: what hangs on them is not asked either
  for (const part of form.querySelectorAll("[data-when]")) {
    const { when, values } = part.dataset;
    const out = off.has(when) || !values.split(" ").includes(answers.get(when));
    part.toggleAttribute("data-off", out);
    if (out) part.querySelectorAll("[name]").forEach((field) => off.add(field.name));
  }
}

/* A long move, put together word by word; and switches that this browser remembers */

function showSpelling(part) {
  for (const words of part.querySelectorAll("[data-spell]")) words.hidden = false;
}

function spell(verb, word) {
  const field = document.getElementById("move");
  field.closest("details").open = true;
  const words = field.value.split(" ").filter(Boolean);
  if (!word) field.value = words.length > 2 ? words.slice(0, -1).join(" ") : "";
  else field.value = words[0] === verb ? [...words, word].join(" ") : `${verb} ${word}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-word]");
  if (button) spell(button.closest("[data-spell]").dataset.spell, button.dataset.word);
});

function kept(box, value) {
  try {
    if (value) localStorage.setItem(box.id, value);
    return localStorage.getItem(box.id);
  } catch { // a browser that keeps nothing
    return null;
  }
}

for (const box of document.querySelectorAll("[data-keep]")) {
  box.checked = kept(box) !== "off";
  box.addEventListener("change", () => kept(box, box.checked ? "on" : "off"));
}
showSpelling(document);

/* News: a stream while the page is looked at, so that forgotten tabs cost the box nothing */

let events = null;

function listen() {
  events?.close();
  const link = document.getElementById("link");
  const stream = new EventSource(`${main.dataset.eventsUrl}?seen=${encodeURIComponent(main.dataset.version)}`);
  events = stream;
  stream.addEventListener("changed", () => refresh().catch(() => {}));
  stream.addEventListener("open", () => { link.textContent = ""; dispatchEvent(new Event("reached")); });
  stream.addEventListener("error", () => {
    link.textContent = link.dataset.offline;
    dispatchEvent(new Event("lost"));
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => refresh().catch(() => {}).finally(() => { if (events === stream) listen(); }), 3000);
  });
}

if (main.dataset.eventsUrl) {
  listen();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) events.close();
    else refresh().catch(() => {}).finally(listen);
  });
}
