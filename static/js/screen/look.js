// @ts-check
/* Whether what is on the screen can have been looked at: its clip has shown its first frame, and
 * `lookMs` have gone since. A press that comes sooner was meant for the pair before (a key that
 * bounced, a double click). It answers nothing, and the screen says "Look first".
 *
 * Both moments are the browser's own, of the frame and of the press: how long a script took to
 * hear of them does not count.
 */

import { config, words } from "./config.js";

const HINT = 3_000; // ms for which the sentence can be read

let pressed = 0;
for (const kind of ["keydown", "pointerdown", "pointerup", "click"]) {
  const note = (event) => {
    // A click that a script makes is that of the key before it, unless there was none: then
    // something else works the page.
    if (event.isTrusted || performance.now() - pressed > 1_000) pressed = event.timeStamp;
  };
  addEventListener(kind, note, { capture: true, passive: true });
}

/* Calls `then` with the moment once a frame of this player is on the screen: where it plays, at
 * the frame that it shows next; where it stands still (paused, or with less motion wished for),
 * or the browser does not tell of frames, at the one that it has. */
export function firstFrame(video, then) {
  let over = false;
  const end = (at) => {
    if (over) return;
    over = true;
    for (const event of ["loadeddata", "seeked", "pause"]) video.removeEventListener(event, look);
    then(at);
  };
  const still = () =>
    video.readyState >= 2 && !video.seeking && (video.paused || !video.requestVideoFrameCallback);
  // The second frame of the page is drawn after the one in which the player was put there.
  const look = () =>
    still() && requestAnimationFrame(() => requestAnimationFrame((at) => still() && end(at)));
  video.requestVideoFrameCallback?.((now, { presentationTime }) => end(presentationTime ?? now));
  for (const event of ["loadeddata", "seeked", "pause"]) video.addEventListener(event, look);
  look();
}

export class Look {
  /* element: it has `data-looked` once an answer is taken. */
  constructor(element) {
    this.element = element;
    this.begin();
  }

  /* Something else is on the screen from now on. */
  begin() {
    this.at = null;
    clearTimeout(this.timer);
    delete this.element.dataset.looked;
  }

  /* Its first frame is there, or there is no clip to wait for. Playing it once more changes
   * nothing. */
  shown(at = performance.now()) {
    if (this.at !== null) return;
    this.at = at;
    this.timer = setTimeout(
      () => (this.element.dataset.looked = ""),
      Math.max(0, at + config.lookMs - performance.now()),
    );
  }

  /* Whether the press that is being heard comes too soon; if so, it says it. */
  refuses() {
    if (this.at !== null && Math.max(pressed, this.at) - this.at >= config.lookMs) return false;
    lookFirst();
    return true;
  }
}

let clearing = null;

export function lookFirst() {
  const line = document.querySelector("[data-look]");
  line.textContent = words("look_first");
  clearTimeout(clearing);
  clearing = setTimeout(() => (line.textContent = ""), HINT);
}
