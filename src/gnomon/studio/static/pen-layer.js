// <pen-layer>: two pens, an eraser, undo and redo over a figure, for mouse, finger and pen; and a list of named parts for who
// does not drag. Strokes are kept in pixels of the picture from its upper left corner, whatever the zoom of page or figure.
//
// It finds its controls by attribute: [data-tool], [data-do], [data-part], [data-marks]; the figure in .drawing may be replaced
// at any time. Its value is the draft's field data-name. Events: "ink" after each change of the items.
import { announce } from "./announce.js";
import { draftOf } from "./autosave.js";
import { wordsOf } from "./elements.js";
import { distance, redraw, strokePath, tags } from "./ink-drawing.js";
import { InkHistory } from "./ink-history.js";
import { Zooming } from "./zooming.js";

const SVG = "http://www.w3.org/2000/svg";
const RUBBER = 10; // pixels of the picture: how near the eraser has to come to a stroke
const ERASER_BUTTON = 32; // in PointerEvent.buttons: the other end of a pen

class PenLayer extends HTMLElement {
  #history = new InkHistory();
  #tool = "look";
  #penSeen = false;
  #drawing = null; // {pointerId, stroke, path} while a stroke grows
  #erasing = null; // {pointerId, items} while the eraser is down
  #last = [];
  #frame = 0;

  connectedCallback() {
    if (this.ink) return;
    this.surface = this.querySelector(".surface");
    this.plane = this.querySelector(".plane");
    this.ink = document.createElementNS(SVG, "svg");
    this.ink.setAttribute("class", "ink");
    this.ink.setAttribute("aria-hidden", "true"); // the list of marks says the same in words
    this.plane.append(this.ink);
    this.zooming = new Zooming(this.surface, this.plane);
    this.#choose(this.dataset.tool ?? "look");
    this.#listen();
    new MutationObserver(() => this.#show()).observe(this.querySelector(".drawing"), { childList: true });
    this.draft = this.dataset.name ? draftOf(this) : null;
    this.draft?.addEventListener("load", () => this.#restore());
    this.#restore();
  }

  /** What is on the figure: strokes {pen, points} and parts by name {pen, element}. */
  get items() {
    return this.#history.items;
  }

  set items(items) {
    this.#change(items);
  }

  /** What "reuse" puts on the figure: the marks of an earlier turn. */
  get last() {
    return this.#last;
  }

  set last(items) {
    this.#last = items;
    this.#keep();
    this.#controls();
  }

  /** Width and height of the picture in its own pixels, and its corner in the drawing's coordinates. */
  get picture() {
    const drawing = this.querySelector(".drawing > svg");
    const { x, y, width, height } = drawing ? drawing.viewBox.baseVal : { x: 0, y: 0, width: 0, height: 0 };
    return { x, y, width, height };
  }

  /** Empty the figure after its marks were sent; they can be used again. */
  finish() {
    this.#last = this.items;
    this.#history = new InkHistory();
    this.#changed();
  }

  #restore() {
    const kept = this.draft?.get(this.dataset.name);
    this.#history = new InkHistory(kept?.history);
    this.#last = kept?.last ?? [];
    this.#show();
    this.dispatchEvent(new CustomEvent("ink", { bubbles: true }));
  }

  #change(items) {
    this.#history.change(items);
    this.#changed();
  }

