// @ts-check
/* How many answers were given today and how many pairs are left: counted along here, and corrected
 * by the server's own counts. No page and no server is known here. */

/**
 * @typedef {{left: number|null, about: boolean, few: number, today: number, pace: number|null}}
 *   Numbers
 */

export class Counts {
  /** @param {Numbers} numbers */
  constructor(numbers) {
    this.numbers = { ...numbers };
    this.moves = 0; // answers given, taken back, acknowledged: a count knows by it that it is old
    this.unsettled = false; // a count was old
  }

  /** An answer more, or, with -1, one that was taken back. @param {number} more */
  tally(more) {
    const { left, about, today } = this.numbers;
    this.moves += 1;
    this.numbers.today = today + more;
    if (left !== null) this.numbers.left = Math.max(about ? 1 : 0, left - more);
  }

  /**
   * The server may have counted an answer that is on its way or not: what it says holds only if
   * nothing was on its way and nothing was given meanwhile. What was tallied here stands until it
   * is asked again, when all has arrived.
   * @param {Numbers} said @param {number} before the moves when it was asked
   * @param {number} waiting
   */
  settle({ left, about, few, today, pace }, before, waiting) {
    this.unsettled = waiting > 0 || this.moves !== before;
    if (!this.unsettled) this.numbers = { left, about, few, today, pace };
    return !this.unsettled;
  }
}
