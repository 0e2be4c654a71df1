/* A short list that is chosen from by digits, from 2 on: 0 and 1 are answers everywhere. */

export class Choice {
  /* keys: the screen's Keys. find: the buttons of the list, in its order, each with a <kbd data-choice>. */
  constructor(keys, find) {
    this.keys = keys;
    this.find = find;
  }

  get some() {
    return this.find().length > 0;
  }

  open() {
    this.close();
    const named = {};
    this.find().slice(0, 8).forEach((one, place) => {
      const key = String(place + 2);
      one.dataset.key ||= `choice_${place}`;
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
