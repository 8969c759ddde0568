// Small dialogs: a reply is reported, a step that cannot be taken back is asked about first.
const report = document.getElementById("report");

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens-report]");
  if (opener && report) {
    report.querySelector("[name=number]").value = opener.dataset.opensReport;
    report.querySelector("[role=status]").replaceChildren();
    report.showModal(); // gives the focus back to the opener when it closes
  }
  if (event.target.closest?.("[data-closes]")) event.target.closest("dialog").close();
});
document.addEventListener("submit", (event) => {
  const words = event.target.dataset.asks;
  if (words && !confirm(words)) event.preventDefault();
});
