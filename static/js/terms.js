// @ts-check
// What the glossary says of a heading, beside it while it is pointed at or has the focus. Without
// this file it is the title alone, which no key brings up.
const says = document.createElement("div");
says.className = "term-says";
says.setAttribute("role", "tooltip");
says.id = "term-says";
let at = null;

function hide() {
  if (!at) return;
  at.title = says.textContent;
  at.removeAttribute("aria-describedby");
  at = null;
  says.remove();
}

function show(link) {
  if (link === at) return;
  hide();
  if (!link?.title) return;
  at = link;
  says.textContent = link.title;
  link.removeAttribute("title"); // or it would be said twice
  link.setAttribute("aria-describedby", says.id);
  document.body.append(says);
  const place = link.getBoundingClientRect();
  const least = Math.min(place.left, innerWidth - says.offsetWidth - 8);
  const below = place.bottom + 4;
  const above = place.top - says.offsetHeight - 4;
  says.style.left = `${Math.max(8, least)}px`;
  says.style.top = `${below + says.offsetHeight > innerHeight && above > 0 ? above : below}px`;
}

const term = (event) => event.target.closest?.("a.term, a.sort[title]");
document.addEventListener("pointerover", (event) => {
  if (event.target !== says) show(event.target === at ? at : (term(event) ?? null));
});
document.addEventListener("focusin", (event) => show(term(event) ?? null));
document.addEventListener("focusout", hide);
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
