// Keys: a control with data-key is pressed by it. The list under "?" is made from those controls, so that it is always true.
import { announce } from "./announce.js";

const SWITCH = "gnomon:shortcuts";
const dialog = document.getElementById("shortcuts");
const box = dialog?.querySelector("[data-shortcuts-on]");
const isOn = () => localStorage.getItem(SWITCH) !== "off";

/** Whether keys belong to what has the focus: a field that takes text, or an open dialog. */
function isTyping(target) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
}

/** A key press as data-key writes it: "g", "?", "Ctrl+z", "Ctrl+Shift+z". Command counts as Ctrl. */
function name(event) {
  const single = event.key.length === 1;
  const held = [(event.ctrlKey || event.metaKey) && "Ctrl", event.shiftKey && (!single || event.ctrlKey || event.metaKey) && "Shift"];
  return [...held.filter(Boolean), single ? event.key.toLowerCase() : event.key].join("+");
}

function control(key) {
  // A control may have several keys: data-key="Ctrl+y Ctrl+Shift+z".
  const all = [...document.querySelectorAll("[data-key]")].filter((each) => each.dataset.key.split(" ").includes(key));
  return all.find((each) => !each.disabled && each.getClientRects().length > 0);
}

export function showShortcuts() {
  const rows = [...document.querySelectorAll("[data-key]")].filter((each) => each.getClientRects().length > 0);
  dialog.querySelector("[data-shortcuts]").replaceChildren(...rows.flatMap(row), ...row({ dataset: { key: "?" }, textContent: "This list" }));
  box.checked = isOn();
  dialog.showModal(); // gives the focus back to where it was when it closes
}

function row(each) {
  const term = document.createElement("dt");
  term.append(
    ...each.dataset.key.split(" ").flatMap((key, index) => {
      const shown = document.createElement("kbd");
      shown.textContent = key.length === 1 ? key.toUpperCase() : key.replace(/\+(\w)$/, (_, last) => `+${last.toUpperCase()}`);
      return index ? [" or ", shown] : [shown];
    }),
  );
  const words = document.createElement("dd");
  words.textContent = each.dataset.keyWords ?? each.getAttribute?.("aria-label") ?? each.textContent.trim();
  return [term, words];
}

if (dialog) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || isTyping(event.target)) return;
    const key = name(event);
    if (!key.startsWith("Ctrl") && !isOn()) return;
    if (key === "?") {
      event.preventDefault();
      showShortcuts();
      return;
    }
    const found = control(key);
    if (!found) return;
    event.preventDefault();
    if (found.matches("input, textarea, select")) found.focus();
    else found.click();
  });
  box.addEventListener("change", () => {
    localStorage.setItem(SWITCH, box.checked ? "on" : "off");
    announce(box.checked ? "Single-key shortcuts are on." : "Single-key shortcuts are off.");
  });
  for (const opener of document.querySelectorAll('[data-opens="shortcuts"]')) opener.addEventListener("click", showShortcuts);
}
