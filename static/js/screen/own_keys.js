// @ts-check
/* Usual keys are drawn as the screen draws them. A field takes the key that is pressed in it, as
 * the screen will see it. Tab, Escape, Enter and Backspace keep their own meaning. */

import { capOf, nameOf } from "./keys.js";

const OWN = new Set([
  "Tab",
  "Shift+Tab",
  "Escape",
  "Enter",
  "Backspace",
  "Delete",
  "Shift",
  "Control",
  "Alt",
  "Meta",
  "AltGraph",
  "Dead",
]);

for (const cap of document.querySelectorAll("#own-keys kbd")) {
  cap.textContent = capOf(cap.textContent);
}

for (const field of document.querySelectorAll("#own-keys td input")) {
  // What is sent is the key's name; beside it stands its sign, where that is another.
  const cap = document.createElement("kbd");
  cap.setAttribute("aria-hidden", "true");
  const draw = () => {
    cap.textContent = field.value ? capOf(field.value) : "";
    cap.hidden = field.value.length < 2;
  };
  field.after(" ", cap);
  draw();
  field.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    if (OWN.has(event.key) || OWN.has(name) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    field.value = name;
    draw();
  });
  field.addEventListener("input", draw);
}
