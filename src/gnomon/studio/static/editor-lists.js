// Points, segments, facts and questions as lists: all that the sheets show, for keyboards and screen readers too.
import { announce } from "./announce.js";
import { keyed, make, setValue } from "./editor-dom.js";
import { NAME, addPoint, join, movePoint, namesIn, onPicture, part, points, removePoint, renamePoint, segments } from "./editor-names.js";

const button = (words, onclick, properties = {}) => {
  const element = make("button", { type: "button", class: "quiet", onclick, ...properties });
  element.textContent = words;
  return element;
};

/** The points: name, place, sure or not. */
export function pointList(editor) {
  const list = editor.root.querySelector("[data-points]");
  const out = editor.root.querySelector("[data-removed]");
  const adding = editor.root.querySelector("[data-add-point]");

  const row = ({ name }) => {
    const named = make("input", { class: "name", "aria-label": `Name of point ${name}`, maxlength: 6, autocapitalize: "characters" });
    const at = ["x", "y"].map((axis) => make("input", { type: "number", "data-axis": axis, "aria-label": `${axis} of ${name}, pixels`, step: 1 }));
    named.addEventListener("change", () => {
      const wanted = named.value.trim().toUpperCase();
      if (wanted === name || renamePoint(editor, name, wanted)) return;
      named.value = name;
      announce(`${wanted || "Nothing"} is no name, or another point has it.`);
    });
    for (const field of at) {
      field.addEventListener("change", () => {
        const [x, y] = at.map((each) => Number(each.value));
        if (Number.isFinite(x) && Number.isFinite(y)) movePoint(editor, name, x, y);
      });
    }
    const sure = make("span", { class: "badge" });
    const remove = button("Remove", () => removePoint(editor, name), { "aria-label": `Remove point ${name}` });
    return make("li", {}, named, ...at, sure, remove);
  };
  const show = () => {
    keyed(list, points(editor), (point) => point.name, row, (item, point) => {
      setValue(item.querySelector(".name"), point.name);
      for (const field of item.querySelectorAll("[data-axis]")) setValue(field, String(Math.round(point[field.dataset.axis] * 10) / 10));
      const badge = item.querySelector(".badge");
      badge.textContent = point.is_sure ? "sure" : "unsure";
      badge.classList.toggle("open", !point.is_sure);
    });
    const removed = onPicture(editor) ? editor.state.value.removed : [];
    keyed(
      out, removed, (name) => name,
      (name) =>
        make("li", {}, `${name} is left out `, button("Put back", () => editor.state.change("put back", (edit) => {
          edit.removed = edit.removed.filter((each) => each !== name);
        }), { "aria-label": `Put ${name} back` })),
      () => {},
    );
  };
  adding.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = adding.querySelector("input");
    const name = field.value.trim().toUpperCase();
    if (!NAME.test(name) || points(editor).some((each) => each.name === name)) {
      announce("A point has a capital letter of its own as its name, such as K or P1.");
      field.setAttribute("aria-invalid", "true");
      return;
    }
    field.removeAttribute("aria-invalid");
    field.value = "";
    const [width, height] = editor.work.shown?.picture_size ?? [520, 300];
    addPoint(editor, name, width / 2, height / 2);
    announce(`${name} is in the middle; drag it, or move it with the arrow keys.`);
  });
  editor.work.addEventListener("shown", show);
  editor.state.addEventListener("change", show);
}

/** The drawn segments. */
export function lineList(editor) {
  const list = editor.root.querySelector("[data-lines]");
  const adding = editor.root.querySelector("[data-add-line]");
  const show = () => {
    keyed(
      list, segments(editor), (line) => line.join(""),
      (line) => make("li", {}, `${line.join("")} `, button("Remove", () => part(editor, line), { "aria-label": `Remove line ${line.join("")}` })),
      () => {},
    );
  };
  adding.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = adding.querySelector("input");
    const ends = namesIn(field.value.toUpperCase());
    const known = new Set(points(editor).map((each) => each.name));
    if (ends.length !== 2 || ends[0] === ends[1] || !ends.every((each) => known.has(each))) {
      announce("A line has two points that are there, such as AB.");
      field.setAttribute("aria-invalid", "true");
      return;
    }
    field.removeAttribute("aria-invalid");
    field.value = "";
    join(editor, ends);
  });
  editor.work.addEventListener("shown", show);
  editor.state.addEventListener("change", show);
}

