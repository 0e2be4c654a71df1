// @ts-check
/* The cells of pairs that are shown together: each is made once, from the page's own or from its
 * template, and lives as long as its pair can come back. */

import { Cell } from "./cell.js";
import { config, words } from "./config.js";
import { byId } from "./page.js";

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Unit} Unit
 */

export class Cells {
  /** @param {import("./group.js").Group} group */
  constructor(group) {
    this.group = group;
    /** @type {WeakMap<Unit, Cell[]>} */
    this.made = new WeakMap();
  }

  /** Those of its pairs that are still in it. @param {Unit} unit @returns {Cell[]} */
  of(unit) {
    const made = this.made.get(unit) ?? unit.slots.map((slot, at) => this.make(slot, at + 1));
    this.made.set(unit, made);
    return made.filter((cell) => unit.slots.includes(cell.slot));
  }

  /** @param {Slot} slot @param {number} number @returns {Cell} */
  make(slot, number) {
    const there = this.group.box.querySelector(`.cell[data-slot="${slot.id}"]`);
    // Imported: what is only cloned belongs to the template's own document, in which no clip may be
    // loaded.
    const made = there ?? document.importNode(byId("cell").content.firstElementChild, true);
    const cell = new Cell(made, slot, number);
    cell.fill();
    const failed = (cause, detail) => this.failed(cell, { cause, detail });
    cell.watch(failed, () => this.group.resume());
    cell.able(Boolean(slot.video.url) || config.withoutClips);
    return cell;
  }

  /** Out of its unit for good. @param {Unit} unit @param {Slot} slot */
  drop(unit, slot) {
    const cell = this.made.get(unit)?.find((one) => one.slot === slot);
    cell?.element.remove();
    cell?.free(this.group.screen.clips);
  }

  /** @param {Cell} cell @param {{cause: string, detail: string}} how */
  failed(cell, how) {
    cell.able(false);
    const empty = cell.element.querySelector("[data-empty]");
    empty.hidden = false;
    const again = document.createElement("button");
    Object.assign(again, { type: "button", className: "tool", textContent: words("try_again") });
    again.addEventListener("click", () => {
      cell.again();
      this.group.focus(cell.slot);
      this.group.resume();
    });
    empty.replaceChildren(`${words(`failed_${how.cause}`)} `, again);
    this.group.screen.report(cell.slot, how);
  }

  /** The one clip that all captions are about. @param {{cause: string, detail: string}} how */
  failedClip(how) {
    const { screen, cells } = this.group;
    for (const cell of cells) cell.able(false);
    screen.notices.say(`${words(`failed_${how.cause}`)} ${words("no_clip")}`);
    if (screen.held.unit) screen.report(screen.held.unit.slots[0], how);
  }
}
