// The one polite live region of a page: what is said here is heard once, when it is complete.

/** Say a text to who listens. The same text twice is heard twice. */
export function announce(text) {
  const region = document.getElementById("live");
  region.textContent = "";
  // Two steps, or a screen reader sees no change where the text is the same as before.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
