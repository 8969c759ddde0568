// The annotator's turn: first the move (act, subact, feedback, marks), then its words (proposed or own), then it is sent once.
// Everything is a field of the turn's draft, so that a reload in the middle finds the page as it was.
import { announce } from "./announce.js";
import { draftOf } from "./autosave.js";
import { wordsOf } from "./elements.js";
import { send } from "./request.js";
import { meantBy } from "./stroke-reading.js";

const FIRST_WORD = 1000; // ms until a wait is named, as in composer.js
const SECOND_WORD = 8000;
const BEAT = 20000; // ms: how often work is noted at most; gaps of five minutes do not count as work, so this is fine enough

const KEYS = { '[data-tool="look"]': "q", '[data-do="reuse"]': "j" }; // of the pens; subacts have their usual ones here

const desk = document.querySelector("[data-annotates]");
const item = desk?.dataset.annotates;
const form = desk?.querySelector("[data-turn-form]");
const layer = desk?.querySelector("pen-layer");
const by = (name) => form.querySelector(`[data-${name}]`);

class TurnForm {
  #timers = [];
  #isSending = false;

  constructor() {
    this.draft = draftOf(form);
    this.number = Number(form.dataset.number);
    this.text = form.querySelector("textarea");
    this.draft.addEventListener("load", () => this.show());
    form.addEventListener("input", () => this.show());
    form.addEventListener("submit", (event) => event.preventDefault());
    layer.addEventListener("meant", () => this.show());
    for (const [control, key] of Object.entries(KEYS)) layer.querySelector(control).dataset.key = key;
    by("propose").addEventListener("click", () => this.propose());
    by("again").addEventListener("click", () => this.propose());
    by("own").addEventListener("click", () => this.writeOwn());
    by("change").addEventListener("click", () => this.#step("move"));
    by("edit").addEventListener("click", () => this.#edit());
    by("send").addEventListener("click", () => this.send());
    by("proposals").addEventListener("click", (event) => this.#pick(event.target.closest("button")));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      if (this.draft.get("step") === "words") this.send();
    });
    this.draft.ready.then(() => this.#reuse());
    this.show();
  }

  // ---- the move

  get subact() {
    return form.querySelector('[name="subact"]:checked')?.value;
  }

  get feedback() {
    return form.querySelector('[name="feedback"]:checked')?.value ?? "none";
  }

  get guide() {
    return { number: this.number, subact: this.subact, feedback: this.feedback, meant: meantBy(layer) };
  }

  /** "Use last marks again" knows those of the turn before, which had a draft of its own. */
  #reuse() {
    const last = JSON.parse(form.dataset.last);
    if (!layer.last.length && last.length) layer.last = last;
  }

  show() {
    const act = form.querySelector('[name="act"]:checked')?.value;
    for (const set of form.querySelectorAll("[data-subacts]")) {
      set.hidden = set.dataset.subacts !== act;
      // A subact of another act is chosen no more.
      if (set.hidden) for (const radio of set.querySelectorAll(":checked")) this.#unchoose(radio);
    }
    for (const each of form.querySelectorAll("[data-guides]")) each.hidden = each.dataset.guides !== this.subact;
    const step = this.draft.get("step") ?? "move";
    for (const each of form.querySelectorAll("[data-step]")) each.hidden = each.dataset.step !== step;
    // E edits the words while they are shown; the eraser then has another key.
    layer.querySelector('[data-tool="eraser"]').dataset.key = step === "words" ? "x" : "e";
    const feedback = this.feedback === "none" ? "" : `, ${this.feedback} feedback`;
    by("move-words").textContent = `${act ?? ""}: ${this.subact ?? "?"}${feedback}`;
    this.#proposals();
    this.#asRead();
  }

  #unchoose(radio) {
    radio.checked = false;
    if (this.draft.get("subact") === radio.value) this.draft.set("subact", undefined);
  }

