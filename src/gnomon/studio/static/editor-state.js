// The state of an editor: one plain value, kept as a draft, changed by steps that can be undone, also after a reload.

const MOST_STEPS = 100;
const MERGED_WITHIN = 1500; // ms between two changes of one thing that are one step: what is typed or dragged in one go

export const EMPTY = {
  title: "", chapter: "", topic: "", level: "", source: "", text: "", unit: null, key: null, is_read: true, picture: null, answers: {},
  renamed: {}, moved: {}, removed: [], joined: [], parted: [], dropped: [], written: [], goal: null, figure: null,
};

/** Events: "change" after every change, whatever made it. */
export class State extends EventTarget {
  #draft;
  #key;
  #past;
  #future;
  #last = { what: null, at: 0 };

  constructor(draft, id, initial) {
    super();
    this.#draft = draft;
    this.#key = `gnomon:steps:${id}`;
    const kept = read(this.#key);
    this.#past = kept?.past ?? [];
    this.#future = kept?.future ?? [];
    this.value = { ...EMPTY, ...(draft.get("edit") ?? initial) };
    draft.addEventListener("load", () => {
      const theirs = { ...EMPTY, ...(draft.get("edit") ?? initial) };
      if (JSON.stringify(theirs) === JSON.stringify(this.value)) return;
      this.value = theirs;
      this.dispatchEvent(new Event("change"));
    });
  }

  /** Change the state. `what` names the thing that is changed; `work` gets a copy to change. */
  change(what, work) {
    const next = structuredClone(this.value);
    work(next);
    if (JSON.stringify(next) === JSON.stringify(this.value)) return;
    const at = Date.now();
    if (what !== this.#last.what || at - this.#last.at > MERGED_WITHIN) this.#past = [...this.#past, this.value].slice(-MOST_STEPS);
    this.#last = { what, at };
    this.#future = [];
    this.#be(next);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.value);
    this.#last.what = null;
    this.#be(this.#past.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.value);
    this.#last.what = null;
    this.#be(this.#future.pop());
  }

  #be(value) {
    this.value = value;
    this.#draft.set("edit", value);
    try {
      sessionStorage.setItem(this.#key, JSON.stringify({ past: this.#past, future: this.#future }));
    } catch {
      // No room on this device: the steps end with the page, the state is kept all the same.
    }
    this.dispatchEvent(new Event("change"));
  }
}

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
