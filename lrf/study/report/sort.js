"use strict";
const keyOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
};
const compare = (a, b) => (typeof a === "number" && typeof b === "number")
  ? a - b : String(a).localeCompare(String(b), "en", {numeric: true});
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    // Numbers start with the highest, names with A; a third click gives the first order back.
    const numeric = rows.some((row) => row.cells[column].dataset.value !== undefined);
    const order = numeric ? ["descending", "ascending", null] : ["ascending", "descending", null];
    const next = order[(order.indexOf(head.getAttribute("aria-sort")) + 1) % 3];
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    const sorted = [...rows];
    if (next) {
      head.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      const empty = (row) => row.cells[column].textContent.trim() === "";
      sorted.sort((a, b) => (empty(a) - empty(b)) || sign * compare(keyOf(a, column), keyOf(b, column)));
    }
    table.tBodies[0].append(...sorted);
  }));
}
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
