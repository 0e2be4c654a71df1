// @ts-check
/* What this person has typed and not sent, by place: in memory, and sealed in the browser's
 * local storage. */

import { config } from "./config.js";
import { seal, unseal } from "./seal.js";

const texts = new Map();
let written = Promise.resolve();

export const placeOf = (name, slot) => `truepool.${name}.${config.person}.${slot.id}`;

async function read(place) {
  try {
    texts.set(place, (await unseal(localStorage.getItem(place))) ?? "");
  } catch {
    // Not written here.
  }
}

try {
  const mine = Object.keys(localStorage).filter(
    (place) => place.startsWith("truepool.") && place.split(".")[2] === config.person,
  );
  await Promise.all(mine.map(read));
} catch {
  // A browser that keeps nothing.
}

export const draft = (place) => texts.get(place) ?? "";

async function write(place) {
  try {
    const text = draft(place);
    if (text) localStorage.setItem(place, await seal(text));
    else localStorage.removeItem(place);
  } catch {
    // Full: the text is still in its box.
  }
}

/* One after the other, so that the last word is the last that is written. */
export function keepDraft(place, text) {
  if (text === draft(place)) return;
  texts.set(place, text);
  written = written.then(() => write(place));
}
