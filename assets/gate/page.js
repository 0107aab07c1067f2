// The page of a guest: shows the pictures that the gate draws, and tells it what the guest does.
// Messages are JSON both ways, pictures and sounds bytes: see client/gate/messages.py and pictures.py.
"use strict";

const $ = (id) => document.getElementById(id);
const picture = $("picture"), paper = picture.getContext("2d", { alpha: false });
const typing = $("typing"), door = $("door"), hasFingers = matchMedia("(pointer: coarse)").matches;
const MOST_DELAY = 5000; // milliseconds between two calls to a gate that does not answer

let socket = null, drawing = Promise.resolve(), delay = 500, wanted = false;
const kept = (() => {
  try { localStorage.getItem("x"); return localStorage; } catch { return { getItem: () => null, setItem() {}, removeItem() {} }; }
})();

function say(kind, fields = {}) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ is: kind, ...fields }));
}

// --- coming and going ---------------------------------------------------------------------------

function screenSize() {
  return {
    width: Math.max(1, Math.min(20000, Math.round(innerWidth))),
    height: Math.max(1, Math.min(20000, Math.round(innerHeight))),
    density: Math.max(0.1, Math.min(16, devicePixelRatio || 1)),
  };
}

function word() {
  const scanned = location.hash.slice(1);
  if (scanned) {
    kept.setItem("tilewright.word", scanned);
    history.replaceState(null, "", "/"); // it belongs into no picture of the screen, and no history
  }
  return kept.getItem("tilewright.word") || "";
}

