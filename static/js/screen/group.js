// @ts-check
/* Pairs shown together: a caption with several clips, or a clip with several captions.
 *
 * Every answer is a label of its own, with its own request id and its own time: the time in which
 * its cell was the one last touched. "All others" is one press for many; the time since the last
 * touch was for all of them, and is shared among them.
 */

import { Cells } from "./cells.js";
import { choiceOf, config, words } from "./config.js";
import { Focus, keysOfGroup } from "./focus.js";
import { EachClip, ONE_CLIP, OneClip } from "./motion.js";
import { byId, find, hear } from "./page.js";

/**
 * @typedef {import("./cell.js").Cell} Cell
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Unit} Unit
 * @typedef {import("./view.js").View} View
 * @implements {View}
 */
export class Group {
  /** @param {import("./units.js").Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.keys = keysOfGroup(config.keys);
    this.first = config.together;
    this.deck = byId("together");
    this.box = byId("cells");
    this.all = new Cells(this);
    this.touched = new Focus(this);
    this.motion = ONE_CLIP ? new OneClip(this) : new EachClip(this);
    this.sight = new IntersectionObserver((entries) => this.sighted(entries), {
      threshold: [0, 0.5, 1],
    });
    hear(screen.clips, "loaded", ({ slot }) => this.motion.loaded(slot));
    this.listen();
  }

  listen() {
    const { box, screen } = this;
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      const { answer, later } = button?.dataset ?? {};
      this.touched.touch(this.cellAt(event.target));
      if (answer) screen.press(button.value);
      else if (later !== undefined) screen.later();
    });
    box.addEventListener("click", (event) => {
      const cell = this.cellAt(event.target);
      // Not by the second click of a double click on the answer that was there.
      if (!cell || !event.target.closest("[data-take-back]") || event.detail > 1) return;
      screen.back.take(screen.held.past.findLast((given) => given.slot === cell.slot));
    });
    box.addEventListener("focusin", (event) => this.touched.touch(this.cellAt(event.target)));
    find('[data-key="others"]').addEventListener("click", () => this.others());
    find('[data-key="later"]').addEventListener("click", () => screen.later());
    find('[data-key="undo"]').hidden = false;
  }

  actions() {
    const answers = config.answers.map(({ key, value }) => [key, () => this.screen.press(value)]);
    return {
      ...Object.fromEntries(answers),
      cell_left: () => this.touched.move(-1),
      cell_right: () => this.touched.move(1),
      cell_up: () => this.touched.move(-this.touched.columns),
      cell_down: () => this.touched.move(this.touched.columns),
      ...this.motion.actions(),
    };
  }

  // Its cells

  get cells() {
    const { unit } = this.screen.held;
    return unit ? this.all.of(unit) : [];
  }

  /** @param {Slot} slot */
  cellOf(slot) {
    return this.cells.find((cell) => cell.slot === slot);
  }

  cellAt(target) {
    const element = target instanceof Element ? target.closest(".cell") : null;
    return (element && this.cells.find((cell) => cell.element === element)) || null;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  sighted(entries) {
    for (const { target, intersectionRatio, time } of entries) {
      const cell = this.cellAt(target);
      if (!cell) continue;
      cell.inSight = intersectionRatio >= 0.5;
      cell.see(time, false);
    }
  }

  /** @param {Unit} unit */
  show(unit, there = false) {
    this.sight.disconnect();
    const cells = this.all.of(unit);
    const elements = cells.map((cell) => cell.element);
    const others = [...this.box.children].filter((one) => !elements.includes(one));
    // What plays already is not taken out of the page.
    if (there) for (const one of others) one.remove();
    else this.box.replaceChildren(...elements);
    for (const cell of cells) cell.load(this.screen.clips);
    this.box.dataset.count = cells.length;
    if (!ONE_CLIP) this.screen.caption(unit.slots[0].caption);
    this.motion.show(unit, there);
    for (const cell of cells) {
      cell.come(Boolean(cell.video && cell.slot.video.url));
      this.sight.observe(cell.element);
      this.screen.keys.draw(cell.element);
    }
    this.touched.begin();
    this.focus(this.screen.held.openOf(unit)[0] ?? unit.slots[0]);
    this.resume();
    const detail = { slots: unit.slots.length };
    document.dispatchEvent(new CustomEvent("truepool:group", { detail }));
  }

  ahead() {
    this.motion.ahead();
  }

  empty() {
    this.box.replaceChildren();
    if (!ONE_CLIP) byId("caption").textContent = "";
    this.touched.begin();
    this.screen.dry();
  }

  /** @param {Unit} left */
  free(left) {
    for (const cell of this.all.of(left)) cell.free(this.screen.clips);
  }

  /** @param {Unit} [left] */
  rest(left) {
    this.motion.rest(left ? this.all.of(left) : this.cells);
  }

  resume() {
    this.motion.resume();
  }

  /** The cell that a key answers. */
  get at() {
    return this.touched.cell;
  }

  get current() {
    return this.at?.slot ?? null;
  }

  get wanted() {
    const { open, gone } = this.screen.held;
    return open.length + gone.size + 1;
  }

  get asked() {
    return this.at?.element ?? null;
  }

  /** @param {Slot} slot */
  focus(slot) {
    this.touched.on(this.cellOf(slot));
  }

  // Answering

  /** @param {Slot} slot @param {string} answer */
  able(slot, answer) {
    const cell = this.cellOf(slot);
    return !cell?.answer && Boolean(cell?.takes(answer));
  }

  refuses() {
    return this.at?.look.refuses() ?? true;
  }

  /** @param {Slot} slot */
  evidence(slot) {
    const cell = this.cellOf(slot);
    if (cell && cell === this.at) this.touched.spend([cell]);
    const shown = slot.group ? { shown: slot.shown, shown_group: slot.group } : {};
    return { active_ms: cell?.spent ?? 0, ...shown };
  }

  /** @param {Slot} slot @param {string} answer @param {string} id */
  mark(slot, answer, id) {
    const cell = this.cellOf(slot);
    const { label, sign } = choiceOf(answer);
    cell?.say({ id, words: label, sign });
    cell?.element.removeAttribute("data-unseen");
  }

  /** @param {Slot} slot */
  unmark(slot) {
    const cell = this.cellOf(slot);
    cell?.say(null);
    if (cell) cell.spent = 0;
    this.touched.leave();
  }

  /** @param {Slot} slot @param {Unit} unit @param {number} at */
  dropped(slot, unit, at) {
    const { held } = this.screen;
    this.all.drop(unit, slot);
    if (unit !== held.unit || held.over) return;
    this.box.dataset.count = this.cells.length;
    if (this.at?.slot !== slot) return;
    this.touched.leave();
    const slots = [...unit.slots.slice(at), ...unit.slots.slice(0, at)];
    this.focus(held.openOf({ slots })[0]);
  }

  /** All that are left, at once: only when each has been on the screen long enough. */
  others() {
    const { screen } = this;
    const left = this.cells.filter((cell) => !cell.answer);
    if (this.cells.length < 2 || screen.blocked || !left.length) return;
    const lacks = (cell) => cell.seen < config.seenMs || !cell.takes(config.lowest);
    const unseen = left.filter(lacks);
    for (const cell of left) cell.element.toggleAttribute("data-unseen", lacks(cell));
    if (unseen.length) {
      screen.foot.hint(words("still_to_see", { number: unseen.length }));
      return;
    }
    this.touched.spend(left);
    for (const cell of left) screen.give(cell.slot, config.lowest);
    screen.goOn();
  }
}
