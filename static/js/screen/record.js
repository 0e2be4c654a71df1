// @ts-check
/* What the outbox keeps of an answer, a pair that is put off, or a question, until it has been
 * sent. */

import { config } from "./config.js";
import { uuid } from "./page.js";

/**
 * @typedef {"answer"|"later"|"ask"} Kind
 * @typedef {{id: string, kind: Kind, campaign: number, url: string, body: any, slot: number,
 *   said: {answer: string, caption: string}, state: "waiting"|"refused", problem?: any,
 *   status?: number, tried?: boolean, order?: number}} Entry
 */

/**
 * @param {Kind} kind
 * @param {import("./held.js").Slot} slot
 * @param {string} address
 * @param {any} body
 * @param {string} answer as a sentence has it
 * @returns {Entry}
 */
export function recordOf(kind, slot, address, body, answer) {
  return {
    id: body.request_id ?? uuid(),
    kind,
    campaign: config.campaign,
    url: address,
    body,
    slot: slot.id,
    said: { answer, caption: slot.caption },
    state: "waiting",
  };
}
