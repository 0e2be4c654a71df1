// @ts-check
/* What a screen does around its pairs, whichever way they are shown: what waits is kept and
 * sent, counted and said; guidelines, comment, question, reasons, and undo's keys. units.js
 * makes a screen of it. */

import { config, words } from "./config.js";
import { Barrier } from "./barrier.js";
import { Clips } from "./clips.js";
import { Clock } from "./clock.js";
import { Counts } from "./counts.js";
import { Foot } from "./foot.js";
import { Held } from "./held.js";
import { Keys } from "./keys.js";
import { Look } from "./look.js";
import { Note } from "./note.js";
import { Notices } from "./notices.js";
import { byId, find, hear, url, uuid } from "./page.js";
import { Panels } from "./panels.js";
import { recordOf } from "./record.js";
import { scripted } from "./scripted.js";
import { Sender } from "./sender.js";
import { post, standing } from "./server.js";
import { Sheet } from "./sheets.js";

export const MOST = 50; // that the server gives at once
const RECOUNT = 20; // answers, after which the server's own counts are asked for

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./record.js").Entry} Entry
 */

export class Work {
  /** @param {import("./outbox.js").Outbox} outbox */
  constructor(outbox) {
    this.outbox = outbox;
    this.held = new Held();
    this.counts = new Counts(config.counts);
    this.foot = new Foot();
    this.clips = new Clips();
    this.panels = new Panels(byId("stage"));
    this.notices = new Notices(byId("notices"), outbox);
    this.note = new Note(byId("note"), find('[data-key="comment"]'), "comment");
    this.question = new Note(byId("asking"), find('[data-key="ask"]'), "question");
    this.sheet = new Sheet(
      byId("guidelines"),
      find('[data-key="guidelines"]'),
      config.urls.guideline,
    );
    this.sender = new Sender(outbox);
    this.clock = new Clock();
    this.clock.reading = () => this.sheet.isOpen || !byId("note").hidden || !byId("asking").hidden;
    this.closed = false; // the server gives no more
    this.answers = 0; // acknowledged since the counts were last asked for
    scripted();
  }

  /** Once the screen itself is made. @param {import("./units.js").View} view */
  listen(view) {
    this.view = view;
    this.barrier = new Barrier(this.panels, this.clock, {
      rest: () => view.rest(),
      resume: () => view.resume(),
      beat: () => this.beat(),
    });
    this.keys = new Keys(view.keys, { enabled: config.singleKeys, on: view.actions() });
    this.choosing = new Look(byId("reasons"));
    this.listenToReasons();
    byId("ask-send").addEventListener("click", () => this.ask(view.current));
    hear(this.sender, "sent", (acknowledged) => this.sent(acknowledged));
    hear(this.sender, "refused", ({ record }) => this.refused(record));
    hear(this.sender, "state", (lines) => this.state(lines));
    this.clock.addEventListener("rest", () => (find("[data-rest]").textContent = words("rest")));
    addEventListener("online", () => this.clips.retry());
    addEventListener("beforeunload", (event) => {
      if (this.waiting && !this.outbox.durable) event.preventDefault();
    });
    setInterval(() => this.beat(), Math.min(config.leaseSeconds / 3, 240) * 1_000);
    setInterval(() => document.hidden || this.recount(), 60_000);
  }

  listenToReasons() {
    const row = byId("reasons");
    for (const button of row.querySelectorAll("[data-reason]")) {
      button.addEventListener("click", (event) => {
        // The second click of a double click on Cannot judge hits whichever reason came under the
        // pointer.
        if (event.detail && this.choosing.refuses()) return;
        this.answer("cannot_judge", button.dataset.reason);
      });
    }
    row.querySelector("[data-close]").addEventListener("click", () => this.reasons(false));
  }

  /** Whether this tab may begin. What was kept is sent, and what was refused is said. */
  async start() {
    const kept = (await this.outbox.all()).filter((one) => one.campaign === config.campaign);
    for (const record of kept) {
      if (record.state === "refused") this.notices.refused(record);
      else if (record.kind !== "ask") this.held.leave(record.slot, record.body.lease);
    }
    const others = await this.outbox.others();
    if (others) this.notices.say(words("others_wait", { number: others }));
    this.sender.run();
    this.foot.count(this.counts.numbers);
    return this.barrier.begin();
  }

  // What follows from it is the screen's (units.js).

  /** @param {string} answer @param {string|null} [reason] */
  answer(answer, reason) {}
  /** @param {Slot[]} slots */
  merge(slots) {}
  async refill() {}
  /** @param {Slot} slot @param {{detail?: string}} [problem] */
  lose(slot, problem) {}

  get blocked() {
    return this.barrier.kind;
  }

