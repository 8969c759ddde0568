// A message on its way: kept on every input, sent by button or Ctrl+Enter, cleared only after the server took it.
// For a form with data-composer and hx-post; its text field has data-field, so that autosave.js keeps it.
import { announce } from "./announce.js";
import { draftOf } from "./autosave.js";
import { newId } from "./client-id.js";
import { signInAgain } from "./sign-in.js";

const FIRST_WORD = 1000; // ms until a wait is named: shorter ones need no word (Nielsen 1993, 5.5)
const SECOND_WORD = 8000; // ms until it is said again that something happens
class Composer {
  #timers = [];
  #sent = "";
  #attempted = false;

  constructor(form) {
    this.form = form;
    this.text = form.querySelector("[data-field]");
    this.draft = draftOf(form);
    this.progress = form.querySelector("[data-progress]");
    this.failed = form.querySelector("[data-failed]");
    this.cancel = form.querySelector("[data-cancel]");
    this.layer = document.querySelector("pen-layer[data-name]");
    form.addEventListener("htmx:config:request", (event) => this.#fill(event));
    form.addEventListener("htmx:before:request", () => this.#start());
    form.addEventListener("htmx:after:request", (event) => this.#answered(event));
    form.addEventListener("htmx:error", () => this.#complain("Not sent: the server cannot be reached. Your text is kept."));
    form.addEventListener("htmx:finally:request", () => this.#stop());
    this.cancel.addEventListener("click", () => {
      htmx.trigger(form, "htmx:abort");
      this.#complain("Cancelled. Your text is kept.");
    });
    form.querySelector("[data-retry]").addEventListener("click", () => form.requestSubmit());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    // Another text is another message: an id counts once.
    this.text.addEventListener("input", () => {
      if (this.#attempted) this.draft.set("client_id", undefined);
      this.#attempted = false;
    });
  }

  #fill(event) {
    if (!this.draft.get("client_id")) this.draft.set("client_id", newId());
    const { body } = event.detail.ctx.request;
    body.set("client_id", this.draft.get("client_id"));
    if (this.layer?.items.length) body.set("marks", JSON.stringify({ items: this.layer.items }));
    this.#sent = this.text.value;
    this.#attempted = true;
  }

  #start() {
    this.failed.hidden = true;
    this.cancel.hidden = false;
    this.form.setAttribute("aria-busy", "true");
    this.#timers = [
      setTimeout(() => this.#say("The tutor is replying…"), FIRST_WORD),
      setTimeout(() => this.#say("Still working. You may cancel; your text is kept."), SECOND_WORD),
    ];
  }

  #say(words) {
    this.progress.textContent = words;
    announce(words);
  }

  #stop() {
    this.#timers.forEach(clearTimeout);
    this.progress.textContent = "";
    this.cancel.hidden = true;
    this.form.removeAttribute("aria-busy");
  }

  #answered(event) {
    const { raw, status } = event.detail.ctx.response;
    if (status === 401 || raw.redirected) {
      event.preventDefault();
      signInAgain().then(() => this.form.requestSubmit());
    } else if (status >= 200 && status < 300) {
      this.#clear();
    } else {
      this.#complain(status < 500 ? reason(event.detail.ctx.text) : "The tutor cannot answer now. Your text is kept.");
    }
  }

  #clear() {
    this.draft.set("client_id", undefined);
    this.#attempted = false;
    if (this.text.value === this.#sent) {
      this.text.value = ""; // what was typed meanwhile stays
      this.draft.set(this.text.dataset.field, undefined, { soon: true });
    }
    this.layer?.finish();
  }

  #complain(words) {
    this.failed.hidden = false;
    this.failed.querySelector("[data-words]").textContent = words;
    announce(words);
  }
}

/** The server's words about a refusal, with what matters most here. */
function reason(html) {
  const words = new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
  return words.includes("kept") ? words : `${words} Your text is kept.`.trim();
}

for (const form of document.querySelectorAll("form[data-composer]")) new Composer(form);
