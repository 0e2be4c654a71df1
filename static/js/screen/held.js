// @ts-check
/* What a rater holds: the unit on the screen, those that come after it, and the answers that can be
 * taken back. A unit is what is shown at once: a group of pairs, or a single pair, which is a group
 * of one. The list is what the server says, less what was answered and has not reached it.
 *
 * No page, no clock and no server is known here: tests/annotator/pages/test_held.py says by tables
 * what follows from what.
 */

/**
 * @typedef {{url: string|null, key?: string, duration: number}} Clip
 * @typedef {{id: number, lease: string, caption: string, video: Clip, group?: string,
 *   shown?: string, expires_at?: string}} Slot
 * @typedef {{slots: Slot[]}} Unit
 * @typedef {{id: string, slot: Slot, unit: Unit|null, comment: string}} Given an answer, by the id
 *   of its request
 */

const UNDOABLE = 50;
const LEASES = 200; // remembered, of what was answered or put off
const LABELS = 100;

/** @param {Map<any, any>|Set<any>} kept @param {number} most */
function trim(kept, most) {
  if (kept.size > most) kept.delete(kept.keys().next().value);
}

export class Held {
  constructor() {
    /** @type {Unit[]} the first is on the screen */
    this.units = [];
    /** @type {Unit|null} what was on the screen before, for Undo */
    this.before = null;
    /** @type {Set<number>} slots answered or put off, until the server has heard of it */
    this.gone = new Set();
    /** @type {Set<string>} by which it was: a claim's answer that was late may bring them again */
    this.leases = new Set();
    /** @type {Map<number, string>} ids of requests, by the slots that they answer */
    this.answered = new Map();
    /** @type {Given[]} answers given here, the newest last */
    this.past = [];
    /** @type {Map<string, number>} numbers of labels, by the ids of their requests */
    this.labels = new Map();
  }

  /** @returns {Unit|null} */
  get unit() {
    return this.units[0] ?? null;
  }

  /** @returns {Unit|null} */
  get next() {
    return this.units[1] ?? null;
  }

  /** Pairs that wait for their answer, those on the screen first. @returns {Slot[]} */
  get open() {
    return this.units.flatMap((unit) => this.openOf(unit));
  }

  /** @param {Unit|null} unit @returns {Slot[]} */
  openOf(unit) {
    return (unit?.slots ?? []).filter((slot) => !this.answered.has(slot.id));
  }

  /** Whether nothing is left to answer of what is on the screen. */
  get over() {
    return this.unit !== null && !this.openOf(this.unit).length;
  }

  /** @param {number} id @returns {Unit|undefined} */
  unitOf(id) {
    return this.units.find((unit) => unit.slots.some((slot) => slot.id === id));
  }

  /**
   * What the server gives: what is known keeps its place, and leases are the server's.
   * @param {Slot[]} given
   */
  merge(given) {
    const known = new Map(this.units.flatMap((unit) => unit.slots).map((slot) => [slot.id, slot]));
    /** @type {Map<string|number, Slot[]>} */
    const fresh = new Map();
    for (const slot of given) {
      if (this.gone.has(slot.id) || this.leases.has(slot.lease)) continue;
      const before = known.get(slot.id);
      const place = slot.group ?? slot.id;
      if (before) Object.assign(before, { lease: slot.lease, expires_at: slot.expires_at });
      else {
        this.answered.delete(slot.id); // it was taken back elsewhere
        fresh.set(place, [...(fresh.get(place) ?? []), slot]);
      }
    }
    for (const slots of fresh.values()) this.units.push({ slots });
  }

  /** @param {number} id @param {string} lease */
  leave(id, lease) {
    this.gone.add(id);
    this.leases.add(lease);
    trim(this.leases, LEASES);
  }

  /** It stays on the screen with the others of its unit. @param {Slot} slot @param {string} id
   * @param {string} comment */
  answer(slot, id, comment) {
    this.past.push({ id, slot, unit: this.unitOf(slot.id) ?? null, comment });
    if (this.past.length > UNDOABLE) this.past.shift();
    this.answered.set(slot.id, id);
    this.leave(slot.id, slot.lease);
  }

  /** Out of its unit: it was put off, or is somebody else's. @param {Slot} slot */
  drop(slot) {
    const unit = this.unitOf(slot.id);
    if (!unit) return;
    unit.slots = unit.slots.filter((one) => one.id !== slot.id);
    if (unit !== this.unit) this.units = this.units.filter((one) => one.slots.length);
  }

  /** The next unit is on the screen. @returns {Unit|null} what nothing can bring back any more */
  advance() {
    const unit = this.units.shift();
    if (!unit?.slots.length) return null;
    const freed = this.before;
    this.before = unit;
    for (const slot of freed?.slots ?? []) this.answered.delete(slot.id);
    return freed;
  }

  /** The server has taken it. @param {string} id @param {number} slot @param {number} label */
  sent(id, slot, label) {
    this.gone.delete(slot);
    this.labels.set(id, label);
    trim(this.labels, LABELS);
  }

  /** The server has not. @param {string} id @param {number} slot */
  refused(id, slot) {
    this.gone.delete(slot);
    this.forget(id);
  }

  /** @param {string} id */
  forget(id) {
    this.past = this.past.filter((one) => one.id !== id);
  }

  /**
   * The pair of an answer that was taken back is on the screen again: where it was, with the unit
   * that was there before, or else by itself.
   * @param {Given} given
   * @returns {boolean} whether it was on the screen anyway
   */
  bring({ slot, unit }) {
    this.gone.delete(slot.id);
    this.leases.delete(slot.lease);
    this.answered.delete(slot.id);
    if (unit && unit === this.unit) return true;
    const again = unit && unit === this.before ? unit : { slots: [slot] };
    if (again === this.before) this.before = null;
    for (const one of this.units) one.slots = one.slots.filter((held) => held.id !== slot.id);
    this.units = [again, ...this.units.filter((one) => one.slots.length)];
    return false;
  }
}
