// @ts-check
// What was worked out for a form is out of date as soon as somebody changes the form. Buttons that
// rest on it,
// <button data-rests-on="ID OF THE FORM, OR OF A PART OF IT">, are then disabled; the answer to the
// change brings new ones.
// Where no answer comes they can be pressed again: the server compares what was shown with what is
// sent.
"use strict";

const resting = (changed) =>
  [...document.querySelectorAll("[data-rests-on]")].filter((button) =>
    document.getElementById(button.dataset.restsOn)?.contains(changed),
  );

document.addEventListener("input", (event) => {
  for (const button of resting(event.target)) button.disabled = true;
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    for (const button of document.querySelectorAll("[data-rests-on]")) {
      if (event.target.contains(document.getElementById(button.dataset.restsOn)))
        button.disabled = false;
    }
  });
}
