/* What a screen does around its pairs, whichever way they are shown: the line that says what waits, counts, undo's keys, guidelines,
 * and what stands in the way (another tab, an absent rater, an ended session). A screen extends it (rating.js, grid.js) and says what is
 * held, how it rests and resumes, which deck the reasons take the place of, and what they are about.
 */

import { config, words } from "./config.js";
import { Clips } from "./clips.js";
import { Clock } from "./clock.js";
import { Keys } from "./keys.js";
import { Look } from "./look.js";
import { Note } from "./note.js";
import { Notices } from "./notices.js";
import { Panels } from "./panels.js";
import { post, standing } from "./server.js";
import { scripted } from "./scripted.js";
import { Sender } from "./sender.js";
import { Sheet } from "./sheets.js";
import { Tabs } from "./tabs.js";

export const MOST = 50; // that the server gives at once
const HINT = 3_000; // ms
export const UNDOABLE = 50;

export const byId = (id) => document.getElementById(id);
export const url = (pattern, id) => pattern.replace("0", id);
export const uuid = () => crypto.randomUUID?.() ?? ([1e7] + -1e3 + -4e3 + -8e3 + -1e11).replace(/[018]/g, (c) => (c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (c / 4)))).toString(16));
const counted = (number) => number.toLocaleString(document.documentElement.lang);

export class Work {
  constructor(outbox) {
    this.outbox = outbox;
    this.gone = new Set(); // slots answered or put off, until the server has heard of it
    this.leases = new Set(); // by which something was answered or put off: a claim's answer that was late may bring them again
    this.labels = new Map(); // numbers of labels, by the ids of their requests
    this.past = []; // answers given here, the newest last, each with the `id` of its request
    this.blocked = null;
    this.counts = { ...config.counts };
    this.moves = 0; // answers given, taken back and acknowledged: by it a count knows that it is of before
    this.unsettled = false; // a count was of before
    this.hintEnds = 0;
    this.clips = new Clips();
    this.panels = new Panels(byId("stage"));
    this.notices = new Notices(byId("notices"), outbox);
    this.note = new Note(byId("note"), document.querySelector('[data-key="comment"]'), "comment");
    this.question = new Note(byId("asking"), document.querySelector('[data-key="ask"]'), "question");
    this.sheet = new Sheet(byId("guidelines"), document.querySelector('[data-key="guidelines"]'), config.urls.guideline);
    this.sender = new Sender(outbox);
    this.clock = new Clock();
    this.clock.reading = () => this.sheet.isOpen || !byId("note").hidden || !byId("asking").hidden;
    this.tabs = new Tabs(`${config.person}.${config.campaign}`);
    scripted();
  }

  /* Once the screen itself is made. */
  listen(keys, on) {
    this.keys = new Keys(keys, { enabled: config.singleKeys, on });
    for (const button of byId("reasons").querySelectorAll("[data-reason]")) {
      button.addEventListener("click", (event) => {
        // The second click of a double click on Cannot judge hits whichever reason came under the pointer.
        if (!event.detail || !this.choosing.refuses()) this.unable(button.dataset.reason);
      });
    }
    this.choosing = new Look(byId("reasons"));
    byId("reasons").querySelector("[data-close]").addEventListener("click", () => this.reasons(false));
    this.sender.addEventListener("sent", (event) => this.sent(event.detail));
    this.sender.addEventListener("refused", (event) => this.refused(event.detail.record));
    this.sender.addEventListener("state", (event) => this.state(event.detail));
    this.clock.addEventListener("idle", () => this.away());
    this.clock.addEventListener("rest", () => (document.querySelector("[data-rest]").textContent = words("rest")));
    this.tabs.addEventListener("lost", () => this.elsewhere("taken"));
    addEventListener("online", () => this.clips.retry());
    addEventListener("beforeunload", (event) => this.waiting && !this.outbox.durable && event.preventDefault());
    setInterval(() => this.beat(), Math.min(config.leaseSeconds / 3, 240) * 1_000);
    setInterval(() => document.hidden || this.recount(), 60_000);
  }

  /* Whether this tab may begin. What was kept from before is sent, and what was refused is said. */
  async start() {
    for (const record of (await this.outbox.all()).filter((one) => one.campaign === config.campaign)) {
      if (record.state === "refused") this.notices.refused(record);
      else if (record.kind !== "ask") this.leave(record);
    }
    const others = await this.outbox.others();
    if (others) this.notices.say(words("others_wait", { number: others }));
    this.sender.run();
    this.count();
    if (await this.tabs.begin()) return true;
    this.elsewhere("open");
    return false;
  }