  /** In the place of the answers: why the pair cannot be judged, each reason with its digit.
   * @param {boolean} open */
  reasons(open) {
    const row = byId("reasons");
    if (row.hidden === !open) return;
    row.hidden = !open;
    this.view.deck.hidden = open;
    const buttons = [...row.querySelectorAll("[data-reason]")];
    const digits = buttons.map((one, at) => [String(at + 1), one.dataset.key]);
    const keys = open ? Object.fromEntries([...digits, ["Escape", "reasons_close"]]) : null;
    this.keys.before(keys);
    this.choosing.begin();
    this.choosing.shown();
    const { activeElement } = document;
    if (open) buttons[0].focus({ preventScroll: true });
    else if (activeElement === document.body || row.contains(activeElement)) {
      this.view.asked?.focus({ preventScroll: true });
    }
  }

  /** A question about this pair, which stays where it is. @param {Slot|null} slot */
  ask(slot) {
    const text = this.question.take();
    this.question.close();
    if (!slot || !text) return;
    this.foot.say(words("asking"));
    const body = { lease: slot.lease, request_id: uuid(), text };
    this.keep(recordOf("ask", slot, url(config.urls.ask, slot.id), body, words("question")));
  }

  /** Kept and sent; it counts as waiting from here on. @param {Entry} record */
  async keep(record) {
    const kept = this.outbox.put(record);
    if (record.kind !== "ask") this.held.leave(record.slot, record.body.lease);
    this.foot.count(this.counts.numbers);
    const { state } = this.sender;
    this.state({ state: state === "idle" ? "sending" : state, waiting: this.waiting + 1 });
    this.sender.lead(record, kept);
    if (!(await kept) && !this.warned) {
      this.warned = true;
      this.notices.say(words("storage_full"));
    }
  }

  // What the server says

  /** @param {{record: Entry, body: any, took: number}} acknowledged */
  sent({ record, body, took }) {
    const { held, foot } = this;
    this.counts.moves += 1;
    const here = record.campaign === config.campaign;
    if (here && record.kind === "ask") return foot.say(words("asked"));
    held.gone.delete(record.slot);
    if (!here) return undefined;
    if (body.next) this.merge(body.next);
    const known = held.past.some((one) => one.id === record.id);
    if (record.kind === "answer" && !known) this.recount(); // it waited from before this page
    held.sent(record.id, record.slot, body.label);
    const saved = record.kind === "later" ? words("put_off") : words("saved", record.said);
    if (!foot.hints) foot.say(saved);
    const detail = { slot: record.slot, took, at: performance.now() };
    document.dispatchEvent(new CustomEvent("truepool:saved", { detail }));
    this.answers += 1;
    if (this.answers % RECOUNT === 0) this.recount();
    return this.refill();
  }

  /** @param {Entry} record */
  refused(record) {
    if (record.kind !== "ask") this.held.refused(record.id, record.slot);
    if (record.kind === "later") this.outbox.remove(record.id);
    else if (record.campaign === config.campaign) this.notices.refused(record);
    this.recount();
    this.refill();
  }

  /** @param {number} count @returns {Promise<Slot[]|null>} */
  async claim(count) {
    const outcome = await post(config.urls.claim, { count: Math.min(Math.max(1, count), MOST) });
    if (outcome.kind === "ok") return outcome.body.slots;
    if (outcome.kind === "refused") this.closed = true;
    else this.state({ state: outcome.kind, waiting: this.waiting });
    return null;
  }

  get waiting() {
    return this.lines?.waiting ?? this.held.gone.size;
  }

  /** @param {{state: string, waiting: number}} lines */
  state(lines) {
    this.lines = lines;
    this.foot.state(lines, this.held.open.length > 0);
    if (lines.state === "another") this.barrier.another(lines.waiting);
    if (this.panels.kind === "loading") this.dry();
    if (lines.state !== "idle") return;
    this.refill();
    if (this.counts.unsettled && !lines.waiting) this.recount();
  }

  /** No pair is left to show: whether more are on their way, or wait for the connection. */
  dry() {
    const sentence = words(this.lines?.state === "away" ? "no_more_loaded" : "loading");
    const { kind, element } = this.panels;
    if (kind !== "loading" || element.textContent !== sentence) {
      this.panels.show("loading", [sentence]);
    }
  }

  async recount() {
    const before = this.counts.moves;
    const now = await standing();
    if (now.kind !== "ok") return;
    if (this.counts.settle(now.body, before, this.waiting)) this.foot.count(this.counts.numbers);
  }

  /** Signs of life keep the pairs in hand; somebody who is away gives none. */
  async beat() {
    if (this.clock.idle || document.hidden || this.blocked) return;
    for (const slot of this.held.open) {
      const outcome = await post(url(config.urls.heartbeat, slot.id), { lease: slot.lease });
      if (outcome.kind === "refused") this.lose(slot, outcome.problem);
      else if (outcome.kind !== "ok") return;
    }
  }
}
