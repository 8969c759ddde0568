// What strokes mean: asked of the server after each one, shown beside the ink, confirmed or put right by whoever drew.
// For a <pen-layer data-reads="ADDRESS" data-problem="ID"> with a [data-reading] inside.
import { announce } from "./announce.js";
import { elementsOf, wordsOf } from "./elements.js";
import { send } from "./request.js";

const meanings = new WeakMap(); // of each layer: [{element, pen}]

/** The parts that a layer's marks mean: named ones, strokes as they were read, or as somebody put them right. */
export const meantBy = (layer) => meanings.get(layer) ?? [];

class StrokeReading {
  #asked = 0;

  constructor(layer, place) {
    this.layer = layer;
    this.place = place;
    layer.addEventListener("ink", () => this.read());
    this.read();
  }

  async read() {
    const { items } = this.layer;
    const strokes = items.filter((item) => item.points);
    const number = ++this.#asked;
    let answer = { found: [], asked: [] };
    if (strokes.some((stroke) => !stroke.means)) {
      try {
        const response = await send("POST", this.layer.dataset.reads, {
          problem: this.layer.dataset.problem,
          strokes: strokes.map(({ pen, points }) => ({ pen, points })),
          width: this.layer.picture.width,
        });
        if (response.ok) answer = await response.json();
      } catch {
        // Without the server the ink stays what it is: it is read when it is sent.
      }
      if (number !== this.#asked) return; // there is newer ink
    }
    this.#show(strokes, answer);
  }

  #show(strokes, { found, asked }) {
    const open = (numbers) => numbers.some((number) => !strokes[number]?.means);
    const named = this.layer.items.filter((item) => item.element).map(({ element, pen }) => ({ element, pen }));
    const right = strokes.flatMap(({ pen, means }) => (means ?? []).map((element) => ({ element, pen })));
    const read = found.filter((each) => open(each.strokes));
    const meant = [...named, ...right, ...read.map(({ element, pen }) => ({ element, pen }))];
    meanings.set(this.layer, unique(meant));
    const lines = read.map((each) => this.#line(`Read as ${wordsOf(each.element)} (${each.pen})`, each.strokes, [["Not this", []]]));
    for (const each of asked.filter(({ strokes: numbers }) => open(numbers))) {
      const choices = each.choices.map((choice) => [elementsOf(choice).map(wordsOf).join(", "), elementsOf(choice)]);
      const line = this.#line(choices.length ? "Which part do you mean?" : "This stroke could not be read.", each.strokes, [...choices, [choices.length ? "None of these" : "Leave it", []]]);
      line.dataset.open = ""; // nobody has said yet what it means
      lines.push(line);
    }
    this.place.replaceChildren(...lines);
    if (lines.length) announce(lines.map((line) => line.firstChild.textContent).join(" "));
    this.layer.dispatchEvent(new CustomEvent("meant", { bubbles: true }));
  }

  #line(words, numbers, choices) {
    const line = document.createElement("p");
    line.className = "row";
    line.append(Object.assign(document.createElement("span"), { textContent: words }));
    for (const [name, elements] of choices) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      button.addEventListener("click", () => this.#settle(numbers, elements));
      line.append(button);
    }
    return line;
  }

  /** Several strokes may make one mark: the first of them keeps the meaning, the others belong to it. */
  #settle(numbers, elements) {
    const strokes = this.layer.items.filter((item) => item.points);
    const chosen = numbers.map((number) => strokes[number]);
    this.layer.items = this.layer.items.map((item) => (chosen.includes(item) ? { ...item, means: item === chosen[0] ? elements : [] } : item));
  }
}

const unique = (meant) => [...new Map(meant.map((each) => [`${each.pen} ${each.element}`, each])).values()];

for (const layer of document.querySelectorAll("pen-layer[data-reads]")) {
  const place = layer.querySelector("[data-reading]");
  if (place) new StrokeReading(layer, place);
}
