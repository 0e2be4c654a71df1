// What was worked out for a form is out of date as soon as somebody changes the form. Buttons that rest on it,
// <button data-rests-on="ID OF THE FORM">, are then disabled; the answer to the change brings new ones.
"use strict";

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[id]");
  if (!form) return;
  for (const button of document.querySelectorAll(`[data-rests-on="${form.id}"]`)) button.disabled = true;
});
