// Drafts: every input is copied on this device at once and on the server soon after. An element with data-draft="PLACE" has one.
//
// On the server a draft is {version, body}; a stale version is refused with 409 and the newer body, and the page asks which to keep.
// What is kept here outlives a reload, a crash, a server that is down and the end of the session.
import { announce } from "./announce.js";
import { send } from "./request.js";

const TYPING_PAUSE = 800; // ms without a key before text goes to the server: about a pause between words
const RETRY = 5000; // ms until what could not be saved is tried again
const PREFIX = "gnomon:draft:";
const WORDS = {
  saved: "Saved",
  saving: "Saving…",
  unsaved: "Not saved. Kept on this device; trying again.",
  conflict: "Changed in another window.",
};
const drafts = new Map();

/** The draft of the nearest element with data-draft, loaded; one for each place. */
export function draftOf(element) {
  const place = element.closest("[data-draft]")?.dataset.draft;
  if (!place) return null;
  if (!drafts.has(place)) drafts.set(place, new Draft(place));
  return drafts.get(place);
}

/** A body of named values. Events: "load" when the values were replaced from outside, "state" when the state changed. */
export class Draft extends EventTarget {
  #timer;
  #saving;

  constructor(place) {
    super();
    this.address = `/api/drafts/${place}`;
    this.key = PREFIX + place;
    const kept = read(this.key);
    this.version = kept?.version ?? 0;
    this.body = kept?.body ?? {};
    this.dirty = kept?.dirty ?? false;
    this.state = this.dirty ? "saving" : "saved";
    this.theirs = null;
    this.ready = this.#load();
  }

  /** Whether nothing was ever kept here. */
  get isNew() {
    return this.version === 0 && Object.keys(this.body).length === 0;
  }

  get(name) {
    return this.body[name];
  }

  /** Keep a value; undefined removes it. `soon` sends it now instead of after a pause. */
  set(name, value, { soon = false } = {}) {
    if (value === undefined) delete this.body[name];
    else this.body[name] = value;
    this.dirty = true;
    this.#keep();
    if (this.state === "conflict") return;
    this.#be("saving");
    this.#later(soon ? 0 : TYPING_PAUSE);
  }

  /** Send what is not saved yet; one request at a time, the last state wins. */
  save() {
    clearTimeout(this.#timer);
    this.#saving ??= this.#put().finally(() => {
      this.#saving = null;
      if (this.dirty && this.state === "saving") this.#later(0);
    });
    return this.#saving;
  }

  /** After a conflict: go on with what is on this page, or with what the other window wrote. */
  resolve(mine) {
    this.version = this.theirs.version;
    if (!mine) this.#take(this.theirs);
    this.theirs = null;
    this.#be(mine ? "saving" : "saved");
    if (mine) this.save();
  }

  /** What was written was sent for good: the copy here goes, and nothing more is saved. */
  forget() {
    clearTimeout(this.#timer);
    this.dirty = false;
    drafts.delete(this.address.replace("/api/drafts/", ""));
    try {
      localStorage.removeItem(this.key);
    } catch {
      // As in #keep: there was no copy.
    }
  }

  async #load() {
    try {
      const response = await send("GET", this.address);
      // Version 0, nothing there: what was saved once has been sent since, perhaps from another window.
      const there = response.ok ? await response.json() : response.status === 404 ? { version: 0, body: {} } : null;
      if (this.dirty) {
        // Written before this page was opened, or while it loaded: ours, if nobody else wrote since.
        this.save();
      } else if (there) {
        this.#take(there);
        this.#be("saved");
      }
    } catch {
      if (this.dirty) this.#fail();
    }
    return this;
  }

  async #put() {
    if (!this.dirty) return;
    const sent = JSON.stringify(this.body);
    try {
      const response = await send("PUT", this.address, { version: this.version, body: this.body });
      if (response.ok) {
        this.version = (await response.json()).version;
        this.dirty = JSON.stringify(this.body) !== sent;
        this.#keep();
        this.#be(this.dirty ? "saving" : "saved");
      } else if (response.status === 409) {
        const theirs = await response.json();
        if (same(theirs.body, this.body)) {
          this.#take(theirs); // our own request, whose answer was lost
          this.#be("saved");
        } else {
          this.theirs = theirs;
          this.#be("conflict");
        }
      } else {
        this.#fail();
      }
    } catch {
      this.#fail();
    }
  }

  #take({ version, body }) {
    this.version = version;
    this.body = body ?? {};
    this.dirty = false;
    this.#keep();
    this.dispatchEvent(new Event("load"));
  }

  #fail() {
    this.#be("unsaved");
    this.#later(RETRY);
  }

  #later(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), delay);
  }

  #keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: this.version, body: this.body, dirty: this.dirty }));
    } catch {
      // The device is full or refuses: the server's copy is then the only one, and the state says when it is missing.
    }
  }

  #be(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Whether two bodies are equal, whatever the order of their keys. */
