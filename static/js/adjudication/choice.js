/* A short list that is chosen from by digits, each drawn on its button as a cap. */

export class Choice {
  /* keys: the screen's Keys. find: the buttons of the list, in its order, each with a <kbd data-
   * choice>. name: of the list. from: its first digit; where 0 and 1 are answers, it is 2. also:
   * further keys while it is open, {key: name}. */
  constructor(keys, find, { name, from = 2, also = {} }) {
    Object.assign(this, { keys, find, name, from, also });
  }

  open() {
    const named = { ...this.also };
    this.find()
      .slice(0, 10 - this.from)
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
