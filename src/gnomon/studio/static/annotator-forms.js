// Long forms of the annotation desk: what is in them is kept until the server took it.
import { draftOf } from "./autosave.js";
import { signInAgain } from "./sign-in.js";

const REASONS = { 403: "You may not do that.", 409: "This does not fit what the server has: load the page again.", 422: "This was not taken: something is missing, or not as expected." };

async function sendForm(form) {
  const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (response.status !== 401) return response;
  await signInAgain(); // renews the form's token as well
  return sendForm(form);
}

for (const form of document.querySelectorAll("form[data-sends]")) {
  const draft = draftOf(form);
  const failed = form.querySelector("[data-failed]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.hidden = true;
    await draft.save();
    let words = "Not sent: the server cannot be reached.";
    try {
      const response = await sendForm(form);
      if (response.ok) {
        draft.forget();
        location.assign(response.url);
        return;
      }
      words = REASONS[response.status] ?? "The server could not take this now.";
    } catch {
      // The network failed: the words above say so.
    }
    failed.hidden = false;
    failed.textContent = `${words} What you filled in is kept.`;
  });
}
