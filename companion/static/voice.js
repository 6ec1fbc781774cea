/* The voice: says the news by the browser's own speech, once, if this viewer has switched it on. */

const voice = document.getElementById("voice");
const told = document.getElementById("voice-told");
const knob = document.getElementById("voice-on");
const volume = document.getElementById("voice-volume");
const say = document.getElementById("say");
const speech = window.speechSynthesis;

function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch { // a browser that keeps nothing
    return null;
  }
}

/* Which news is said: what was played once for each length of the log, a problem whenever it is another one */

let last = news();
let settled = last.length; // what was played up to here was said, or happened before this page was open

function news() {
  const span = say.querySelector("span");
  return { text: span.textContent.trim(), length: Number(span.dataset.length), presses: "presses" in span.dataset };
}

function heard() {
  const now = news();
  if (!now.text || (now.text === last.text && now.length === last.length)) return;
  const again = !now.presses && now.length <= settled;
  last = now;
  if (!now.presses) settled = now.length;
  if (!again) speak(now.text);
}

/* Speaking */

function isOn() {
  return knob.getAttribute("aria-pressed") === "true";
}

function tongue(language) {
  const voices = speech.getVoices();
  const fitting = voices.filter((one) => one.lang.replace("_", "-").toLowerCase().startsWith(language.slice(0, 2)));
  const exact = fitting.filter((one) => one.lang.replace("_", "-").toLowerCase() === language.toLowerCase());
  const near = exact.length ? exact : fitting;
  return { known: voices.length > 0, found: near.find((one) => one.localService) ?? near[0] };
}

function speak(text) {
  if (!isOn()) return;
  const language = document.documentElement.lang || "en";
  const { known, found } = tongue(language);
  told.textContent = known && !found ? voice.dataset.silent : "";
  if (known && !found) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  if (found) utterance.voice = found;
  utterance.volume = Number(volume.value);
  utterance.addEventListener("error", (event) => {
    if (event.error !== "not-allowed") return; // a browser that wants a tap first
    told.textContent = voice.dataset.tap;
    addEventListener("pointerup", () => speak(text), { once: true });
  });
  speech.cancel(); // the newest news is what counts
  speech.speak(utterance);
}

function switched(on) {
  knob.setAttribute("aria-pressed", on);
  if (on) return;
  speech.cancel();
  told.textContent = "";
}

voice.hidden = !speech || !window.SpeechSynthesisUtterance;
if (!voice.hidden) {
  volume.value = remembered("voice-volume") ?? 1;
  switched(remembered("voice") === "on");
  new MutationObserver(heard).observe(say, { childList: true });
  knob.addEventListener("click", () => {
    switched(!isOn());
    remembered("voice", isOn() ? "on" : "off");
    speak(last.text);
  });
  volume.addEventListener("change", () => {
    remembered("voice-volume", volume.value);
    speak(last.text);
  });
}
