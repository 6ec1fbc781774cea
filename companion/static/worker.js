"use strict";
/* Keeps the pages seen last and what they are made of. The box always comes first; what is kept is shown in need only. */

const PAGES = "pages";
const PARTS = "parts";
const AWAY = "/away";
const MOST_PAGES = 16;
const MOST_PARTS = 120;
const PATIENCE_MS = 4000; // a box that is switched off often does not even refuse
const NEVER = /^\/(health|setup|system|worker\.js)|\/(events|live|export|join)\b/; // news, pictures of the room, files
const PART = /^\/static\/|\/pieces\.svg$|\/small\.jpg$|\.jpg$/;

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage(AWAY).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const { page, parts } = event.data;
  event.waitUntil(Promise.all([keepPage(page), ...parts.map(keepPart)]).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, event));
  else if (PART.test(pathname) && !NEVER.test(pathname)) event.respondWith(part(request, event));
});

async function page(request, event) {
  const old = await found(PAGES, request.url);
  try {
    const answer = await timely(fetch(request), old);
    event.waitUntil(store(PAGES, request.url, answer.clone(), MOST_PAGES));
    return answer;
  } catch {
    return old ? marked(old) : (await found(PAGES, AWAY)) ?? Response.error();
  }
}

async function part(request, event) {
  const old = await found(PARTS, request.url);
  try {
    const answer = await timely(fetch(request), old);
    event.waitUntil(store(PARTS, request.url, answer.clone(), MOST_PARTS));
    return answer;
  } catch {
    return old ?? Response.error();
  }
}

/* Wait for the box, but not for long where something older can be shown */
function timely(answer, old) {
  if (!old) return answer;
  return Promise.race([answer, new Promise((_, fail) => { setTimeout(() => fail(new Error("late")), PATIENCE_MS); })]);
}

async function found(name, url) {
  return (await caches.open(name)).match(url, { ignoreVary: true });
}

async function keepPage(url) {
  if (url !== AWAY && NEVER.test(new URL(url, location.origin).pathname)) return;
  await store(PAGES, url, await fetch(url, { headers: { Accept: "text/html" } }), MOST_PAGES);
}

async function keepPart(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin || !PART.test(pathname) || NEVER.test(pathname)) return;
  await store(PARTS, url, await fetch(url), MOST_PARTS);
}

async function store(name, url, answer, most) {
  if (!answer.ok || answer.redirected || NEVER.test(new URL(url, location.origin).pathname)) return;
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", Date.now());
  const cache = await caches.open(name);
  await cache.delete(url);
  await cache.put(url, new Response(await answer.blob(), { headers }));
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) {
    if (!key.url.endsWith(AWAY)) await cache.delete(key);
  }
}

/* Say in the page itself that it is old, and since when */
async function marked(old) {
  const html = await old.text();
  return new Response(html.replace("<html ", `<html data-old="${old.headers.get("X-Kept")}" `), { headers: old.headers });
}
