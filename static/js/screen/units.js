// @ts-check
/* One screen of units: what is answered, put off, taken back and lost, and what comes next. A unit
 * is a group of pairs or a single pair; how it is shown is its view's (pair.js, group.js). What is
 * held, and what follows from what, is in held.js.
 *
 * An answer goes into the outbox, and the next pair is shown before the server has heard of it;
 * what the server says comes later (work.js).
 */

import { choiceOf, config, words } from "./config.js";
import { Outbox } from "./outbox.js";
import { calm } from "./player.js";
import { byId, find, url, uuid } from "./page.js";
import { post } from "./server.js";
import { recordOf } from "./record.js";
import { Undo } from "./undo.js";
import { Work } from "./work.js";

const QUIET = 5_000; // ms in which no more is asked for again, while there is something to answer
const LARGEST = 2 ** 31 - 1;

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Unit} Unit
 * @typedef {import("./held.js").Given} Given
 * @typedef {import("./view.js").View} View
 */

export class Screen extends Work {
  /** @param {Outbox} outbox @param {new (screen: Screen) => View} Shown */
  constructor(outbox, Shown) {
    super(outbox);
    this.filling = false;
    this.quietUntil = 0;
    this.back = new Undo(this);
    this.listen(new Shown(this));
    find('[data-key="undo"]').addEventListener("click", (event) => {
      event.preventDefault(); // without scripts it sends a form
      this.back.take(this.held.past.at(-1));
    });
  }

  async begin() {
    if (!(await this.start())) return;
    this.keys.draw(document);
    const slots = this.view.first.filter((slot) => !this.held.gone.has(slot.id));
    if (slots.length) {
      this.held.units = [{ slots }];
      this.present(true);
    }
    await this.refill();
  }

  /** The first unit is on the screen. */
  present(there = false) {
    const { unit } = this.held;
    if (!unit) return;
    this.reasons(false);
    const seconds = unit.slots.reduce((sum, { video }) => sum + (video.duration || 10), 0);
    this.clock.start(seconds, unit.slots[0].caption.split(/\s+/).length);
    this.panels.hide();
    this.view.show(unit, there);
    // A reload brings the same, whichever of those in hand the server would show.
    const { id } = this.held.openOf(unit)[0] ?? unit.slots[0];
    document.cookie = `truepool_pair=${id}; path=${config.urls.page}; SameSite=Lax`;
    this.view.ahead();
  }

  /** @param {string} text */
  caption(text) {
    const caption = byId("caption");
    caption.textContent = text;
    const long = text.length > 90 ? "long" : "short";
    caption.dataset.length = text.length > 200 ? "longer" : long;
    caption.scrollTop = 0;
  }

  /** What is typed from here on is about this pair. @param {Slot} slot */
  about(slot) {
    this.note.show(slot);
    this.question.show(slot);
  }

  // Answering

  /** @param {string} answer */
  press(answer) {
    const { current } = this.view;
    if (this.blocked || !current || !this.view.able(current, answer)) return;
    if (answer === "cannot_judge") this.reasons(true);
    else if (!this.view.refuses()) this.answer(answer);
  }

  /** @param {string} answer @param {string|null} reason */
  answer(answer, reason = null) {
    const { current } = this.view;
    if (this.blocked || !current || this.held.answered.has(current.id)) return;
    this.give(current, answer, reason);
    this.goOn();
  }

  /** @param {Slot} slot @param {string} answer @param {string|null} reason */
  give(slot, answer, reason = null) {
    const comment = slot === this.view.current ? this.note.take() : "";
    const active = this.view.evidence(slot);
    const id = uuid();
    const sends = choiceOf(answer)?.sends ?? { answer };
    const body = { slot: slot.id, lease: slot.lease, ...sends, request_id: id, ...active };
    body.active_ms = Math.min(Math.round(body.active_ms), LARGEST);
    if (reason) body.reason = reason;
    if (comment) body.comment = comment;
    const said = this.foot.wordOf(answer, reason);
    const record = recordOf("answer", slot, config.urls.labels, body, said);
    this.held.answer(slot, id, comment);
    this.view.mark(slot, answer, id);
    this.counts.tally(1);
    this.foot.say(words("saving", record.said));
    this.keep(record);
  }

