// @ts-check
// <details class="narrow-fold" open>: on a wide screen it has no summary and is always open. On a
// narrow one it is closed at
// first, so that what comes after it is on the screen too. Without this file it is open everywhere.
const narrow = matchMedia("(max-width: 760px)");
const foldsIn = (place) => place.querySelectorAll("details.narrow-fold");

function fold(place) {
  for (const one of foldsIn(place)) one.open = !narrow.matches;
  showTarget();
}

// A link to a heading opens what is below it.
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const below = target?.closest("section")?.querySelector(":scope > details.narrow-fold");
  if (below) below.open = true;
}

fold(document);
narrow.addEventListener("change", () => fold(document));
document.addEventListener("htmx:load", (event) => fold(event.target));
addEventListener("hashchange", showTarget);
// Paper has no folds to open.
addEventListener("beforeprint", () => foldsIn(document).forEach((one) => (one.open = true)));
addEventListener("afterprint", () => fold(document));
