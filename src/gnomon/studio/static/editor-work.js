// What the server makes of the state: asked after a pause, the newest counts, and an older answer never replaces a newer one.
import { send } from "./request.js";

const PAUSE = 500; // ms without a change: about a pause between words
const RETRY = 5000; // ms until a server that did not answer is asked again
const FIRST_WORD = 1000; // ms until a wait is named: shorter ones need no word

/** Events: "shown" with a new answer in `shown`, "state" when `state` changed: idle, working, failed. */
export class Work extends EventTarget {
  #timer;
  #word;
  #asked = 0;

  constructor(id, state) {
    super();
    this.id = id;
    this.source = state;
    this.shown = null;
    this.state = "idle";
    this.why = "";
    state.addEventListener("change", () => this.soon());
  }

  soon(pause = PAUSE) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  async #ask() {
    const number = ++this.#asked;
    clearTimeout(this.#word);
    this.#word = setTimeout(() => this.#be("working"), FIRST_WORD);
    try {
      const response = await send("POST", "/edit/api/work", { id: this.id, edit: this.source.value });
      const answer = await response.json();
      if (number !== this.#asked) return; // something newer was asked meanwhile
      if (response.ok) {
        this.shown = answer;
        this.dispatchEvent(new Event("shown"));
        this.#be("idle");
      } else if (response.status === 409) {
        this.#be("idle"); // another window of this editor is at work
      } else {
        this.#be("failed", answer.detail);
      }
    } catch {
      if (number !== this.#asked) return;
      this.#be("failed", "The server cannot be reached; what you typed is kept.");
      this.soon(RETRY);
    }
  }

  #be(state, why = "") {
    clearTimeout(this.#word);
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event("state"));
  }
}
