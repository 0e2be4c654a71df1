// @ts-check
/* What the screen of units (units.js) asks of whichever way its units are shown. */

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Unit} Unit
 *
 * @typedef {object} View
 * @property {Slot[]} first the pairs that the page came with
 * @property {Record<string, string[]>} keys
 * @property {Slot|null} current the pair that a key answers
 * @property {number} wanted how many pairs the server is asked to have this person hold
 * @property {HTMLElement} deck what the reasons take the place of
 * @property {HTMLElement|null} asked what the focus returns to from them
 * @property {() => Record<string, (event: Event) => void>} actions what keys do that no button does
 * @property {(slot: Slot, answer: string) => boolean} able whether it can be answered so
 * @property {() => boolean} refuses whether this press comes too soon
 * @property {(slot: Slot) => object} evidence what is sent with an answer beside it
 * @property {(unit: Unit, there?: boolean) => void} show there: the page has it already
 * @property {(slot: Slot, answer: string, id: string) => void} mark it was answered
 * @property {(slot: Slot) => void} unmark it was taken back
 * @property {(slot: Slot, unit: Unit, at: number) => void} dropped out of its unit, from this place
 * @property {(slot: Slot) => void} focus
 * @property {(unit: Unit) => void} free nothing brings it back
 * @property {() => void} ahead clips that come next are fetched
 * @property {() => void} empty nothing is left to show
 * @property {(left?: Unit) => void} rest this unit leaves the screen, or nobody is there
 * @property {() => void} resume
 */

export {};
