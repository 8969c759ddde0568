// A talk beside its figure: words tied to highlights both ways, earlier turns shown again, the finished reply announced once.
// Each tutor's turn [data-turn] brings its figure in a <template class="turn-figure">; [data-talk] is the list of turns.
import { announce } from "./announce.js";
import { covered } from "./folds.js";
import { spoken, typeset } from "./maths.js";

const list = document.querySelector("[data-talk]");
const drawing = document.querySelector("pen-layer .drawing");
const plane = drawing?.closest(".plane");
const back = document.querySelector("[data-show-current]");
const clear = document.querySelector("[data-clear-view]");

let waiting = ""; // what stands in place of a reply: it is asked for again and again, and said once

const turns = () => [...list.querySelectorAll("[data-turn]:has(template.turn-figure)")];

/** Put a turn's figure on the desk. */
function show(turn) {
  drawing.replaceChildren(turn.querySelector("template.turn-figure").content.cloneNode(true));
  const current = turns().at(-1);
  for (const each of turns()) {
    each.classList.toggle("shown", each === turn && turn !== current);
    each.toggleAttribute("data-current", each === current);
    each.querySelector("[data-show]")?.setAttribute("aria-pressed", each === turn);
  }
  back.hidden = turn === current;
  setCleared(false);
}

function setCleared(cleared) {
  plane.classList.toggle("cleared", cleared);
  clear?.setAttribute("aria-pressed", cleared);
}

const same = (element) => `[data-element="${CSS.escape(element)}"]`;

function pulse(element, on) {
  for (const shape of drawing.querySelectorAll(same(element))) shape.classList.toggle("pulsing", on);
  for (const word of document.querySelectorAll(`[data-refers="${CSS.escape(element)}"]`)) word.classList.toggle("pulsing", on);
}

function tie() {
  for (const [on, events] of [
    [true, ["pointerover", "focusin"]],
    [false, ["pointerout", "focusout"]],
  ])
    for (const name of events)
      document.addEventListener(name, (event) => {
        const found = event.target.closest?.("[data-refers], .drawing [data-element]");
        if (found) pulse(found.dataset.refers ?? found.dataset.element, on);
      });
}

function shownTurn(event) {
  const word = event.target.closest("[data-refers]");
  const turn = event.target.closest("[data-turn]:has(template.turn-figure)");
  if (!turn || String(getSelection())) return; // who selects text does not ask for a figure
  if (word) {
    if (!turn.matches(".shown, [data-current]")) show(turn);
    pulse(word.dataset.refers, true); // a touch has no hovering
    return;
  }
  if (event.target.closest("[data-show]") || !event.target.closest("button, a, form, summary")) {
    show(turn);
    announce(`The figure shows this turn. ${drawing.querySelector("desc")?.textContent ?? ""}`);
  }
}

function arrived(records) {
  const nodes = records.flatMap((record) => [...record.addedNodes]).filter((node) => node instanceof Element);
  const added = nodes.filter((node) => node.matches("[data-turn]"));
  const unanswered = nodes.find((node) => node.matches("[data-unanswered]"));
  if (unanswered && unanswered.textContent !== waiting) announce(unanswered.textContent);
  waiting = unanswered?.textContent ?? "";
  if (!added.length) return;
  // What stood in place of a reply goes when something comes after it.
  for (const old of list.querySelectorAll("[data-unanswered]")) if (old !== unanswered) old.remove();
  added.forEach(typeset);
  const reply = added.filter((turn) => !turn.matches(".mine")).at(-1);
  if (drawing && reply?.querySelector("template.turn-figure")) show(reply);
  if (reply) announce("Tutor: ", ...spoken(reply.querySelector(".bubble")));
  bringIntoView(added.at(-1));
}

// What came last and the place to answer it, where both fit the window; else what came last alone, from its beginning.
function bringIntoView(last) {
  const answer = document.querySelector("[data-composer] .send") ?? last;
  const height = answer.getBoundingClientRect().bottom - last.getBoundingClientRect().top;
  const room = innerHeight - covered();
  if (height < room) answer.scrollIntoView({ block: "nearest" });
  if (height >= room || last.getBoundingClientRect().top < covered()) last.scrollIntoView({ block: height < room ? "nearest" : "start" });
}

if (list) new MutationObserver(arrived).observe(list, { childList: true });
if (list && drawing) {
  tie();
  list.addEventListener("click", shownTurn);
  back.addEventListener("click", () => show(turns().at(-1)));
  clear?.addEventListener("click", () => setCleared(!plane.classList.contains("cleared")));
}