/** The facts, those that were read and those that were written, each where it stands. */
export function factList(editor, sheets) {
  const list = editor.root.querySelector("[data-facts]");
  const out = editor.root.querySelector("[data-dropped]");
  const adding = editor.root.querySelector("[data-add-fact]");
  let partOf = () => null;

  const highlight = (part) => sheets.forEach((sheet) => sheet.highlight(part));

  const rows = () => {
    const { written, dropped } = editor.state.value;
    const shown = editor.work.shown;
    const own = shown?.own ?? [];
    const left = new Set(written.keys());
    const found = [];
    const takeOwn = (index) => {
      if (!left.delete(index)) return;
      const each = written[index];
      found.push({ key: each.instead ? `read ${each.instead}` : `own ${index}`, index, fact: each.fact, own: each, why: own[index]?.why ?? "" });
    };
    for (const [number, fact] of (shown?.facts ?? []).entries()) {
      const instead = written.findIndex((each) => each.instead === fact.literal);
      const mine = fact.kind === "written" ? own.findIndex((each, at) => left.has(at) && each.literals.includes(fact.literal)) : -1;
      if (instead >= 0) takeOwn(instead);
      else if (mine >= 0) takeOwn(mine);
      else if (fact.kind !== "written" && !dropped.includes(fact.literal)) found.push({ key: `read ${fact.literal}`, fact: fact.fact, read: fact, number });
    }
    for (const index of [...left]) takeOwn(index);
    return found;
  };
  partOf = (item) => {
    const shown = editor.work.shown;
    const literals = item.read ? [item.read.literal] : (shown?.own[item.index]?.literals ?? []);
    const numbers = (shown?.facts ?? []).flatMap((fact, number) => (literals.includes(fact.literal) ? [number] : []));
    const parts = numbers.map((number) => shown.parts[number]).filter(Boolean);
    return { elements: parts.flatMap((each) => each.elements), svg: parts.map((each) => each.svg).join("") };
  };

  const row = () => {
    const field = make("input", { class: "fact", spellcheck: "false", autocomplete: "off" });
    const source = make("span", { class: "source" });
    const wrong = make("span", { class: "wrong" });
    const drawn = make("input", { type: "checkbox" });
    const box = make("label", { class: "choice" }, drawn, "in the figure");
    const remove = button("Remove", () => removeFact(item.current));
    const item = make("li", {}, field, remove, box, source, wrong);
    field.addEventListener("input", () => writeFact(item.current, field.value));
    field.addEventListener("focus", () => highlight(partOf(item.current)));
    field.addEventListener("blur", () => highlight(null));
    item.addEventListener("pointerenter", () => highlight(partOf(item.current)));
    item.addEventListener("pointerleave", () => highlight(null));
    drawn.addEventListener("change", () =>
      editor.state.change("drawn", (edit) => {
        edit.written[item.current.index].is_drawn = drawn.checked;
      }),
    );
    return item;
  };

  const writeFact = (item, text) =>
    editor.state.change(`fact ${item.key}`, (edit) => {
      if (item.own) edit.written[item.index].fact = text;
      else edit.written.push({ fact: text, is_drawn: ["label", "mark"].includes(item.read.kind), instead: item.read.literal });
    });

  const removeFact = (item) => {
    editor.state.change(`remove ${item.key}`, (edit) => {
      if (item.own) edit.written.splice(item.index, 1);
      const literal = item.own ? item.own.instead : item.read.literal;
      if (literal && !edit.dropped.includes(literal)) edit.dropped.push(literal);
    });
    announce(`${item.fact} is removed.`);
  };

  const show = () => {
    keyed(list, rows(), (item) => item.key, row, (element, item) => {
      element.current = item;
      const field = element.querySelector(".fact");
      setValue(field, item.fact);
      field.setAttribute("aria-label", `Fact ${item.fact}`);
      element.querySelector("button").setAttribute("aria-label", `Remove ${item.fact}`);
      element.querySelector(".choice").hidden = !item.own;
      element.querySelector("[type=checkbox]").checked = item.own?.is_drawn ?? false;
      element.querySelector(".source").textContent = item.read ? item.read.source : "written by you";
      element.querySelector(".wrong").textContent = item.why ?? "";
      field.setAttribute("aria-invalid", String(Boolean(item.why)));
    });
    keyed(
      out, editor.state.value.dropped, (literal) => literal,
      (literal) =>
        make("li", {}, `${nameOf(literal)} is left out `, button("Put back", () => editor.state.change("put back", (edit) => {
          edit.dropped = edit.dropped.filter((each) => each !== literal);
        }), { "aria-label": `Put ${nameOf(literal)} back` })),
      () => {},
    );
  };
  const nameOf = (literal) => known.get(literal) ?? literal;
  const known = new Map();
  editor.work.addEventListener("shown", () => {
    for (const fact of editor.work.shown.facts) known.set(fact.literal, fact.fact);
    show();
  });
  editor.state.addEventListener("change", show);
  adding.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = adding.querySelector("input");
    const fact = field.value.trim();
    if (!fact) return;
    field.value = "";
    editor.state.change(`add ${fact}`, (edit) => edit.written.push({ fact, is_drawn: false, instead: null }));
    announce(`${fact} is added.`);
  });
}

