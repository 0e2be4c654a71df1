// @ts-check
// Draws the charts of a page, each from the data beside it, when it comes near the window; all of
// them for paper. The page's policy forbids `eval`: Vega's expressions are interpreted.
import { expressionInterpreter } from "../vendor/vega-interpreter-2.3.2/vega-interpreter.js";

const TOKEN = /^var\(--[a-z0-9-]+\)$/;
const NEAR = "300px"; // of the window: drawn before one sees it
const drawn = new Set();
const dataOf = (figure) => JSON.parse(document.getElementById(`${figure.id}-data`).textContent);

// A token's colour in the theme that the page has now. Only an element knows which half of
// light-dark() it is.
function colours(element) {
  const probe = document.createElement("span");
  element.append(probe);
  const known = new Map();
  const read = (token) => {
    if (!known.has(token)) {
      probe.style.color = token;
      known.set(token, getComputedStyle(probe).color);
    }
    return known.get(token);
  };
  const done = () => probe.remove();
  return { read, done };
}

function coloured(part, read) {
  if (typeof part === "string") return TOKEN.test(part) ? read(part) : part;
  if (Array.isArray(part)) return part.map((inner) => coloured(inner, read));
  if (part === null || typeof part !== "object") return part;
  // The data are numbers and names of people's files: none of them is a colour of ours.
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => {
      return [name, name === "data" ? inner : coloured(inner, read)];
    }),
  );
}

// A place for the picture, in its figure, and what is drawn there.
function prepare(figure) {
  const place = figure.querySelector(".chart-picture");
  const { read, done } = colours(place);
  const specification = coloured(dataOf(figure), read);
  done();
  const within = document.createElement("div");
  // Vega names each of thousands of marks; those who listen get the rows, by the arrow keys and in
  // the table.
  within.setAttribute("aria-hidden", "true");
  place.querySelector(":scope > div")?.remove();
  place.append(within);
  return { within, specification };
}

async function draw(figure) {
  const { within, specification } = prepare(figure);
  await vegaEmbed(within, specification, {
    actions: false,
    ast: true,
    defaultStyle: false,
    expr: expressionInterpreter,
    mode: "vega-lite",
    renderer: "svg",
    tooltip: { disableDefaultStyle: true },
  });
  drawn.add(figure);
  figure.dataset.drawn = "";
}

// Paper does not wait for anything, so this ends with the pictures drawn. On the screen they are
// drawn once more when they come into sight, with what they say when they are pointed at.
function drawForPaper() {
  for (const figure of document.querySelectorAll("figure.chart:not([data-drawn])")) {
    if (!figure.checkVisibility()) continue; // in a fold that is closed
    const { within, specification } = prepare(figure);
    const compiled = vegaLite.compile(specification).spec;
    const options = { expr: expressionInterpreter, renderer: "svg", container: within };
    new vega.View(vega.parse(compiled, undefined, { ast: true }), options).run();
  }
}

// Keys: the arrows read the rows behind the picture, as the table has them.
function readRows(figure) {
  const place = figure.querySelector(".chart-picture");
  const line = figure.querySelector(".chart-reading");
  const table = figure.querySelector(".chart-rows table");
  const titles = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const rows = [...table.tBodies[0].rows];
  let at = -1;
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  place.addEventListener("focus", () => {
    if (at < 0) line.textContent = line.dataset.hint;
  });
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Home") at = 0;
    else if (event.key === "End") at = rows.length - 1;
    else if (event.key in steps) at = Math.min(Math.max(at + steps[event.key], 0), rows.length - 1);
    else return;
    event.preventDefault();
    const cells = [...rows[at].cells].map((cell) => cell.textContent.trim());
    const told = cells.map((words, number) => `${titles[number]}: ${words}`);
    line.textContent = `${at + 1} / ${rows.length}. ${told.join("; ")}`;
  });
}

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      near.unobserve(entry.target);
      draw(entry.target);
    }
  },
  { rootMargin: NEAR },
);

function begin(within) {
  for (const figure of within.querySelectorAll("figure.chart:not([data-seen])")) {
    figure.dataset.seen = "";
    // About its height is known before it is drawn: what follows does not jump.
    figure.querySelector(".chart-picture").style.minHeight = `${dataOf(figure).usermeta.room}px`;
    readRows(figure);
    near.observe(figure);
  }
}

begin(document);
addEventListener("beforeprint", drawForPaper);
document.addEventListener("htmx:load", (event) => begin(event.target));
document.addEventListener("toggle", (event) => event.target.open && begin(event.target), true);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawn.forEach(draw));
