// Reviewing: keys from one commented turn to the next.
const remarks = [...document.querySelectorAll("[data-remarked]")];
let place = -1;

for (const button of document.querySelectorAll("[data-jump]"))
  button.addEventListener("click", () => {
    if (!remarks.length) return;
    place = (place + Number(button.dataset.jump) + remarks.length) % remarks.length;
    remarks[place].scrollIntoView({ block: "center" });
    remarks[place].focus();
  });
