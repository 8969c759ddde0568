// Small screens: tools behind a fold, so that the talk is near; and how much of the window the figure covers that stays in view.
// What is scrolled to, or focused, comes to lie below it.

const narrow = matchMedia("(max-width: 60rem)");

function fold() {
  for (const each of document.querySelectorAll("details[data-fold]")) each.open = !narrow.matches;
}

/** Pixels at the top of the window that a figure covers which stays in view; 0 where it stands beside. */
export function covered() {
  const sheet = document.querySelector(".beside .sheet");
  return sheet && getComputedStyle(sheet).position === "sticky" ? sheet.offsetHeight : 0;
}

function keepClear() {
  const height = covered();
  document.documentElement.style.scrollPaddingTop = height ? `${height + 16}px` : "";
}

fold();
keepClear();
narrow.addEventListener("change", fold);
addEventListener("resize", keepClear);
const sheet = document.querySelector(".beside .sheet");
if (sheet) new ResizeObserver(keepClear).observe(sheet);
