// @ts-check
// What scrolls sideways in a frame of its own (wide tables, long lines of code) can be reached and
// scrolled by keyboard, and
// says what it is: the one place that sees to it, for every page. A frame that shows all it has, or
// that a link inside leads
// to, is no stop of the Tab key.
const FRAMES = ".table-scroll, main pre";
const STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";

// The table's own caption, else the heading before it: within its section, or above it on the page.
const nameOf = (frame) => {
  const caption = frame.querySelector("caption");
  if (caption) return caption.textContent.trim();
  const headings = [...document.querySelectorAll("main :is(h1, h2, h3)")];
  const before = headings.filter(
    (one) => one.compareDocumentPosition(frame) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return (before.at(-1) ?? document.querySelector("h1"))?.textContent.trim().slice(0, 80) ?? "";
};

// Regions are told apart by their names, from each other and from the sections that have one.
const labelOf = (one) =>
  one.getAttribute("aria-label") ??
  document.getElementById(one.getAttribute("aria-labelledby"))?.textContent.trim();
const unlike = (name, frame) => {
  const named = [...document.querySelectorAll("[aria-label], [aria-labelledby]")].filter(
    (one) => one !== frame,
  );
  const taken = new Set(named.map(labelOf));
  let tried = name;
  for (let n = 2; taken.has(tried); n += 1) tried = `${name} (${n})`;
  return tried;
};

const look = (frame) => {
  const wide = frame.scrollWidth > frame.clientWidth + 1;
  frame.classList.toggle("is-wide", wide);
  const stop =
    wide && ![...frame.querySelectorAll(STOPS)].some((one) => !one.disabled && one.offsetParent);
  if (stop === "scrolls" in frame.dataset) return;
  if (stop) {
    frame.setAttribute("aria-label", unlike(nameOf(frame), frame));
    frame.setAttribute("role", "region");
    frame.tabIndex = 0;
    frame.dataset.scrolls = "";
  } else {
    for (const name of ["aria-label", "role", "tabindex", "data-scrolls"])
      frame.removeAttribute(name);
  }
};

const sizes = new ResizeObserver((entries) => entries.forEach((entry) => look(entry.target)));
const watch = (within) => {
  for (const frame of within.querySelectorAll(FRAMES)) {
    sizes.observe(frame);
    look(frame);
  }
};

watch(document);
document.addEventListener("htmx:afterSettle", (event) =>
  watch(event.target.parentElement ?? document),
);