  #changed() {
    this.#keep();
    this.#show();
    this.dispatchEvent(new CustomEvent("ink", { bubbles: true }));
  }

  #keep() {
    this.draft?.set(this.dataset.name, { history: this.#history.kept(), last: this.#last }, { soon: true });
  }

  // ---- tools

  #listen() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !this.contains(button)) return;
      if (button.dataset.tool) this.#choose(button.dataset.tool);
      else if (button.dataset.do) this.#do(button.dataset.do);
      else if (button.dataset.part) this.#mark(button.dataset.part);
    });
    this.surface.addEventListener("pointerdown", (event) => this.#down(event));
    this.surface.addEventListener("pointermove", (event) => this.#move(event));
    this.surface.addEventListener("pointerup", (event) => this.#up(event));
    this.surface.addEventListener("pointercancel", (event) => this.#cancel(event));
  }

  #choose(tool) {
    this.#tool = tool;
    const draws = tool !== "look";
    this.surface.toggleAttribute("data-drawing", draws);
    this.surface.dataset.tool = tool;
    for (const button of this.querySelectorAll("[data-tool]:not(.surface)")) button.setAttribute("aria-pressed", button.dataset.tool === tool);
  }

  #do(what) {
    const actions = {
      undo: () => this.#history.canUndo && this.#step("undo", "Undone."),
      redo: () => this.#history.canRedo && this.#step("redo", "Done again."),
      clear: () => this.items.length && (this.#change([]), announce("All marks removed. Undo brings them back.")),
      reuse: () => this.#last.length && (this.#change([...this.items, ...this.#last]), announce(this.#sentence())),
      larger: () => this.zooming.larger(),
      smaller: () => this.zooming.smaller(),
      whole: () => this.zooming.whole(),
    };
    actions[what]?.();
  }

  #step(way, words) {
    this.#history[way]();
    this.#changed();
    announce(`${words} ${this.#sentence()}`);
  }

  #mark(element) {
    const pen = this.#tool === "brown" ? "brown" : "green";
    const others = this.items.filter((item) => item.element !== element);
    const was = this.items.find((item) => item.element === element);
    this.#change(was?.pen === pen ? others : [...others, { pen, element }]);
    announce(this.#sentence());
  }

  // ---- pointers

  #place(event) {
    // The box of the ink on the screen tells the scale: it holds under zoom of the browser, of the figure and any pixel ratio.
    const box = this.ink.getBoundingClientRect();
    const { width, height } = this.picture;
    return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
  }

  #point(event) {
    const [x, y] = this.#place(event);
    const pressure = event.pointerType === "pen" ? event.pressure : 0.5;
    return [round(x), round(y), round(pressure), Math.round(event.timeStamp - this.#drawing.start)];
  }

  #down(event) {
    if (event.pointerType === "pen" && !this.#penSeen) {
      this.#penSeen = true;
      if (this.#drawing?.pointerType === "touch") this.#abandon(); // it was the hand that holds the pen
    }
    if (event.pointerType === "touch") {
      this.zooming.down(event);
      if (this.zooming.isPinching) {
        this.#abandon();
        return;
      }
      if (this.#penSeen) return; // a palm
    }
    const rubs = this.#tool === "eraser" || (event.buttons & ERASER_BUTTON) > 0;
    if (this.#tool === "look" || (event.button > 0 && !rubs) || this.#drawing || this.#erasing) return;
    event.preventDefault();
    this.surface.setPointerCapture(event.pointerId);
    const { pointerId, pointerType } = event;
    if (rubs) {
      this.#erasing = { pointerId, items: this.items };
      this.#erase(event);
      return;
    }
    const stroke = { pen: this.#tool, points: [] };
    this.#drawing = { pointerId, pointerType, stroke, path: document.createElementNS(SVG, "path"), start: event.timeStamp };
    stroke.points.push(this.#point(event));
    redraw(this.#drawing.path, stroke);
    this.#strokes(stroke.pen).append(this.#drawing.path);
  }

  #move(event) {
    if (event.pointerType === "touch") this.zooming.move(event);
    if (this.#erasing?.pointerId === event.pointerId) this.#erase(event);
    if (this.#drawing?.pointerId !== event.pointerId) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) this.#drawing.stroke.points.push(this.#point(each));
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#drawing) redraw(this.#drawing.path, this.#drawing.stroke);
    });
  }

  #up(event) {
    this.zooming.up(event);
    if (this.#erasing?.pointerId === event.pointerId) {
      const { items } = this.#erasing;
      this.#erasing = null;
      if (items.length < this.items.length) this.#change(items);
    }
    if (this.#drawing?.pointerId !== event.pointerId) return;
    const { stroke } = this.#drawing;
    this.#drawing = null;
    this.#change([...this.items, stroke]);
  }

  #cancel(event) {
    this.zooming.up(event);
    if (this.#erasing?.pointerId === event.pointerId) this.#erasing = null;
    if (this.#drawing?.pointerId === event.pointerId) this.#abandon();
    this.#show();
  }

  #abandon() {
    this.#drawing?.path.remove();
    this.#drawing = null;
  }

  #erase(event) {
    const place = this.#place(event);
    const left = this.#erasing.items.filter((item) => !this.#isAt(item, place));
    if (left.length === this.#erasing.items.length) return;
    this.#erasing.items = left;
    this.#draw(left);
  }

  #isAt(item, place) {
    if (item.points) return distance(item, place) <= RUBBER;
    const { x, y } = this.picture;
    const spot = new DOMPoint(place[0] + x, place[1] + y);
    return [...this.ink.querySelectorAll(`[data-named="${CSS.escape(item.element)}"] path`)].some(
      (path) => path.isPointInStroke(spot) || path.isPointInFill(spot),
    );
  }

  // ---- drawing

  #show() {
    this.#draw(this.items);
    this.#controls();
    const list = this.querySelector("[data-marks]");
    if (list) list.textContent = this.#sentence();
  }

  #draw(items) {
    const { x, y, width, height } = this.picture;
    this.ink.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.ink.replaceChildren();
    for (const item of items) {
      if (item.points) this.#strokes(item.pen).append(strokePath(item));
      else this.ink.append(this.#shape(item, x, y));
    }
    if (this.#drawing) this.#strokes(this.#drawing.stroke.pen).append(this.#drawing.path);
    this.ink.append(...tags(items, (item) => (item.points ? [item.points[0], item.points.at(-1)] : [this.#spot(item)])));
  }

  /** The group of a pen's strokes: transparent as a whole, so that they do not darken where they cross. */
  #strokes(pen) {
    const found = this.ink.querySelector(`.strokes.${pen}`);
    if (found) return found;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `strokes ${pen}`);
    this.ink.append(group);
    return group;
  }

  /** The shape of a named part as the page brought it, moved to the ink's corner. */
  #shape({ pen, element }, x, y) {
    const moved = document.createElementNS(SVG, "g");
    moved.setAttribute("class", "part");
    moved.dataset.named = element;
    moved.setAttribute("transform", `translate(${-x} ${-y})`);
    const shapes = [...this.querySelectorAll("template[data-shape]")].find((each) => each.dataset.shape === element && each.dataset.pen === pen);
    for (const shape of shapes?.content.querySelectorAll("[data-element]") ?? []) moved.append(document.importNode(shape, true));
    return moved;
  }

  #spot({ element }) {
    const shape = this.ink.querySelector(`[data-named="${CSS.escape(element)}"]`);
    const { x, y } = this.picture;
    const box = shape?.getBBox() ?? { x, y };
    return [box.x - x, box.y - y];
  }

  #controls() {
    const possible = { undo: this.#history.canUndo, redo: this.#history.canRedo, clear: this.items.length > 0, reuse: this.#last.length > 0 };
    for (const button of this.querySelectorAll("[data-do]"))
      if (button.dataset.do in possible) button.setAttribute("aria-disabled", !possible[button.dataset.do]);
    for (const button of this.querySelectorAll("[data-part]")) {
      const item = this.items.find((each) => each.element === button.dataset.part);
      button.setAttribute("aria-pressed", Boolean(item));
      if (item) button.dataset.marked = item.pen;
      else delete button.dataset.marked;
    }
  }

  #sentence() {
    if (!this.items.length) return "No marks on the figure.";
    const named = this.items.map((item, index) => `${index + 1}: ${item.element ? wordsOf(item.element) : "a stroke"}, ${item.pen}`);
    return `Marks on the figure: ${named.join("; ")}.`;
  }
}

const round = (value) => Math.round(value * 100) / 100;

customElements.define("pen-layer", PenLayer);
