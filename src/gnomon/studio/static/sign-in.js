// Signing in again in place: the session is over, the text and the ink are still on the page and stay there.
import { announce } from "./announce.js";

const PAGE = "/sign-in";
let waiting = null;

/** Ask for the account in a dialog; resolves when the session is there again. One dialog, whoever asks. */
export function signInAgain() {
  waiting ??= new Promise((resolve) => open(resolve)).finally(() => {
    waiting = null;
  });
  return waiting;
}

async function open(resolve) {
  const dialog = document.createElement("dialog");
  dialog.className = "signing-in";
  dialog.setAttribute("aria-label", "Sign in again");
  dialog.append(words("h2", "Please sign in again"), words("p", "What you wrote and drew is still here."));
  const place = document.createElement("div");
  const problem = words("p", "", "failed");
  problem.hidden = true;
  const elsewhere = words("p", "With an invitation link: open it in another tab, come back, and ");
  const again = words("button", "go on");
  again.type = "button";
  elsewhere.append(again, ".");
  dialog.append(place, problem, elsewhere);
  document.body.append(dialog);
  // Escape would leave the page signed out without a word: the dialog can be opened again by sending.
  const done = () => {
    dialog.close();
    dialog.remove();
    announce("You are signed in again.");
    resolve();
  };
  again.addEventListener("click", async () => ((await renewed()) ? done() : complain("You are not signed in yet.")));
  const complain = (text) => {
    problem.hidden = false;
    problem.textContent = text;
  };
  dialog.showModal();
  try {
    const form = parsed(await (await fetch(PAGE)).text()).querySelector("main form");
    if (!form) return;
    place.append(document.importNode(form, true));
    place.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const sent = event.target;
        const response = await fetch(sent.getAttribute("action") || PAGE, { method: "POST", body: new URLSearchParams(new FormData(sent)) });
        if (response.ok && (await renewed())) done();
        else complain("That did not work: look at what you typed.");
      } catch {
        complain("The server cannot be reached. Please try again.");
      }
    });
    place.querySelector("input:not([type=hidden])")?.focus();
  } catch {
    complain("The server cannot be reached. Please try again.");
  }
}

/** Take the new session's token into this page; false where nobody is signed in. */
async function renewed() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok || new URL(response.url).pathname === PAGE) return false;
  const token = parsed(await response.text()).querySelector('meta[name="csrf"]')?.content;
  if (!token) return false;
  document.querySelector('meta[name="csrf"]').content = token;
  document.body.setAttribute("hx-headers:inherited", JSON.stringify({ "X-CSRF": token }));
  for (const field of document.querySelectorAll('input[name="csrf"]')) field.value = token;
  return true;
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

function words(name, text, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}