  leave(record) {
    this.gone.add(record.slot);
    this.leases.add(record.body.lease);
    if (this.leases.size > 4 * MOST) this.leases.delete(this.leases.values().next().value);
  }

  caption(text) {
    const caption = byId("caption");
    caption.textContent = text;
    caption.dataset.length = text.length > 200 ? "longer" : text.length > 90 ? "long" : "short";
    caption.scrollTop = 0;
  }

  /* In the place of the answers: why the pair cannot be judged, each reason with its digit. */
  reasons(open) {
    const row = byId("reasons");
    if (row.hidden === !open) return;
    row.hidden = !open;
    this.deck().hidden = open;
    const buttons = [...row.querySelectorAll("[data-reason]")];
    this.keys.before(open ? Object.fromEntries([...buttons.map((one, at) => [String(at + 1), one.dataset.key]), ["Escape", "reasons_close"]]) : null);
    this.choosing.begin();
    this.choosing.shown();
    if (open) buttons[0].focus({ preventScroll: true });
    else if (document.activeElement === document.body || row.contains(document.activeElement)) this.asked()?.focus({ preventScroll: true });
  }

  /* What the outbox keeps until it has been sent. */
  record(kind, slot, address, body, answer) {
    const said = { answer, caption: slot.caption };
    return { id: body.request_id ?? uuid(), kind, campaign: config.campaign, url: address, body, slot: slot.id, said, state: "waiting" };
  }

  putOff(slot) {
    return this.record("later", slot, url(config.urls.release, slot.id), { lease: slot.lease, later: true }, words("later"));
  }

  /* A question about this pair, which stays where it is. */
  ask(slot) {
    const text = this.question.take();
    this.question.close();
    if (!slot || !text) return;
    this.say(words("asking"));
    const body = { lease: slot.lease, request_id: uuid(), text };
    this.keep(this.record("ask", slot, url(config.urls.ask, slot.id), body, words("question")));
  }

  /* Kept and sent; it counts as waiting from here on. */
  async keep(record) {
    const kept = this.outbox.put(record);
    if (record.kind !== "ask") this.leave(record);
    this.count();
    const { state } = this.sender;
    this.state({ state: state === "idle" ? "sending" : state, waiting: this.waiting + 1 });
    this.sender.lead(record, kept);
    if (!(await kept) && !this.warned) {
      this.warned = true;
      this.notices.say(words("storage_full"));
    }
  }

  wordOf(answer, reason) {
    const found = config.answers.find((one) => one.value === answer)?.label.toLocaleLowerCase(document.documentElement.lang) ?? answer;
    const why = reason && config.reasons.find((one) => one.value === reason)?.label;
    return why ? `${found} (${why})` : found;
  }

  // What the server says

  sent({ record, body, took }) {
    this.moves += 1;
    if (record.campaign === config.campaign && record.kind === "ask") return this.say(words("asked"));
    this.gone.delete(record.slot);
    if (record.campaign !== config.campaign) return;
    if (record.kind === "answer" && !this.past.some((one) => one.id === record.id)) this.recount(); // it waited from before this page
    this.labels.set(record.id, body.label);
    if (this.labels.size > 100) this.labels.delete(this.labels.keys().next().value);
    if (performance.now() > this.hintEnds) this.say(record.kind === "later" ? words("put_off") : words("saved", record.said));
    document.dispatchEvent(new CustomEvent("truepool:saved", { detail: { slot: record.slot, took, at: performance.now() } }));
    this.answered = (this.answered ?? 0) + 1;
    if (this.answered % 20 === 0) this.recount();
    return this.refill();
  }

  refused(record) {
    if (record.kind !== "ask") this.gone.delete(record.slot);
    this.past = this.past.filter((one) => one.id !== record.id);
    if (record.kind === "later") this.outbox.remove(record.id);
    else if (record.campaign === config.campaign) this.notices.refused(record);
    this.recount();
    this.refill();
  }

  async claim(count) {
    const outcome = await post(config.urls.claim, { count: Math.min(Math.max(1, count), MOST) });
    if (outcome.kind === "ok") return outcome.body.slots;
    if (outcome.kind === "refused") this.closed = true;
    else this.state({ state: outcome.kind, waiting: this.waiting });
    return null;
  }

  reload() {
    location.replace(config.urls.page);
  }