/** The questions that are open, answered in place, and the answers that were given. */
export function questionList(editor) {
  const list = editor.root.querySelector("[data-questions]");
  const given = editor.root.querySelector("[data-answers]");
  const section = list.closest("section");
  const texts = new Map(); // of questions that were open on this page

  const answer = (question, value) => {
    editor.state.change(`answer ${question.id}`, (edit) => {
      edit.answers[question.id] = value;
    });
    announce("Answered.");
  };
  /** Of facts that contradict each other the wrong one is left out. */
  const leaveOut = (fact) => {
    editor.state.change("contradiction", (edit) => {
      const own = editor.work.shown.own.findIndex((each) => each.literals.includes(fact.literal));
      if (fact.kind === "written" && own >= 0) edit.written.splice(own, 1);
      else edit.dropped.push(fact.literal);
    });
    announce(`${fact.fact} is left out.`);
  };

  const item = (question) => {
    const asked = make("legend");
    asked.textContent = question.text;
    const set = make("fieldset", { "data-question": question.id }, asked);
    const place = question.id.startsWith("place:") ? question.id.slice("place:".length) : null;
    if (question.rivals.length > 1 && question.id === "contradiction") {
      for (const fact of question.rivals) set.append(button(`Leave out ${fact.fact} (${fact.source})`, () => leaveOut(fact), { class: "answer" }));
    } else if (place) {
      const put = button(`Click where ${place} is`, () => {
        editor.waiting = place;
        editor.root.querySelector("[data-picture-sheet] svg")?.classList.add("waits");
        announce(`Now click in the picture where ${place} is.`);
        put.textContent = `Now click in the picture where ${place} is`;
      }, { class: "answer" });
      set.append(put, button("Put it in the middle, to be moved", () => {
        const [width, height] = editor.work.shown?.picture_size ?? [520, 300];
        addPoint(editor, place, width / 2, height / 2);
      }, { class: "answer" }));
    } else if (question.choices.length) {
      for (const choice of question.choices) set.append(button(choice, () => answer(question, choice), { class: "answer" }));
    }
    if (!place && (!question.choices.length || question.id === "goal") && question.id !== "contradiction") {
      const field = make("input", { "aria-label": "Your answer, in school notation", spellcheck: "false", autocomplete: "off" });
      const form = make("form", { class: "row" }, field, make("button", {}, "Answer"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (field.value.trim()) answer(question, field.value.trim());
      });
      set.append(form);
      if (question.id.startsWith("words:")) set.append(button("Nothing", () => answer(question, "nothing"), { class: "answer" }));
    }
    if (question.only_adds) set.append(make("p", { class: "soft small" }, "The proof does not need it."));
    return make("li", {}, set, make("p", { class: "wrong" }));
  };

  const show = () => {
    const { shown } = editor.work;
    const { answers } = editor.state.value;
    const faults = shown?.answer_faults ?? {};
    for (const question of shown?.questions ?? []) texts.set(question.id, question.text);
    const open = (shown?.questions ?? []).filter((question) => !(question.id in answers) || question.id in faults);
    keyed(list, open, (question) => JSON.stringify(question), item, (element, question) => {
      element.querySelector(".wrong").textContent = faults[question.id] ?? "";
      const note = element.querySelector(".soft.small");
      if (note) note.hidden = !editor.work.shown.proof.length;
    });
    keyed(
      given, Object.entries(answers), ([id, value]) => `${id} ${value}`,
      ([id, value]) =>
        make("li", {}, `${texts.get(id) ?? id} ${value} `, button("Take back", () => editor.state.change(`answer ${id}`, (edit) => {
          delete edit.answers[id];
        }), { "aria-label": `Take back the answer about ${id}` })),
      () => {},
    );
    section.hidden = open.length === 0 && Object.keys(answers).length === 0;
    editor.root.querySelector("[data-none-open]").hidden = open.length > 0;
  };
  editor.work.addEventListener("shown", show);
  editor.state.addEventListener("change", show);
}