  #step(step) {
    this.draft.set("step", step, { soon: true });
    this.show();
    const first = step === "words" ? form.querySelector("[data-proposals] button") ?? this.text : form.querySelector('[name="act"]:checked');
    first?.focus();
  }

  /** What is wrong with the move; an empty text where nothing is. */
  #fault() {
    if (!this.subact) return "Choose an act and a subact first.";
    if (layer.querySelector("[data-reading] [data-open]")) return "Say first which part you mean by the strokes that could not be read.";
    return "";
  }

  // ---- the words

  async propose() {
    const fault = this.#fault();
    if (fault) return this.#complain(fault);
    const { guide } = this;
    this.#wait("Words are being proposed…");
    try {
      const response = await send("POST", `/annotate/items/${item}/proposals`, guide);
      const answer = await response.json();
      if (!response.ok) return this.#complain(answer.detail);
      this.draft.set("proposals", { ...answer, guide: JSON.stringify(guide) });
      this.draft.set("taken", undefined);
      this.#done();
      this.#step("words");
      announce(`${answer.texts.length} proposals.`);
    } catch {
      this.#complain("The server cannot be reached. What you chose and drew is kept.");
    }
    return undefined;
  }

  writeOwn() {
    const fault = this.#fault();
    if (fault) return this.#complain(fault);
    this.#done();
    this.draft.set("taken", undefined);
    this.#step("words");
    this.text.focus();
    return undefined;
  }

  #proposals() {
    const { texts = [], failed = 0, guide } = this.draft.get("proposals") ?? {};
    const taken = this.draft.get("taken");
    const list = by("proposals");
    const shown = texts.map((text, index) => {
      const row = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      Object.assign(button.dataset, { key: String(index + 1), keyWords: `Take proposal ${index + 1}`, index });
      button.setAttribute("aria-pressed", index === taken);
      const key = Object.assign(document.createElement("kbd"), { textContent: String(index + 1) });
      key.setAttribute("aria-hidden", "true");
      button.append(key, Object.assign(document.createElement("span"), { textContent: text, dir: "auto" }));
      row.append(button);
      return row;
    });
    if (list.textContent !== shown.map((row) => row.textContent).join("")) list.replaceChildren(...shown);
    else [...list.querySelectorAll("button")].forEach((button, index) => button.setAttribute("aria-pressed", index === taken));
    by("proposal-note").textContent = failed ? `${failed} more could not be proposed.` : "";
    by("stale").hidden = !guide || guide === JSON.stringify(this.guide);
  }

  #pick(button) {
    if (!button) return;
    const index = Number(button.dataset.index);
    const text = this.draft.get("proposals").texts[index];
    this.draft.set("taken", index);
    this.draft.set("text", text, { soon: true });
    this.text.value = text;
    this.show();
    announce(`Proposal ${index + 1} is taken. Press E to edit it, Ctrl and Enter to send it.`);
  }

  #edit() {
    this.text.focus();
    this.text.setSelectionRange(this.text.value.length, this.text.value.length);
  }

  // ---- sending

  async send() {
    const text = this.text.value.trim();
    const fault = this.#fault() || (text ? "" : "Write what you say, or take a proposal.");
    if (fault || this.#isSending) return fault && this.#complain(fault);
    this.#isSending = true;
    // The same words are sent under the same id, however often: other words are another message.
    const words = JSON.stringify([this.guide, text]);
    if (this.draft.get("sent")?.words !== words) this.draft.set("sent", { words, client_id: newId() });
    this.#wait("The student is answering…");
    await this.draft.save();
    try {
      const response = await send("POST", `/annotate/items/${item}/turns`, {
        ...this.guide,
        text,
        client_id: this.draft.get("sent").client_id,
        items: layer.items,
        proposals: this.draft.get("proposals")?.id ?? null,
        taken: this.draft.get("taken") ?? null,
      });
      const answer = await response.json();
      if (!response.ok) return this.#complain(answer.detail);
      this.draft.forget();
      location.assign(answer.is_over ? `/annotate/items/${item}/end` : `/annotate/items/${item}#your-turn`);
      if (!answer.is_over) location.reload();
    } catch {
      this.#complain("Not sent: the server cannot be reached. What you wrote and drew is kept.");
    } finally {
      this.#isSending = false;
    }
    return undefined;
  }

  #wait(words) {
    by("failed").hidden = true;
    const say = (text) => {
      for (const each of form.querySelectorAll("[data-progress]")) each.textContent = text;
      announce(text);
    };
    this.#done();
    form.setAttribute("aria-busy", "true");
    this.#timers = [setTimeout(() => say(words), FIRST_WORD), setTimeout(() => say("Still working. What you wrote and drew is kept."), SECOND_WORD)];
  }

  #done() {
    this.#timers.forEach(clearTimeout);
    form.removeAttribute("aria-busy");
    by("failed").hidden = true;
    for (const each of form.querySelectorAll("[data-progress]")) each.textContent = "";
  }

  #complain(words) {
    this.#done();
    by("failed").hidden = false;
    by("failed").textContent = words;
  }

  /** The figure with what the marks mean, beside the ink. */
  #asRead() {
    const place = desk.querySelector("[data-as-read]");
    const meant = meantBy(layer);
    place.hidden = meant.length === 0;
    if (place.hidden) return;
    const picture = place.querySelector("img");
    const named = (pen) => meant.filter((each) => each.pen === pen).map((each) => each.element).join("\n");
    const address = `${picture.dataset.drawing}?${new URLSearchParams({ green: named("green"), brown: named("brown") })}`;
    if (picture.getAttribute("src") !== address) picture.src = address;
    picture.alt = `The figure with ${meant.map((each) => `${wordsOf(each.element)} in ${each.pen}`).join(", ")}`;
  }
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Note that somebody works, for the time on task. */
function beat() {
  let last = 0;
  const note = () => {
    if (Date.now() - last < BEAT) return;
    last = Date.now();
    send("POST", `/annotate/items/${item}/active`, {}).catch(() => {}); // the next one counts as well
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) document.addEventListener(kind, note, { passive: true });
  note();
}

if (desk) {
  if (form) new TurnForm();
  beat();
  desk.querySelector("[data-ask-again]")?.addEventListener("click", async (event) => {
    event.target.disabled = true;
    await send("POST", `/annotate/items/${item}/answer`, {}).catch(() => {});
    location.reload();
  });
}