  get waiting() {
    return this.lines?.waiting ?? this.gone.size;
  }

  state(lines) {
    this.lines = lines;
    const shown = document.querySelector("[data-waiting]");
    shown.dataset.waiting = lines.waiting;
    shown.textContent = lines.waiting ? words("waiting", { number: lines.waiting }) : words("nothing_waiting");
    shown.classList.toggle("waiting-some", lines.waiting > 0 && lines.state !== "sending");
    const away = this.held().length ? "away" : "away_dry";
    const sentence = { away, "signed-out": "signed_out", another: "another" }[lines.state];
    byId("banner").hidden = !sentence;
    byId("banner-words").textContent = sentence ? words(sentence, { number: lines.waiting }) : "";
    byId("banner-sign-in").hidden = lines.state !== "signed-out" && lines.state !== "another";
    if (lines.state === "another") this.block("another", [words("another", { number: lines.waiting })], [{ label: words("sign_in"), href: config.urls.sign_in }]);
    if (this.panels.kind === "loading") this.dry();
    if (lines.state !== "idle") return;
    this.refill();
    if (this.unsettled && !lines.waiting) this.recount();
  }

  /* No pair is left to show: whether more are on their way, or wait for the connection. */
  dry() {
    const sentence = words(this.lines?.state === "away" ? "no_more_loaded" : "loading");
    if (this.panels.kind !== "loading" || this.panels.element.textContent !== sentence) this.panels.show("loading", [sentence]);
  }

  say(sentence) {
    document.querySelector("[data-saved]").textContent = sentence;
    this.hintEnds = 0;
  }

  /* Why a press did nothing: that an earlier answer was saved does not take its place before it can be read. */
  hint(sentence) {
    this.say(sentence);
    this.hintEnds = performance.now() + HINT;
  }

  count() {
    const { left, about, few, today, pace } = this.counts;
    const show = (selector, text) => (document.querySelector(selector).textContent = text);
    show("[data-today]", words("today", { number: counted(today) }));
    show("[data-left]", left === null ? "" : words(!about || !left ? "left" : left > few ? "left_about" : "left_some", { number: counted(left) }));
    show("[data-pace]", pace ? words("pace", { number: counted(Math.round(pace)) }) : "");
  }

  /* An answer more, or one that was taken back. */
  tally(more) {
    this.moves += 1;
    this.counts.today += more;
    if (this.counts.left !== null) this.counts.left = Math.max(this.counts.about ? 1 : 0, this.counts.left - more);
  }

  /* The server's own counts. It may have counted an answer that is on its way or not; so what it says holds only if nothing was on its
   * way and nothing was given meanwhile. Otherwise it is asked again when all has arrived: what was tallied here stands until then. */
  async recount() {
    const before = this.moves;
    const now = await standing();
    if (now.kind !== "ok") return;
    this.unsettled = this.waiting > 0 || this.moves !== before;
    if (this.unsettled) return;
    const { left, about, few, today, pace } = now.body;
    this.counts = { left, about, few, today, pace };
    this.count();
  }

  /* Signs of life keep the pairs in hand; somebody who is away gives none. */
  async beat() {
    if (this.clock.idle || document.hidden || this.blocked) return;
    for (const slot of this.held()) {
      const outcome = await post(url(config.urls.heartbeat, slot.id), { lease: slot.lease });
      if (outcome.kind === "refused") this.lose(slot, outcome.problem);
      else if (outcome.kind !== "ok") return;
    }
  }

  // What stands in the way

  block(kind, sentences, actions) {
    if (this.blocked === kind) return;
    this.blocked = kind;
    this.clock.stop();
    this.rest();
    this.panels.show(kind, sentences, actions);
  }

  away() {
    this.block("idle", [words("still_there"), words("still_there_what")], [{ label: words("go_on"), act: () => this.return(), key: "next" }]);
    const any = (event) => {
      if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the key that says "yes" answers nothing
      removeEventListener("keydown", any, true);
      if (this.blocked === "idle") this.return();
    };
    addEventListener("keydown", any, true);
  }

  async return() {
    this.blocked = null;
    this.panels.hide();
    this.clock.back();
    this.resume();
    await this.beat();
  }

  elsewhere(how) {
    this.block("tab", [words(how === "open" ? "open_elsewhere" : "taken_over")], [{ label: words("continue_here"), act: () => this.takeOver() }]);
  }

  async takeOver() {
    await this.tabs.takeOver();
    this.reload();
  }
}
