// Ids that the browser gives to what it sends: sent twice, it counts once. Forms with data-client-id get one for each press that
// was answered; what failed is sent again under its old one.
import { announce } from "./announce.js";
import { signInAgain } from "./sign-in.js";

// randomUUID is there only over https and on this machine: a school may serve plain http.
const hex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const newId = () => crypto.randomUUID?.() ?? hex();

const waiting = new WeakMap(); // of each form: the id of what is not answered yet
const formOf = (event) => (event.target instanceof Element ? event.target.closest("form[data-client-id]") : null);

function complain(form, words) {
  const place = form.querySelector("[data-failed]");
  place.hidden = false;
  place.textContent = words;
  announce(words);
}

document.addEventListener("htmx:config:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  if (!waiting.has(form)) waiting.set(form, newId());
  event.detail.ctx.request.body.set("client_id", waiting.get(form));
});
document.addEventListener("htmx:after:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  const { raw, status } = event.detail.ctx.response;
  if (status === 401 || raw.redirected) {
    event.preventDefault();
    signInAgain().then(() => form.requestSubmit());
  } else if (status < 300) {
    waiting.delete(form);
  } else {
    complain(form, "That did not work. Please try again.");
  }
});
document.addEventListener("htmx:error", (event) => {
  const form = formOf(event);
  if (form) complain(form, "The server cannot be reached. Please try again.");
});
