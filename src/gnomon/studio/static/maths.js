// One renderer for all formulas of a page: bubbles, choices, hints, labels. Needs the scripts of KaTeX before it.

// A dollar opens only before and closes only after a visible character, and none closes before a digit (Pandoc's rule for
// tex_math_dollars): "$5 and $6" stays a text. A formula ends with its line, except a displayed one.
const FORMULA = /\\\((.+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([\s\S]+?)\$\$|(?<![\\$])\$(?![\s$])([^$\n]*?[^\s\\$])\$(?![\d$])/g;
const UNTOUCHED = "script, style, textarea, input, select, option, pre, code, svg, .katex, .bad-maths, [data-plain]";

/** Typeset the formulas in an element. A formula that cannot be read shows its source. */
export function typeset(root) {
  if (root.closest?.(UNTOUCHED)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(UNTOUCHED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const texts = [];
  while (walker.nextNode()) if (/[$\\]/.test(walker.currentNode.data)) texts.push(walker.currentNode);
  for (const text of texts) split(text);
}

function split(text) {
  const parts = [];
  let end = 0;
  for (const match of text.data.matchAll(FORMULA)) {
    const [source, round, square, double, single] = match;
    parts.push(text.data.slice(end, match.index), formula(round ?? square ?? double ?? single, source, Boolean(square ?? double)));
    end = match.index + source.length;
  }
  if (parts.length) text.replaceWith(...parts, text.data.slice(end));
}

function formula(latex, source, displayMode) {
  const place = document.createElement("span");
  try {
    katex.render(latex, place, { displayMode, throwOnError: true, trust: false, strict: "ignore", maxSize: 20, maxExpand: 200 });
  } catch {
    place.className = "bad-maths";
    place.title = "This formula could not be read";
    place.textContent = source;
  }
  return place;
}

/** A copy of what stands in an element, for who hears it: formulas as MathML alone, which a screen reader speaks in its language. */
export function spoken(element) {
  const copy = element.cloneNode(true);
  for (const glyphs of copy.querySelectorAll(".katex-html")) glyphs.remove();
  return [...copy.childNodes];
}

typeset(document.body);
document.addEventListener("htmx:after:process", (event) => typeset(event.target instanceof Element ? event.target : document.body));
