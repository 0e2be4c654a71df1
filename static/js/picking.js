// @ts-check
// Rows of a list that can be selected, <input type="checkbox" name="pick" form="ID">, and the form
// ID that acts on them.
// All of it works without this file; here come "all on this page", shift-click, and how many are
// selected.
const rowsOf = (id) => [...document.querySelectorAll(`input[name="pick"][form="${id}"]`)];
let last = null;

const show = (id) => {
  const rows = rowsOf(id);
  const chosen = rows.filter((row) => row.checked).length;
  const all = document.querySelector(`[data-picks-all="${id}"]`);
  if (all) {
    all.hidden = rows.length === 0;
    all.checked = chosen > 0 && chosen === rows.length;
    all.indeterminate = chosen > 0 && chosen < rows.length;
  }
  const count = document.querySelector(`[data-chosen="${id}"] [data-count]`);
  if (count) {
    count.hidden = chosen === 0;
    count.textContent = String(chosen);
  }
};

document.addEventListener("click", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
  if (box.dataset.picksAll) {
    for (const row of rowsOf(box.dataset.picksAll)) row.checked = box.checked;
    show(box.dataset.picksAll);
  } else if (box.name === "pick") {
    const id = box.getAttribute("form");
    const rows = rowsOf(id);
    const [from, to] = [rows.indexOf(last), rows.indexOf(box)].sort((a, b) => a - b);
    if (event.shiftKey && from >= 0)
      for (const row of rows.slice(from, to + 1)) row.checked = box.checked;
    last = box;
    show(id);
  }
});

// A page that comes back from the browser's memory has its boxes as they were.
const showAll = () =>
  document.querySelectorAll("[data-chosen]").forEach((form) => show(form.dataset.chosen));
window.addEventListener("pageshow", showAll);
showAll();
