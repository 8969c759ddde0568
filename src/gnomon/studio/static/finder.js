// A list that is narrowed while one types: [data-find] over the [data-search] texts in the same [data-filtered].
const field = document.querySelector("[data-find]");

field?.addEventListener("input", () => {
  const place = field.closest("[data-filtered]");
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const each of place.querySelectorAll("[data-search]")) {
    each.hidden = !words.every((word) => each.dataset.search.includes(word));
    if (!each.hidden) shown += 1;
  }
  for (const group of place.querySelectorAll("details")) {
    group.hidden = !group.querySelector("[data-search]:not([hidden])");
    if (words.length) group.open = !group.hidden;
  }
  place.querySelector("[data-found]").textContent = words.length ? `${shown} problems` : "";
});
