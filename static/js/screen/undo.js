// @ts-check
/* Answers are taken back: before they have left, or else by asking the server, whose pair then
 * comes with a new lease. */

import { config, words } from "./config.js";
import { url } from "./page.js";
import { post } from "./server.js";

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Given} Given
 */

export class Undo {
  /** @param {import("./units.js").Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** An answer given here, or else the last of before this page was loaded. @param {Given}
   * [given] */
  async take(given) {
    const { screen } = this;
    if (screen.blocked) return;
    if (!given) return void this.takeEarlier();
    const { held } = screen;
    held.forget(given.id);
    if (!(await screen.sender.withdraw(given.id))) {
      const label = held.labels.get(given.id);
      const kind = label ? await this.ask(label) : "away";
      if (!label) screen.foot.hint(words("undo_away"));
      if (kind !== "ok" && kind !== "refused") held.past.push(given);
      const slot = kind === "ok" && (await this.claim((one) => one.id === given.slot.id));
      if (!slot) return;
      Object.assign(given.slot, slot);
    }
    screen.bring(given);
  }

  async takeEarlier() {
    const label = config.last;
    config.last = null;
    if (!label) return void this.screen.foot.hint(words("nothing_to_undo"));
    if ((await this.ask(label)) !== "ok") return;
    const slot = await this.claim((one) => !this.screen.held.unitOf(one.id));
    if (slot) this.screen.bring({ id: "", slot, unit: null, comment: "" });
  }

  /** What became of it, in one word (server.js). @param {number} label */
  async ask(label) {
    const outcome = await post(url(config.urls.undo, label));
    if (outcome.kind !== "ok") this.screen.foot.hint(outcome.problem?.detail ?? words("undo_away"));
    return outcome.kind;
  }

  /** The pair is one's own again. @param {(slot: Slot) => boolean} isIt */
  async claim(isIt) {
    const { held } = this.screen;
    const slots = await this.screen.claim(held.open.length + held.gone.size + 1);
    const slot = slots?.find(isIt);
    if (!slot) location.replace(config.urls.page);
    return slot;
  }
}
