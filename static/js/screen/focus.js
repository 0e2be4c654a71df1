// @ts-check
/* Which of the pairs shown together has the keys, and whose time it is. */

import { byId } from "./page.js";
import { calm } from "./player.js";

/** @typedef {import("./cell.js").Cell} Cell */

const MOVES = {
  cell_left: "ArrowLeft",
  cell_right: "ArrowRight",
  cell_up: "ArrowUp",
  cell_down: "ArrowDown",
};

/** The arrows move between the cells here. @param {Record<string, string[]>} keys */
export function keysOfGroup(keys) {
  const arrows = Object.values(MOVES);
  const rest = Object.entries(keys).map(([name, list]) => [
    name,
    list.filter((key) => !arrows.includes(key)),
  ]);
  const moves = Object.entries(MOVES).map(([name, key]) => [name, [key]]);
  return Object.fromEntries([...rest, ...moves]);
}

export class Focus {
  /** @param {import("./group.js").Group} group */
  constructor(group) {
    this.group = group;
    /** @type {Cell|null} the one last touched */
    this.cell = null;
    this.mark = 0; // until when its time was counted
  }

  /** Other cells are on the screen, and a clock that begins again. */
  begin() {
    this.cell = null;
    this.mark = 0;
  }

  /** From here on time is this cell's. @param {Cell|null} cell */
  touch(cell) {
    if (!cell || cell === this.cell) return;
    const { screen } = this.group;
    this.spend([this.cell]);
    this.cell?.element.removeAttribute("data-current");
    this.cell = cell;
    cell.element.setAttribute("data-current", "");
    if (!byId("reasons").hidden) screen.reasons(false);
    screen.about(cell.slot);
    this.group.resume();
  }

  /** The time since the last touch, shared among these. @param {(Cell|null)[]} cells */
  spend(cells) {
    const now = this.group.screen.clock.read();
    const these = cells.filter((cell) => cell !== null);
    for (const cell of these) cell.spent += (now - this.mark) / these.length;
    this.mark = now;
  }

  /** Nobody has the focus: the time until now is no cell's. */
  leave() {
    this.spend([]);
    this.cell?.element.removeAttribute("data-current");
    this.cell = null;
  }

  /** @param {Cell|undefined} cell */
  on(cell) {
    if (!cell) return;
    this.touch(cell);
    cell.element.focus({ preventScroll: true });
    cell.element.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  }

  /** @param {number} by */
  move(by) {
    const { cells, screen } = this.group;
    if (!screen.blocked && this.cell) this.on(cells[cells.indexOf(this.cell) + by]);
  }

  get columns() {
    const tops = this.group.cells.map((cell) => cell.element.offsetTop);
    return Math.max(1, tops.filter((top) => top === tops[0]).length);
  }
}
