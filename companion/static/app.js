/* The page as an app: a worker keeps what was seen last; while the box is out of reach the page says that it is old. */

const root = document.documentElement;
const note = document.getElementById("old");
const TRY_MS = 4000;
const PATIENCE_MS = 2500; // a stream that breaks and comes back at once is nothing to tell
let reached = Date.now(); // when the box was heard of last
let doubt = 0;

function told(time) {
  root.dataset.old = time;
  const when = new Date(Number(time)).toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
  note.textContent = note.dataset.words.replace("{time}", when);
}

function fresh() {
  clearTimeout(doubt);
  doubt = 0;
  reached = Date.now();
  delete root.dataset.old;
  note.textContent = "";
}

/* A page out of the worker's keeping, or the one shown when there is none: look again until the box answers */

async function tryAgain() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch { /* still away */ }
  setTimeout(tryAgain, TRY_MS);
}

const kept = "old" in root.dataset;
if (kept) told(root.dataset.old);
if (kept || document.querySelector("[data-away]")) setTimeout(tryAgain, TRY_MS);

/* A page that was open when the box went out of reach: with a worker or without, it stays and is marked */

addEventListener("reached", () => {
  if (kept) location.reload();
  else fresh();
});
addEventListener("lost", () => {
  if (!kept) doubt ||= setTimeout(() => told(reached), PATIENCE_MS);
});

/* The worker: only where browsers allow one. It is told what this page was made of, for it came too late to see it */

for (const line of document.querySelectorAll(".app-told")) {
  line.hidden = (line.dataset.secure === "yes") !== isSecureContext;
}
if (isSecureContext && navigator.serviceWorker) {
  const seen = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  if (!seen) navigator.serviceWorker.ready.then((registration) => {
    const parts = performance.getEntriesByType("resource").map((entry) => entry.name);
    registration.active.postMessage({ page: location.href, parts });
  });
}
