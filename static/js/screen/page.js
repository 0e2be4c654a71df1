// @ts-check
/* Short words that a screen's modules use on its page. */

/** @param {string} id @returns {any} an element that the template always has */
export const byId = (id) => document.getElementById(id);

/** @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

/** @param {EventTarget} target @param {string} kind @param {(detail: any) => void} act */
export const hear = (target, kind, act) =>
  target.addEventListener(kind, (event) => act(/** @type {CustomEvent} */ (event).detail));

/** @param {string} pattern @param {number} id */
export const url = (pattern, id) => pattern.replace("0", String(id));

const random = () => crypto.getRandomValues(new Uint8Array(1))[0];
const SHAPE = "10000000-1000-4000-8000-100000000000";

/** Over a line without https a browser has no randomUUID. */
export const uuid = () =>
  crypto.randomUUID?.() ??
  SHAPE.replace(/[018]/g, (c) => (Number(c) ^ (random() & (15 >> (Number(c) / 4)))).toString(16));
