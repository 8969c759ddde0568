// Enlarging a figure inside its frame: two fingers, or buttons. The frame scrolls, so that keys and bars work too.

const MOST = 6;
const STEP = 1.5;

/** @param surface the frame; its only child `plane` holds everything that grows together. */
export class Zooming {
  #fingers = new Map();
  #scale = 1;

  constructor(surface, plane) {
    this.surface = surface;
    this.plane = plane;
  }

  get isPinching() {
    return this.#fingers.size > 1;
  }

  larger() {
    this.#about(this.#middle(), this.#scale * STEP);
  }

  smaller() {
    this.#about(this.#middle(), this.#scale / STEP);
  }

  whole() {
    this.#about(this.#middle(), 1);
  }

  down(event) {
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  up(event) {
    this.#fingers.delete(event.pointerId);
  }

  /** Follow a finger; moves and enlarges where two are down. */
  move(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    const before = this.#span();
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!this.isPinching) return;
    const after = this.#span();
    this.#about(before.middle, (this.#scale * after.length) / (before.length || 1));
    this.surface.scrollLeft += before.middle[0] - after.middle[0];
    this.surface.scrollTop += before.middle[1] - after.middle[1];
  }

  #span() {
    const [one, other = one] = [...this.#fingers.values()];
    return { middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], length: Math.hypot(one[0] - other[0], one[1] - other[1]) };
  }

  #middle() {
    const box = this.surface.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  /** Change the scale and keep what is under a place of the screen there. */
  #about([x, y], wanted) {
    const scale = Math.min(MOST, Math.max(1, wanted));
    const box = this.surface.getBoundingClientRect();
    if (this.#scale === 1) this.surface.style.height = `${box.height}px`; // the frame keeps its size while its content grows
    const [u, v] = [this.surface.scrollLeft + x - box.left, this.surface.scrollTop + y - box.top];
    const ratio = scale / this.#scale;
    this.#scale = scale;
    this.plane.style.width = `${scale * 100}%`;
    if (scale === 1) this.surface.style.height = "";
    this.surface.classList.toggle("enlarged", scale > 1);
    this.surface.toggleAttribute("tabindex", false);
    if (scale > 1) this.surface.tabIndex = 0; // its scrolling needs the keyboard
    this.surface.scrollLeft = u * ratio - (x - box.left);
    this.surface.scrollTop = v * ratio - (y - box.top);
  }
}
