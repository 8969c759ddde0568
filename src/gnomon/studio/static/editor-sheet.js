// The picture with what was read over it, or the drawn figure, with points that are dragged by pointer or arrow keys.
import { announce } from "./announce.js";
import { keyed, makeSvg } from "./editor-dom.js";
import { addPoint, movePoint, namesIn, onPicture, points } from "./editor-names.js";

const STEP = 2; // pixels of the sheet an arrow key moves a point; ten times as many with Shift
const DOT = 5; // pixels of the screen, whatever the size of the sheet, as the next three
const GRIP = matchMedia("(pointer: coarse)").matches ? 22 : 14; // what a finger or a pointer hits
const NAME_SIZE = 16;
const NAME_AWAY = 16;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A sheet: an <svg> over a picture or a drawing. `isActive` tells whether its points may be moved. */
class Sheet {
  constructor(editor, svg, isActive) {
    this.editor = editor;
    this.svg = svg;
    this.isActive = isActive;
    this.handles = makeSvg("g", { "data-layer": "handles" });
    svg.append(this.handles);
    svg.addEventListener("pointerdown", (event) => this.#place(event));
    new ResizeObserver(() => this.showHandles()).observe(svg);
  }

  /** Pixels of the sheet where a pointer is, whatever the zoom. */
  at(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  showHandles() {
    const shown = this.isActive() ? points(this.editor) : [];
    const middle = ["x", "y"].map((axis) => shown.reduce((sum, point) => sum + point[axis], 0) / (shown.length || 1));
    const pixel = this.svg.viewBox.baseVal.width / (this.svg.getBoundingClientRect().width || this.svg.viewBox.baseVal.width);
    this.svg.classList.toggle("waits", Boolean(this.editor.waiting) && this.isActive());
    keyed(
      this.handles,
      shown,
      (point) => point.name,
      (point) => this.#handle(point.name),
      (handle, point) => {
        if (handle.classList.contains("dragged")) return;
        handle.setAttribute("transform", `translate(${point.x} ${point.y})`);
        handle.setAttribute("aria-label", `Point ${point.name}${point.is_sure ? "" : ", unsure"}, at ${Math.round(point.x)}, ${Math.round(point.y)}; arrow keys move it`);
        handle.classList.toggle("unsure", !point.is_sure);
        for (const circle of handle.querySelectorAll("circle")) circle.setAttribute("r", pixel * (circle.dataset.part === "grip" ? GRIP : DOT));
        const text = handle.querySelector("text");
        // Towards the middle of the figure: the picture prints its own names outside.
        const way = Math.atan2(middle[1] - point.y, middle[0] - point.x);
        text.setAttribute("font-size", NAME_SIZE * pixel);
        text.setAttribute("x", NAME_AWAY * pixel * Math.cos(way));
        text.setAttribute("y", NAME_AWAY * pixel * Math.sin(way));
      },
    );
  }

  #handle(name) {
    const label = makeSvg("text");
    label.textContent = name;
    const handle = makeSvg(
      "g",
      { class: "handle", tabindex: 0, role: "button" },
      makeSvg("circle", { "data-part": "grip" }),
      makeSvg("circle", { "data-part": "dot" }),
      onPicture(this.editor) ? label : makeSvg("text"),
    );
    let start = null;
    handle.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      handle.focus({ preventScroll: true });
      const point = points(this.editor).find((each) => each.name === name);
      const [x, y] = this.at(event);
      start = { dx: point.x - x, dy: point.y - y, to: null };
      handle.classList.add("dragged");
    });
    handle.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [x, y] = this.at(event);
      start.to = this.#within(x + start.dx, y + start.dy);
      handle.setAttribute("transform", `translate(${start.to[0]} ${start.to[1]})`);
    });
    const end = (event) => {
      if (!start) return;
      const { to } = start;
      start = null;
      handle.classList.remove("dragged");
      if (to && event.type === "pointerup") movePoint(this.editor, name, ...to);
      else this.showHandles();
    };
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
    // A finger on a point drags it and does not scroll: not every browser heeds touch-action inside a drawing.
    handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    handle.addEventListener("keydown", (event) => {
      const way = ARROWS[event.key];
      if (!way) return;
      event.preventDefault();
      const point = points(this.editor).find((each) => each.name === name);
      const by = STEP * (event.shiftKey ? 10 : 1);
      const to = this.#within(point.x + by * way[0], point.y + by * way[1]);
      movePoint(this.editor, name, ...to);
      announce(`${name} at ${Math.round(to[0])}, ${Math.round(to[1])}`);
    });
    return handle;
  }

  #within(x, y) {
    const { x: left, y: top, width, height } = this.svg.viewBox.baseVal;
    return [Math.min(Math.max(x, left), left + width), Math.min(Math.max(y, top), top + height)];
  }

  /** Put the point that waits for a place where the sheet is clicked. */
  #place(event) {
    const name = this.editor.waiting;
    if (!name || !this.isActive()) return;
    this.editor.waiting = null;
    addPoint(this.editor, name, ...this.at(event));
    announce(`${name} is there.`);
  }
}

