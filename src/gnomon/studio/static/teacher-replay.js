// A dialogue replayed without leaving the page: arrows, slider and the turns' own links show a turn with its figure.
// Without this script each of them is a link to ?turn=n.
const desk = document.querySelector("[data-replay]");
const slider = desk?.querySelector("[data-slider]");

if (slider) {
  const turns = [...desk.querySelectorAll("[data-moment]")];
  const sheet = desk.querySelector("[data-figure]");

  /** Show a turn, and the figure of the last tutor's turn up to it. */
  const show = (asked) => {
    const current = Math.max(0, Math.min(turns.length - 1, asked));
    const drawn = turns.slice(0, current + 1).findLast((turn) => turn.querySelector("[data-drawn]"));
    if (drawn && sheet) {
      sheet.replaceChildren(drawn.querySelector("[data-drawn]").content.cloneNode(true));
      desk.querySelector("[data-legend]").replaceChildren(drawn.querySelector("[data-pens]").content.cloneNode(true));
    }
    turns.forEach((turn, index) => {
      turn.classList.toggle("yet", index > current);
      if (index === current) turn.setAttribute("aria-current", "step");
      else turn.removeAttribute("aria-current");
    });
    slider.value = current;
    slider.setAttribute("aria-valuetext", `Turn ${current + 1} of ${turns.length}`);
    desk.querySelector("[data-place]").textContent = `Turn ${current + 1} of ${turns.length}`;
    turns[current].scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", `?turn=${current}`);
  };

  slider.hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const step of desk.querySelectorAll("[data-step]"))
    step.addEventListener("click", (event) => {
      event.preventDefault();
      show(Number(slider.value) + Number(step.dataset.step));
    });
  turns.forEach((turn, index) =>
    turn.querySelector("[data-show]").addEventListener("click", (event) => {
      event.preventDefault();
      show(index);
    }),
  );
}
