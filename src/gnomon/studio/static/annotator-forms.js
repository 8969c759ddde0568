// Forms of the annotation desk that count once however often they are sent: the id is made once and kept in the draft.
import { draftOf } from "./autosave.js";

for (const form of document.querySelectorAll("form[data-sends-once]")) {
  const draft = draftOf(form);
  form.addEventListener("submit", () => {
    draft.forget();
  });
}
