// The problem editor: one state, what the server makes of it, and the parts of the page that show both.
import { announce } from "./announce.js";
import { draftOf } from "./autosave.js";
import { keyed, make, setValue } from "./editor-dom.js";
import { factList, lineList, pointList, questionList } from "./editor-lists.js";
import { startPictures } from "./editor-picture.js";
import { figureSheet, pictureSheet } from "./editor-sheet.js";
import { EMPTY, State } from "./editor-state.js";
import { Work } from "./editor-work.js";
import { wordsOf } from "./elements.js";
import { send } from "./request.js";

const root = document.getElementById("editor");
if (root) start(root);

async function start(root) {
  const draft = draftOf(root);
  const { id } = root.dataset;
  await draft.ready;
  const state = new State(draft, id, JSON.parse(root.dataset.initial));
  const editor = { root, id, state, work: new Work(id, state), waiting: null };
  fields(editor);
  startPictures(editor);
  const sheets = [pictureSheet(editor), figureSheet(editor)];
  pointList(editor);
  lineList(editor);
  factList(editor, sheets);
  questionList(editor);
  sentences(editor);
  verdict(editor);
  yaml(editor);
  saving(editor);
  state.dispatchEvent(new Event("change"));
  editor.work.soon(0);
  root.dataset.ready = "yes";
}

/** Fields of the state: title, text, goal and the like. */
function fields({ root, state, work }) {
  const steps = { undo: root.querySelector("[data-do=undo]"), redo: root.querySelector("[data-do=redo]") };
  const bound = [...root.querySelectorAll("[data-edit]")];
  const valueOf = (field) => {
    if (field.dataset.edit !== "key") return field.value;
    return field.value.trim() === "" || !Number.isFinite(Number(field.value)) ? null : Number(field.value);
  };
  for (const field of bound) {
    field.addEventListener("input", () =>
      state.change(field.dataset.edit, (edit) => {
        edit[field.dataset.edit] = field.dataset.edit === "goal" && !field.value.trim() ? null : valueOf(field);
      }),
    );
  }
  const show = () => {
    for (const field of bound) {
      const name = field.dataset.edit;
      setValue(field, String((name === "goal" ? (state.value.goal ?? work.shown?.goal) : state.value[name]) ?? ""));
    }
    steps.undo.disabled = !state.canUndo;
    steps.redo.disabled = !state.canRedo;
    root.querySelector("[data-own-figure]").hidden = !state.value.figure;
    root.querySelector("[data-unread]").hidden = state.value.is_read;
  };
  // The field that has the focus is not overwritten while somebody types, but an undone step must be seen in it.
  for (const [step, button] of Object.entries(steps)) {
    button.addEventListener("click", () => {
      state[step]();
      announce(step === "undo" ? "Undone." : "Done again.");
    });
  }
  root.querySelector("[data-do=lay-out]").addEventListener("click", () =>
    state.change("figure", (edit) => {
      edit.figure = null;
    }),
  );
  root.querySelector("[data-do=read]").addEventListener("click", () =>
    state.change("read", (edit) => {
      // What is read now was written before: both together would say it twice.
      Object.assign(edit, { is_read: true, written: [], goal: null, dropped: [], figure: edit.picture ? null : edit.figure });
    }),
  );
  state.addEventListener("change", show);
  work.addEventListener("shown", show);
}

/** The text sentence by sentence: what each says, and the words that were not understood. */
function sentences({ root, work }) {
  const list = root.querySelector("[data-sentences]");
  work.addEventListener("shown", () => {
    keyed(list, work.shown.sentences, (each) => JSON.stringify(each), sentence, () => {});
    list.closest("section").hidden = work.shown.sentences.length === 0;
  });
}

function sentence(read) {
  const words = make("p");
  let rest = read.words;
  for (const unread of read.unread) {
    const at = rest.indexOf(unread);
    if (at < 0) continue;
    words.append(rest.slice(0, at), make("mark", { title: "not understood" }, unread));
    rest = rest.slice(at + unread.length);
  }
  words.append(rest);
  const facts = make("ul", {}, ...read.facts.map((fact) => make("li", {}, fact)));
  if (read.unread.length) facts.append(...read.unread.map((each) => make("li", { class: "wrong" }, `not understood: ${each}`)));
  if (!facts.children.length) facts.append(make("li", { class: "soft" }, "says nothing about the figure"));
  return make("li", {}, words, facts);
}

