// The one polite live region of a page: what is said here is heard once, when it is complete.

/** Say texts, or nodes, to who listens. The same twice is heard twice. */
export function announce(...words) {
  const region = document.getElementById("live");
  region.replaceChildren();
  // Two steps, or a screen reader sees no change where the text is the same as before.
  requestAnimationFrame(() => {
    region.replaceChildren(...words);
  });
}
