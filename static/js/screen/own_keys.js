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
  field.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    if (OWN.has(event.key) || OWN.has(name) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    field.value = name;
  });
}
