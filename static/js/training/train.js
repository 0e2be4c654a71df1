// @ts-check
/* Training without loading a page for each answer: the feedback comes while the clip is still
 * running. */

import { words } from "../screen/config.js";
import { begin } from "../screen/plain.js";
import { sheets } from "./sheet.js";
import { send, swap } from "./swap.js";

const heard = document.querySelector("[data-heard]");
let busy = false;

// Space goes on where Next has the focus, and plays or pauses the clip elsewhere.
const screen = begin({
  on: {
    play: () => {
      const next = document.activeElement?.closest("[data-next]");
      if (next) next.click();
      else screen.player?.toggle();
    },
  },
});
sheets();
fit();

const sameClip = (part, other) =>
  part.dataset.part === "stage" && part.dataset.trial === other.dataset.trial;

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-swaps]");
  if (!form) return;
  event.preventDefault();
  if (busy || (event.submitter?.dataset.answer && screen.look.refuses())) return;
  busy = true;
  try {
    const { page, address } = await send(form, event.submitter);
    if (!swap(page, sameClip)) {
      location.assign(address);
      return;
    }
    history.replaceState(null, "", address);
    after();
  } catch {
    heard.textContent = words("unsent");
    document.querySelector('[data-part="note"]').textContent = words("unsent");
  } finally {
    busy = false;
  }
});

/* Long captions in smaller letters, as in rating. */
function fit() {
  const caption = document.getElementById("caption");
  const { length } = caption.innerText;
  caption.dataset.length = length > 200 ? "longer" : length > 90 ? "long" : "short";
}

function after() {
  fit();
  screen.keys.draw(document);
  screen.attach();
  const next = document.querySelector("[data-next]");
  const note = document.querySelector('[data-part="note"]');
  if (next) {
    next.focus();
    heard.textContent = note.innerText;
  } else {
    document.getElementById("content").focus();
    heard.textContent = document.getElementById("caption").innerText;
  }
}
