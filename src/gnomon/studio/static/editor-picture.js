// A picture of the figure: dropped, pasted or picked, sent, and kept as the server made it anew.
import { announce } from "./announce.js";
import { csrf } from "./request.js";
import { signInAgain } from "./sign-in.js";

export function startPictures(editor) {
  const { root, state, id } = editor;
  const area = root.querySelector("[data-drop]");
  const said = area.querySelector("[data-said]");
  const picker = area.querySelector("input[type=file]");

  const say = (words, isWrong = false) => {
    said.textContent = words;
    said.classList.toggle("wrong", isWrong);
    if (words) announce(words);
  };

  const take = async (file) => {
    say(`Sending ${file.name || "the picture"}…`);
    area.setAttribute("aria-busy", "true");
    try {
      let response = await put(id, file);
      if (response.status === 401) {
        await signInAgain();
        response = await put(id, file);
      }
      const answer = await response.json();
      if (!response.ok) return say(answer.detail, true);
      state.change("picture", (edit) => {
        Object.assign(edit, { picture: answer.picture, is_read: true, figure: null });
        // What was corrected was another picture's.
        Object.assign(edit, { renamed: {}, moved: {}, removed: [], joined: [], parted: [] });
      });
      say("The picture is there, and is being read.");
      editor.work.addEventListener("shown", () => say(""), { once: true });
    } catch {
      say("The picture was not sent: the server cannot be reached. Try again.", true);
    } finally {
      area.removeAttribute("aria-busy");
      picker.value = "";
    }
  };

  picker.addEventListener("change", () => picker.files[0] && take(picker.files[0]));
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("over-it");
  });
  area.addEventListener("dragleave", () => area.classList.remove("over-it"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("over-it");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
  document.addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])][0];
    if (!file) return; // a text: it goes to the field that has the focus
    event.preventDefault();
    take(file);
  });
  root.querySelector("[data-do=no-picture]").addEventListener("click", () =>
    state.change("picture", (edit) => {
      edit.picture = null;
    }),
  );
}

const put = (id, file) =>
  fetch(`/edit/${id}/pictures`, { method: "POST", body: file, headers: { "X-CSRF": csrf(), Accept: "application/json", "Content-Type": "application/octet-stream" } });
