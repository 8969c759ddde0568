// Waiting turns: seconds count down, and a key that is held down decides one turn, not those that come after it.
for (const left of document.querySelectorAll("[data-countdown]")) {
  const end = performance.now() + 1000 * Number(left.dataset.countdown);
  setInterval(() => (left.textContent = Math.max(0, Math.round((end - performance.now()) / 1000))), 1000);
}
document.addEventListener(
  "keydown",
  (event) => {
    if (event.repeat && !event.target.closest("textarea, input")) event.stopImmediatePropagation();
  },
  true,
);