  /** To the next pair of this unit, behind this one first; or else to the next unit. */
  goOn() {
    this.reasons(false);
    const { current } = this.view;
    const slots = this.held.unit?.slots ?? [];
    const at = current ? slots.indexOf(current) : -1;
    const left = this.held.openOf({ slots: [...slots.slice(at + 1), ...slots.slice(0, at + 1)] });
    if (left.length) this.view.focus(left[0]);
    else this.next();
  }

  next() {
    const focus = document.activeElement;
    const freed = this.held.advance();
    if (freed) this.view.free(freed);
    if (this.held.before) this.view.rest(this.held.before);
    if (this.held.unit) this.present();
    else this.view.empty();
    const lost = focus && !focus.isConnected && document.activeElement === document.body;
    if (lost) byId("content").focus({ preventScroll: true });
    this.refill();
  }

  later() {
    const { current } = this.view;
    if (this.blocked || !current || this.held.answered.has(current.id)) return;
    const body = { lease: current.lease, later: true };
    const address = url(config.urls.release, current.id);
    this.keep(recordOf("later", current, address, body, words("later")));
    this.drop(current);
  }

  /** Out of its unit. @param {Slot} slot */
  drop(slot) {
    const { held } = this;
    const unit = held.unitOf(slot.id);
    if (!unit) return;
    const at = unit.slots.indexOf(slot);
    held.drop(slot);
    this.view.dropped(slot, unit, at);
    if (unit === held.unit && held.over) this.next();
  }

  /** The lease is over, and the pair went to somebody else. @param {Slot} slot
   * @param {{detail?: string}} [problem] */
  lose(slot, problem) {
    const { held } = this;
    if (held.answered.has(slot.id) || !held.unitOf(slot.id)) return;
    if (held.unitOf(slot.id) === held.unit) {
      const typed = slot === this.view.current ? this.note.take() : "";
      const why = { caption: slot.caption, why: problem?.detail ?? "" };
      this.notices.say(words("lost", why), undefined, typed);
    }
    this.drop(slot);
    this.refill();
  }

  /** @param {Slot} slot @param {{cause: string, detail: string}} how */
  report(slot, { cause, detail }) {
    const body = { lease: slot.lease, cause, detail: detail.slice(0, 500) };
    post(url(config.urls.failed, slot.id), body);
  }

  /** @param {Given} given */
  bring(given) {
    this.counts.tally(-1);
    this.note.bring(given.slot, given.comment);
    const shown = this.held.unit;
    const here = this.held.bring(given);
    this.view.unmark(given.slot);
    if (here) this.view.focus(given.slot);
    else {
      if (shown) this.view.rest(shown);
      this.present();
    }
    this.foot.count(this.counts.numbers);
    this.foot.say(words("undone"));
  }

  // What the server gives

  /** @param {Slot[]} slots */
  merge(slots) {
    const empty = !this.held.unit;
    this.held.merge(slots);
    if (empty && this.held.unit && !this.blocked) this.present();
    else this.view.ahead();
  }

  /** As often as it is called, it asks only while the next unit is not held yet. */
  async refill() {
    const { held } = this;
    if (this.filling || this.blocked === "tab" || held.next) return;
    if (held.unit && performance.now() < this.quietUntil) return;
    this.filling = true;
    const slots = this.closed ? null : await this.claim(this.view.wanted);
    this.filling = false;
    if (slots) this.merge(slots);
    // Nothing more, or no more than one may hold: it is not asked with each answer.
    if (slots && !held.next) this.quietUntil = performance.now() + QUIET;
    if (held.unit || this.blocked) return;
    const away = !held.gone.size && !this.waiting;
    // Nothing to show, and nothing on its way: the page says what is so.
    if (away && (slots || this.closed)) location.replace(config.urls.page);
    // An answer may still be on its way: then it is asked again.
    else if (!this.closed) setTimeout(() => this.refill(), slots ? 500 : 3_000);
  }
}

/** @param {new (screen: Screen) => View} Shown */
export async function begin(Shown) {
  const screen = new Screen(await Outbox.of(config.person), Shown);
  document.documentElement.dataset.calm = String(calm());
  await screen.begin();
  document.dispatchEvent(new CustomEvent("truepool:ready"));
}
