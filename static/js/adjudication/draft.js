/* What was written about a pair outlives a page that could not be sent, as when the session has ended: in this tab, for this person. */

const KEPT = "truepool.decision";

export class Draft {
  constructor(person) {
    this.person = person;
  }

  keep(text) {
    const { person } = this;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ person, pair: location.pathname, text }));
    } catch {
      // A browser that keeps nothing.
    }
  }

  /* What was kept of the pair that is shown; anything else is forgotten. */
  take() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT));
      if (kept?.person === this.person && kept.pair === location.pathname) return kept.text;
      sessionStorage.removeItem(KEPT);
    } catch {
      // As above.
    }
    return "";
  }
}
