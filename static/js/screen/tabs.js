// @ts-check
/* One tab at a time works on a campaign: the second says so, and takes over when asked to. */

export class Tabs extends EventTarget {
  constructor(name) {
    super();
    this.name = `truepool.work.${name}`;
  }

  /* Whether this tab may begin; false where another one works. */
  begin() {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => this.hold({ ifAvailable: true }, resolve));
  }

  takeOver() {
    return new Promise((resolve) => this.hold({ steal: true }, resolve));
  }

  hold(options, begun) {
    navigator.locks
      .request(this.name, options, (lock) => {
        begun(lock !== null);
        // Held until the page goes, or another tab takes it.
        return lock && new Promise(() => {});
      })
      .catch(() => this.dispatchEvent(new Event("lost")));
  }
}