/** How it stands: proved or why not, the check's messages, what was left out, the proof. */
function verdict({ root, work }) {
  const line = root.querySelector("[data-verdict]");
  const messages = root.querySelector("[data-messages]");
  const proof = root.querySelector("[data-proof]");
  const labels = root.querySelector("[data-labels]");
  let said = "";
  const inWords = () => {
    const { shown } = work;
    if (work.state === "working") return ["Working it out…", ""];
    if (work.state === "failed") return [work.why, "open"];
    if (!shown) return ["", ""];
    if (shown.proof.length) {
      const errors = shown.messages.filter((each) => each.severity === "error").length;
      if (errors) return [`Proved: ${shown.goal} = ${shown.answer}, but the check has ${errors === 1 ? "an error" : `${errors} errors`}.`, "open"];
      return [`Proved: ${shown.goal} = ${shown.answer}.`, "good"];
    }
    const open = shown.questions.length;
    if (open) return [`${open === 1 ? "One question is" : `${open} questions are`} open. ${shown.reason}`, "open"];
    return [shown.reason, "open"];
  };
  const show = () => {
    const [words, kind] = inWords();
    line.textContent = words;
    line.className = `notice ${kind}`;
    line.hidden = !words;
    if (work.state !== "working" && words !== said) announce(words);
    said = words;
  };
  work.addEventListener("state", show);
  work.addEventListener("shown", () => {
    const { shown } = work;
    const told = [
      ...shown.notes.map((message) => ({ severity: "warning", message })),
      ...shown.messages,
      ...shown.unread.map((message) => ({ severity: "warning", message: `not understood, or left out: ${message}` })),
    ];
    keyed(messages, told, (each) => each.severity + each.message, (each) =>
      make("li", { class: each.severity }, make("span", { class: `badge ${each.severity === "info" ? "good" : "open"}` }, each.severity), ` ${each.message}`), () => {});
    messages.parentElement.querySelector("[data-no-messages]").hidden = told.length > 0;
    keyed(proof, shown.proof, (step) => step.text, (step) => make("li", {}, step.text, make("p", { class: "soft small" }, step.reason)), () => {});
    const drawn = shown.drawn_in_addition;
    root.querySelector("[data-drawn]").textContent = drawn.length ? `The proof needs ${drawn.join("")}, which is drawn in addition.` : "";
    proof.closest("section").hidden = shown.proof.length === 0;
    const read = shown.overlay
      ? [
          ...shown.overlay.labels.map((each) => `label ${each.text}: ${each.part ? wordsOf(each.part) : "of no part"}`),
          ...shown.overlay.marks.map((each) => `mark (${each.kind}): ${wordsOf(each.part)}`),
          ...shown.overlay.circles.map((each) => `circle${each.centre ? ` about ${each.centre}` : " without a named centre"}`),
        ]
      : [];
    keyed(labels, read, (each) => each, (each) => make("li", {}, each), () => {});
    show();
  });
}

/** The problem as a file: shown, and edited as the last resort. */
function yaml({ root, state, work }) {
  const text = root.querySelector("[data-yaml]");
  const said = root.querySelector("[data-yaml-said]");
  let isEdited = false;
  text.addEventListener("input", () => {
    isEdited = true;
  });
  work.addEventListener("shown", () => {
    if (!isEdited) text.value = work.shown.yaml ?? "";
  });
  root.querySelector("[data-do=take-yaml]").addEventListener("click", async () => {
    try {
      const response = await send("POST", "/edit/api/read-yaml", { yaml: text.value });
      const answer = await response.json();
      said.textContent = response.ok ? "Taken over." : answer.detail;
      said.classList.toggle("wrong", !response.ok);
      announce(said.textContent);
      if (!response.ok) return;
      isEdited = false;
      const { picture } = state.value;
      state.change("yaml", (edit) => Object.assign(edit, structuredClone(EMPTY), answer, { picture }));
    } catch {
      said.textContent = "The server cannot be reached; what you typed is kept.";
    }
  });
  root.querySelector("[data-do=drop-yaml]").addEventListener("click", () => {
    isEdited = false;
    text.value = work.shown?.yaml ?? "";
    said.textContent = "";
  });
}

/** Saving as an own problem, and what can be done with one that is saved. */
function saving({ root, id, state, work }) {
  const button = root.querySelector("[data-do=save]");
  const said = root.querySelector("[data-saved]");
  const afterwards = root.querySelector("[data-afterwards]");
  const say = (words, isWrong) => {
    said.textContent = words;
    said.classList.toggle("wrong", isWrong);
    announce(words);
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const response = await send("POST", "/edit/api/save", { id, edit: state.value });
      const answer = await response.json();
      if (response.ok) afterwards.hidden = false;
      say(response.ok ? `Saved as ${answer.title}.` : answer.detail, !response.ok);
    } catch {
      say("Not saved: the server cannot be reached. What you made is kept.", true);
    } finally {
      button.disabled = false;
    }
  });
  state.addEventListener("change", () => {
    if (said.textContent.startsWith("Saved")) said.textContent = "Changed since it was saved.";
  });
}
