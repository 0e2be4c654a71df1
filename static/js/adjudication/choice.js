// @ts-check
/* A short list that is chosen from by digits, each drawn on its button as a cap. */

export class Choice {
  /**
   * @param {import("../screen/keys.js").Keys} keys
   * @param {() => any[]} find the buttons of the list, in its order, each with a <kbd data-choice>
   * @param {{name: string, from?: number, also?: Record<string, string>}} how name: of the list;
   *   from: its first digit, 2 where 0 and 1 are answers; also: further keys while it is open
   */
  constructor(keys, find, { name, from = 2, also = {} }) {
    this.keys = keys;
    this.find = find;
    this.name = name;
    this.from = from;
    this.also = also;
  }

  open() {
    const named = { ...this.also };
    this.find()
      .slice(0, Math.max(0, 10 - this.from))
      .forEach((one, place) => {
        const key = String(place + this.from);
        one.dataset.key = `${this.name}_${place}`;
        named[key] = one.dataset.key;
        this.cap(one, key);
      });
    this.keys.before(named);
  }

  close() {
    for (const one of this.find()) this.cap(one, "");
    this.keys.before(null);
  }

  cap(one, key) {
    const cap = (one.closest(".chip") ?? one).querySelector("[data-choice]");
    cap.textContent = key;
    cap.hidden = !key || !this.keys.enabled;
  }
}