/** The picture with what was read of it. */
export function pictureSheet(editor) {
  const place = editor.root.querySelector("[data-picture-sheet]");
  const svg = makeSvg("svg", { role: "group", "aria-label": "The picture with what was read in it" });
  const image = makeSvg("image");
  const read = makeSvg("g", { "data-layer": "read", "aria-hidden": "true" });
  const parts = makeSvg("g", { "data-layer": "parts", "aria-hidden": "true" });
  svg.append(image, read, parts);
  place.append(svg);
  const sheet = new Sheet(editor, svg, () => onPicture(editor));

  const show = () => {
    const { picture } = editor.state.value;
    place.closest("[data-picture]").hidden = !picture;
    const size = editor.work.shown?.picture_size;
    if (!picture || !size) return;
    const [width, height] = size;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const address = `/edit/${editor.id}/pictures/${picture}`;
    if (image.getAttribute("href") !== address) image.setAttribute("href", address);
    image.setAttribute("width", width);
    image.setAttribute("height", height);
    read.replaceChildren(...overlay(editor.work.shown.overlay, points(editor), width));
    sheet.showHandles();
  };
  editor.work.addEventListener("shown", show);
  editor.state.addEventListener("change", show);

  return {
    /** Show the parts that a fact is about, or none. */
    highlight(part) {
      const at = new Map(points(editor).map((each) => [each.name, each]));
      parts.replaceChildren(...(part?.elements ?? []).flatMap((element) => shapes(element, at)));
    },
  };
}

/** What was read: lines, circles, labels with a leader to the part that each measures. */
function overlay(read, shown, width) {
  if (!read) return [];
  const at = new Map(shown.map((each) => [each.name, each]));
  const lines = read.lines.map((line) => {
    const [start, end] = namesIn(line.name).map((name) => at.get(name));
    return makeSvg("line", { class: "read-line", x1: start?.x ?? line.x1, y1: start?.y ?? line.y1, x2: end?.x ?? line.x2, y2: end?.y ?? line.y2 });
  });
  const circles = read.circles.map((circle) => makeSvg("circle", { class: "read-line", cx: circle.x, cy: circle.y, r: circle.radius }));
  const labels = read.labels.flatMap((label) => {
    const high = width / 34;
    const wide = (label.text.length * 0.55 + 0.6) * high;
    const box = makeSvg("rect", { class: label.part ? "read-label" : "read-label unbound", x: label.x - wide / 2, y: label.y - 0.7 * high, width: wide, height: 1.4 * high, rx: 3 });
    const to = label.part && middle(label.part, at);
    return to ? [makeSvg("line", { class: "leader", x1: label.x, y1: label.y, x2: to.x, y2: to.y }), box] : [box];
  });
  return [...lines, ...circles, ...labels];
}

/** Where a part is: the middle of a segment, the vertex of an angle. */
function middle(part, at) {
  const [kind, name] = part.split(":");
  const known = namesIn(name).map((each) => at.get(each));
  if (known.length < 2 || known.some((each) => !each)) return null;
  if (kind === "angle") return known[1];
  return { x: (known[0].x + known[1].x) / 2, y: (known[0].y + known[1].y) / 2 };
}

/** A part of the figure over the picture: a segment, the two legs of an angle, a ring around a point. */
function shapes(element, at) {
  const [kind, name] = element.split(":");
  const known = namesIn(name).map((each) => at.get(each));
  if (known.length === 0 || known.some((each) => !each)) return [];
  const line = (one, other, share = 1) =>
    makeSvg("line", { class: "part", x1: one.x, y1: one.y, x2: one.x + share * (other.x - one.x), y2: one.y + share * (other.y - one.y) });
  if (kind === "line" || kind === "arc") return [line(known[0], known.at(-1))];
  if (kind === "angle") return [line(known[1], known[0], 0.35), line(known[1], known[2], 0.35)];
  return known.map((point) => makeSvg("circle", { class: "part", cx: point.x, cy: point.y, r: 12 }));
}

/** The figure as learners see it. */
export function figureSheet(editor) {
  const place = editor.root.querySelector("[data-figure-sheet]");
  let sheet = null;
  let layer = null;
  let drawn = "";
  const show = () => {
    const figure = editor.work.shown?.figure;
    place.closest("[data-figure]").hidden = !figure;
    if (!figure) {
      drawn = "";
      return;
    }
    if (drawn !== figure.svg && !place.querySelector(".dragged")) {
      drawn = figure.svg;
      const focused = document.activeElement?.closest?.("[data-figure-sheet] .handle")?.dataset.key;
      place.innerHTML = figure.svg;
      const svg = place.querySelector("svg");
      svg.setAttribute("role", "group");
      layer = makeSvg("g", { "aria-hidden": "true" });
      svg.append(layer);
      sheet = new Sheet(editor, svg, () => !onPicture(editor));
      sheet.showHandles();
      if (focused) svg.querySelector(`.handle[data-key="${focused}"]`)?.focus();
    } else {
      sheet?.showHandles();
    }
  };
  editor.work.addEventListener("shown", show);
  editor.state.addEventListener("change", () => sheet?.showHandles());

  return {
    /** Show the parts that a fact is about, or none. */
    highlight(part) {
      if (!layer) return;
      layer.innerHTML = part?.svg ?? "";
    },
  };
}
