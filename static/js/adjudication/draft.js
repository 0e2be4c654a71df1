// @ts-check
/* What was written about a pair outlives a page that could not be sent, as when the session has
 * ended: in this tab, for this person alone. */

import { seal, unseal } from "../screen/seal.js";

const KEPT = "truepool.decision";

export class Draft {
  constructor(person) {
    this.person = person;
  }

  async keep(text) {
    const { person } = this;
    const pair = location.pathname;
    this.last = text;
    try {
      const sealed = await seal(text);
      if (this.last === text)
        sessionStorage.setItem(KEPT, JSON.stringify({ person, pair, sealed }));
    } catch {
      // A browser that keeps nothing.
    }
  }

  /* What was kept of the pair that is shown; anything else is forgotten. */
  async take() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT));
      if (kept?.person === this.person && kept.pair === location.pathname)
        return (await unseal(kept.sealed)) ?? "";
      sessionStorage.removeItem(KEPT);
    } catch {
      // As above.
    }
    return "";
  }
}
