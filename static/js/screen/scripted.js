// @ts-check
/* A screen's scripts have come: what needs them is shown, and what stood in its place is not. */

import { keysDialog } from "./sheets.js";

export function scripted() {
  document.body.dataset.scripts = "";
  for (const one of document.querySelectorAll("[data-scripted]")) one.hidden = false;
  for (const one of document.querySelectorAll("[data-keys-link]")) one.hidden = true;
  keysDialog(document.getElementById("keys"), document.querySelector('[data-key="keys"]'));
}
