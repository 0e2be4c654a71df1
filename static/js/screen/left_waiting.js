// @ts-check
/* Where nobody is signed in: how many answers wait in this browser. What they are, only their
 * person's pages can read. */

import { STORE, asked, open } from "./kept.js";

const line = document.getElementById("left-waiting");
try {
  const number = await asked((await open()).transaction(STORE).objectStore(STORE).count());
  if (number) line.textContent = line.dataset.words.replace("{number}", number);
  line.hidden = !number;
} catch {
  // A browser that keeps nothing.
}