function call() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/socket`);
  socket.binaryType = "arraybuffer";
  const here = socket;
  here.onopen = () => say("Begin", {
    word: word(), ...screenSize(), language: navigator.language || "",
    calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
    contrast: matchMedia("(prefers-contrast: more)").matches,
    touch: hasFingers, keys: kept.getItem("tilewright.keys") || "",
  });
  here.onmessage = (event) => (typeof event.data === "string" ? hear(JSON.parse(event.data)) : take(event.data));
  here.onclose = (event) => {
    if (socket !== here) return;
    socket = null;
    if (event.code === 4001) return askWord();
    if (event.code === 4002) return ended();
    $("line").hidden = picture.hidden;
    setTimeout(() => { if (wanted && !socket) call(); }, delay);
    delay = Math.min(MOST_DELAY, delay * 1.6);
  };
}

function begin() {
  wanted = true;
  $("why").textContent = "";
  if (!socket) call();
}

function askWord() {
  wanted = false;
  kept.removeItem("tilewright.word");
  show(door);
  $("form").hidden = false;
  $("again").hidden = true;
  $("word").focus();
}

function ended() {
  wanted = false;
  show(door);
  $("form").hidden = true;
  $("again").hidden = false;
}

function show(part) {
  for (const one of [door, picture]) one.hidden = one !== part;
  if (part === door) typing.hidden = $("here").hidden = true;
  $("line").hidden = true;
}

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  kept.setItem("tilewright.word", $("word").value.trim().toUpperCase());
  begin();
});
$("again").addEventListener("click", begin);

// --- what the gate says -------------------------------------------------------------------------

function hear(message) {
  switch (message.is) {
    case "size":
      drawing = drawing.then(() => {
        picture.width = message.width;
        picture.height = message.height;
      });
      break;
    case "keys": kept.setItem("tilewright.keys", message.keys); break;
    case "typing": type(message.on, message.field); break;
    case "sound": play(message.cue, message.volume); break;
    case "copy": if (navigator.clipboard) navigator.clipboard.writeText(message.text).catch(() => {}); break;
    case "file": keep(message.name, message.data); break;
    case "away": $("why").textContent = message.text; break;
  }
}

function take(data) {
  const view = new DataView(data);
  if (view.getUint8(0) === 0x53) return learn(data, view);
  const number = view.getUint32(1), parts = [];
  for (let at = 5; at < data.byteLength; ) {
    const [x, y, wide, high] = [0, 2, 4, 6].map((byte) => view.getUint16(at + byte)), size = view.getUint32(at + 8);
    const file = new Uint8Array(data, at + 12, size), type = file[0] === 0x89 ? "image/png" : "image/jpeg";
    parts.push({ x, y, wide, high, image: createImageBitmap(new Blob([file], { type })) });
    at += 12 + size;
  }
  drawing = drawing.then(() => draw(number, parts)).catch(() => {});
}

async function draw(number, parts) {
  const images = await Promise.all(parts.map((part) => part.image));
  images.forEach((image, index) => {
    paper.drawImage(image, parts[index].x, parts[index].y, parts[index].wide, parts[index].high);
    image.close();
  });
  if (picture.hidden) show(picture);
  delay = 500;
  say("Shown", { picture: number });
}

function keep(name, data) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// --- sounds, from the first touch on ------------------------------------------------------------

let ears = null;
const sounds = new Map();

function learn(data, view) {
  const size = view.getUint8(1), cue = new TextDecoder().decode(new Uint8Array(data, 2, size));
  sounds.set(cue, data.slice(2 + size));
}

async function play(cue, volume) {
  if (!ears || !sounds.has(cue)) return;
  let sound = sounds.get(cue);
  if (sound instanceof ArrayBuffer) {
    sound = await ears.decodeAudioData(sound.slice(0)).catch(() => null);
    if (sound) sounds.set(cue, sound);
  }
  if (!sound) return;
  const source = ears.createBufferSource(), loudness = ears.createGain();
  source.buffer = sound;
  loudness.gain.value = volume;
  source.connect(loudness).connect(ears.destination);
  source.start();
}

function firstTouch() {
  const Ears = window.AudioContext || window.webkitAudioContext;
  if (Ears && !ears) ears = new Ears();
  if (ears && ears.state === "suspended") ears.resume();
  if (hasFingers && !document.fullscreenElement && document.documentElement.requestFullscreen)
    document.documentElement.requestFullscreen().catch(() => {});
  stayAwake();
}

let awake = null;

async function stayAwake() {
  if (awake) return;
  if (navigator.wakeLock) { // only where the page came over TLS
    awake = await navigator.wakeLock.request("screen").catch(() => null);
    if (awake) return awake.addEventListener("release", () => { awake = null; });
  }
  if (!picture.captureStream) return; // else a film of the picture, which nobody sees
  awake = document.createElement("video");
  awake.muted = awake.playsInline = true;
  awake.srcObject = picture.captureStream(1);
  awake.play().catch(() => { awake = null; });
}

// --- fingers and mouse --------------------------------------------------------------------------

let lastMove = null;

function pointer(event) {
  const place = { x: event.clientX, y: event.clientY };
  const what = { pointerdown: "down", pointermove: "move", pointerup: "up", pointercancel: "lost" }[event.type];
  event.preventDefault();
  if (what === "down" || what === "up") flush();
  if (event.pointerType === "mouse") {
    const message = { do: what === "lost" ? "up" : what, ...place, button: event.button === 2 ? 3 : 1 };
    if (what === "move") later("Mouse", { ...message, button: 0 }); else say("Mouse", message);
  } else {
    const message = { do: what, finger: Math.abs(event.pointerId), ...place };
    if (what === "move") later("Touch", message); else say("Touch", message);
  }
  if (what === "down") picture.setPointerCapture(event.pointerId);
  if (what === "up") firstTouch();
}

// Moves are told once a frame: the last of each finger.
const moves = new Map();

function later(kind, message) {
  moves.set(message.finger ?? "mouse", [kind, message]);
  if (lastMove === null) lastMove = requestAnimationFrame(flush);
}

function flush() {
  if (lastMove !== null) cancelAnimationFrame(lastMove);
  lastMove = null;
  for (const [kind, message] of moves.values()) say(kind, message);
  moves.clear();
}

for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
  picture.addEventListener(kind, pointer);
picture.addEventListener("contextmenu", (event) => event.preventDefault());
picture.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (!event.ctrlKey) say("Wheel", { dy: Math.max(-100, Math.min(100, -notches(event))) });
}, { passive: false });

// Turns of a wheel with notches, of which trackpads make parts. The mode is asked first: else Firefox says pixels.
function notches(event) {
  if (event.deltaMode === WheelEvent.DOM_DELTA_LINE) return event.deltaY / 3;
  if (event.deltaMode === WheelEvent.DOM_DELTA_PAGE) return event.deltaY;
  // A wheel has 120 for each notch, whatever it is in pixels; a trackpad three for each pixel.
  const wheel = event.wheelDeltaY || 0;
  return wheel * event.deltaY < 0 && wheel !== -3 * event.deltaY ? -wheel / 120 : event.deltaY / 100;
}

// --- keys and letters ---------------------------------------------------------------------------

const HELD = "\u00a0"; // something to delete in the field, so that deleting is heard of
const STEERING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Tab", "Backspace",
  "Delete", "Home", "End"]);
const OWN = new Set([...STEERING, " ", "F1", "F10", "+", "-", ",", "."]);

function key(event) {
  if (picture.hidden) return;
  if (event.isComposing) {
    if (event.key !== "Tab" || event.type !== "keydown") return;
    commit(); // one leaves the field, which keeps it
  }
  const letter = /^[a-z0-9]$/i.test(event.key), command = event.ctrlKey || event.metaKey;
  // Other scripts write no Latin letters: the gate knows what the place means there.
  const placed = event.key.length === 1 && /^Key[A-Z]$/.test(event.code);
  const meant = typing.hidden ? OWN.has(event.key) || letter || placed : STEERING.has(event.key);
  const back = letter ? event.key.toLowerCase() === "z" : event.code === "KeyZ";
  if (!meant || (command && !back) || event.altKey || event.getModifierState("AltGraph")) return;
  event.preventDefault();
  const fields = { key: event.key, code: event.code, down: event.type === "keydown", shift: event.shiftKey, ctrl: command };
  if (!event.repeat) say("Key", fields);
}

function tap(name) {
  say("Key", { key: name, down: true });
  say("Key", { key: name, down: false });
}

let field = 0, composing = false, composed = "";

// A field gets the focus, or none has it any more. What is composed the field that was left has kept already.
function type(on, number) {
  field = number;
  if (composing && on) drop();
  composing = false;
  typing.hidden = !on;
  $("here").hidden = !on || !hasFingers;
  typing.classList.toggle("unseen", !hasFingers);
  if (on) {
    typing.value = HELD;
    typing.focus();
  } else {
    typing.blur();
    picture.focus();
  }
}

// Ends a composition; some engines would go on with it, others end it later, or twice.
function drop() {
  composing = false;
  typing.blur();
  typing.value = HELD;
  typing.focus();
}

function write(text) {
  say("Text", { text: "", open: true, field });
  if (text) say("Text", { text: text.slice(0, 500), field });
}

function commit() {
  if (!composing) return;
  write(composed);
  drop();
}

addEventListener("keydown", key);
addEventListener("keyup", key);
addEventListener("blur", () => say("Blurred"));
addEventListener("paste", (event) => {
  if (picture.hidden) return;
  const text = event.clipboardData.getData("text").slice(0, 500);
  event.preventDefault();
  if (text && !typing.hidden) say("Text", { text, field });
});
typing.addEventListener("beforeinput", (event) => {
  if (event.isComposing || event.inputType === "insertCompositionText") return;
  event.preventDefault();
  if (event.inputType.startsWith("delete")) tap("Backspace");
  else if (event.inputType === "insertLineBreak") tap("Enter");
  else if (event.data) say("Text", { text: event.data.slice(0, 500), field });
});
typing.addEventListener("compositionstart", () => {
  composing = true;
  composed = "";
});
typing.addEventListener("compositionupdate", (event) => {
  if (!composing) return;
  composed = event.data;
  say("Text", { text: composed.slice(0, 500), open: true, field });
});
typing.addEventListener("compositionend", (event) => {
  if (!composing) return;
  composing = false;
  write(event.data);
  typing.value = HELD;
});
typing.addEventListener("blur", () => { // WebKit ends no composition then
  if (!composing) return;
  composing = false;
  write(composed);
});

// --- gamepads -----------------------------------------------------------------------------------

const pads = new Map();

function readPads() {
  for (const pad of navigator.getGamepads()) {
    if (!pad || !pads.has(pad.index)) continue;
    const before = pads.get(pad.index);
    const now = { button: pad.buttons.map((one) => one.value), axis: pad.axes.map((one) => Math.round(one * 20) / 20) };
    for (const part of ["button", "axis"])
      now[part].slice(0, 32).forEach((value, number) => {
        if (value !== before[part][number]) say("Pad", { pad: pad.index, part, number, value: Math.max(-1, Math.min(1, value)) });
      });
    pads.set(pad.index, now);
  }
  if (pads.size) requestAnimationFrame(readPads);
}

addEventListener("gamepadconnected", (event) => {
  if (event.gamepad.index > 15) return;
  pads.set(event.gamepad.index, { button: [], axis: [] });
  if (pads.size === 1) requestAnimationFrame(readPads);
});
addEventListener("gamepaddisconnected", (event) => {
  if (pads.delete(event.gamepad.index)) say("Pad", { pad: event.gamepad.index, part: "gone" });
});

// --- the screen ---------------------------------------------------------------------------------

let resized = null;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => say("Resize", screenSize()), 120);
});
document.addEventListener("visibilitychange", () => {
  say("Seen", { seen: !document.hidden });
  if (!document.hidden && wanted && !socket) call();
});

addEventListener("hashchange", () => { // another code was scanned while this page was open
  if (location.hash.length < 2) return;
  word();
  if (socket) socket.close();
  socket = null;
  begin();
});

if (word()) begin(); else askWord();
