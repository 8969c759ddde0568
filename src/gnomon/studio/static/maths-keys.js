// Keys for what a keyboard lacks: √, °, ∠, fractions. [data-keys-for="ID of a field"] holds buttons with data-insert, where "|" is
// where the caret comes to stand.

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-insert]");
  const keys = button?.closest("[data-keys-for]");
  if (!keys) return;
  const field = document.getElementById(keys.dataset.keysFor);
  const [before, after = ""] = button.dataset.insert.split("|");
  const chosen = field.value.slice(field.selectionStart, field.selectionEnd);
  const start = field.selectionStart;
  field.setRangeText(before + chosen + after, start, field.selectionEnd, "end");
  field.setSelectionRange(start + before.length + chosen.length, start + before.length + chosen.length);
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