function same(one, other) {
  const sorted = (value) =>
    JSON.stringify(value, (_, each) =>
      each && typeof each === "object" && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each,
    );
  return sorted(one) === sorted(other);
}

/** Say the state of a draft in words beside the tools. */
function showState(element) {
  const draft = draftOf(element);
  const words = element.querySelector("[data-words]");
  const choice = element.querySelector("[data-conflict]");
  const show = () => {
    element.dataset.state = draft.state;
    words.textContent = draft.isNew && draft.state === "saved" ? "" : WORDS[draft.state]; // nothing typed, nothing to say
    choice.hidden = draft.state !== "conflict";
    if (draft.state === "unsaved" || draft.state === "conflict") announce(WORDS[draft.state]);
  };
  for (const event of ["state", "load"]) draft.addEventListener(event, show);
  for (const button of choice.querySelectorAll("button")) button.addEventListener("click", () => draft.resolve(button.value === "mine"));
  show();
}

/** Bind the fields that carry data-field to their draft. */
function bind(field) {
  const draft = draftOf(field);
  const name = field.dataset.field;
  const toggles = field.type === "checkbox";
  const fill = () => {
    const kept = draft.get(name);
    if (kept === undefined) return;
    if (toggles) field.checked = kept;
    else if (field.type === "radio") field.checked = kept === field.value;
    else if (field.value !== kept) field.value = kept; // the same text set again would move the caret
  };
  fill();
  draft.addEventListener("load", fill);
  field.addEventListener("input", () => draft.set(name, toggles ? field.checked : field.value, { soon: field.type === "radio" || toggles }));
}

export function start(root) {
  for (const field of found(root, "[data-field]")) {
    if (field.dataset.bound) continue;
    field.dataset.bound = "yes";
    bind(field);
  }
  for (const element of found(root, "[data-save-state]")) {
    if (element.dataset.bound) continue;
    element.dataset.bound = "yes";
    showState(element);
  }
}

const found = (root, selector) => [...root.querySelectorAll(selector)];

start(document);
document.addEventListener("htmx:after:process", () => start(document));
addEventListener("online", () => drafts.forEach((draft) => draft.dirty && draft.save()));
addEventListener("beforeunload", (event) => {
  if ([...drafts.values()].some((draft) => draft.state === "unsaved" || draft.state === "conflict")) event.preventDefault();
});
// The pause after the last key may not be over: the browser sends this after the page is gone.
addEventListener("pagehide", () => {
  for (const draft of drafts.values())
    if (draft.dirty && draft.state === "saving") send("PUT", draft.address, { version: draft.version, body: draft.body }, { keepalive: true }).catch(() => {});
});
// Whoever signs out on a shared device leaves no texts behind; what the server does not have stays.
document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action") !== "/sign-out") return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && !read(key)?.dirty) localStorage.removeItem(key);
});
