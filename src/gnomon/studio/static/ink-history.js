// What is marked on a figure, with undo and redo. An item is a stroke {pen, points} or a part by name {pen, element}; a state is a
// list of items, so that pen, eraser, clear and reuse are all one kind of step.

const MOST_STEPS = 200; // of undo: more than anybody takes back, and a bound for what is sent with each save

export class InkHistory {
  #items = [];
  #now = [];
  #past = [];
  #future = [];

  /** @param kept what `kept()` once returned, or nothing. */
  constructor(kept) {
    if (!kept) return;
    this.#items = kept.items;
    const listed = (numbers) => numbers.map((number) => this.#items[number]);
    this.#now = listed(kept.now);
    this.#past = kept.past.map(listed);
    this.#future = kept.future.map(listed);
  }

  /** The items that are on the figure now, in the order in which they came. */
  get items() {
    return this.#now;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Make these the items. */
  change(items) {
    this.#past = [...this.#past, this.#now].slice(-MOST_STEPS);
    this.#now = items;
    this.#future = [];
  }

  undo() {
    this.#future = [...this.#future, this.#now];
    this.#now = this.#past.at(-1);
    this.#past = this.#past.slice(0, -1);
  }

  redo() {
    this.#past = [...this.#past, this.#now];
    this.#now = this.#future.at(-1);
    this.#future = this.#future.slice(0, -1);
  }

  /** A plain value for a draft: each item once, states as their numbers. */
  kept() {
    const items = [...new Set([this.#now, ...this.#past, ...this.#future].flat())];
    const numbers = new Map(items.map((item, number) => [item, number]));
    const numbered = (state) => state.map((item) => numbers.get(item));
    return { items, now: numbered(this.#now), past: this.#past.map(numbered), future: this.#future.map(numbered) };
  }
}
