// @ts-check
/* How long a person has been at work on a pair, and whether they still are.
 *
 * Time counts while the page is in sight and its person is there. Reading and watching are work:
 * nothing has to be touched for as long as the clip's length and the caption's words ask for,
 * and more while guidelines are open. Then the screen asks.
 */

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"];
const REST = 50 * 60_000; // after so long without a break, a quiet reminder
const BREAK = 5 * 60_000;

export class Clock extends EventTarget {
  constructor() {
    super();
    this.active = 0;
    this.since = null;
    this.sign = performance.now();
    this.allowed = 90_000;
    this.reading = () => false;
    this.idle = false;
    this.begun = performance.now();
    for (const sign of SIGNS)
      addEventListener(sign, () => this.touched(), { passive: true, capture: true });
    document.addEventListener("visibilitychange", () =>
      document.hidden ? this.stop() : this.go(),
    );
    this.timer = setInterval(() => this.look(), 5_000);
    this.go();
  }

  /* A new pair. seconds: of its clip; words: of its caption. */
  start(seconds, words) {
    this.active = 0;
    this.since = this.idle || document.hidden ? null : performance.now();
    this.allowed = Math.max(90_000, (3 * (seconds || 10) + words) * 1_000);
    this.sign = performance.now();
  }

  read() {
    return Math.round(this.active + (this.since === null ? 0 : performance.now() - this.since));
  }

  go() {
    if (this.idle || document.hidden || this.since !== null) return;
    this.since = performance.now();
    this.sign = this.since;
  }

  stop() {
    if (this.since === null) return;
    this.active += performance.now() - this.since;
    this.since = null;
  }

  touched() {
    const now = performance.now();
    if (now - this.sign > BREAK) this.begun = now;
    this.sign = now;
  }

  look() {
    const now = performance.now();
    if (document.hidden || this.idle) return;
    if (now - this.sign > this.allowed * (this.reading() ? 4 : 1)) {
      this.idle = true;
      this.stop();
      this.dispatchEvent(new Event("idle"));
    } else if (now - this.begun > REST) {
      this.begun = now;
      this.dispatchEvent(new Event("rest"));
    }
  }

  back() {
    this.idle = false;
    this.begun = performance.now();
    this.touched();
    this.go();
  }
}
