/* The rating screen: one press answers, and the next pair is there.
 *
 * The pairs in hand stand in `slots`, the one on the screen first. An answer goes into the outbox, its pair leaves `slots`, and the next
 * one is shown before the server has heard of it; what the server says comes later (sent, refused). The server's answer brings the
 * pairs that are held then: the list is always what the server says, less what waits in the outbox.
 */

import { config, words } from "./config.js";
import { Look } from "./look.js";
import { Outbox } from "./outbox.js";
import { Player, calm } from "./player.js";
import { post } from "./server.js";
import { Stage } from "./stage.js";
import { swipe } from "./swipe.js";
import { MOST, UNDOABLE, Work, byId, url, uuid } from "./work.js";

const AHEAD = 20; // pairs held at most: the one on the screen, and those whose clips are fetched
const FEW = 4; // and at least
const KEPT_BEHIND = 1; // clips kept for Undo

class Rating extends Work {
  constructor(outbox) {
    super(outbox);
    this.slots = [];
    const stage = byId("stage");
    this.form = byId("answering");
    this.player = new Player(document.querySelector("[data-player]"), stage, { everyStop: !config.singleKeys });
    this.stage = new Stage(stage, this.clips, this.player);
    this.look = new Look(stage);
    this.listen(config.keys, { back: () => this.player.seek(-1), forward: () => this.player.seek(1) });
    this.listenToForm();
    swipe(stage, (answer) => this.press(answer));
  }

  listenToForm() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      if (button?.dataset.answer) this.press(button.dataset.answer);
      else if (button?.dataset.key === "later") this.later();
    });
    byId("ask-send").addEventListener("click", () => this.ask(this.current));
    document.querySelector('[data-key="undo"]').addEventListener("click", (event) => {
      event.preventDefault(); // without scripts it sends a form
      this.undo();
    });
    const more = document.querySelector(".more-button");
    more.addEventListener("click", () => {
      const open = more.getAttribute("aria-expanded") !== "true";
      more.setAttribute("aria-expanded", String(open));
      for (const one of document.querySelectorAll("[data-more]")) one.toggleAttribute("data-open", open);
    });
    this.stage.addEventListener("frame", (event) => this.frame(event.detail));
    this.stage.addEventListener("failed", (event) => this.failed(event.detail));
    addEventListener("pagehide", () => this.player.video?.pause());
  }

  async begin() {
    if (!(await this.start())) return;
    this.keys.draw(document);
    const { first } = config;
    if (first && !this.gone.has(first.id)) {
      this.slots = [first];
      this.stage.take(first);
      this.present(first);
    }
    await this.refill();
  }

  // What the screen's frame asks of it

  get current() {
    return this.slots[0] ?? null;
  }

  held() {
    return this.slots;
  }

  rest() {
    this.stage.rest(this.stage.shown);
  }

  resume() {
    this.player.play();
    if (this.current) this.panels.lookFor(this.current, this.seen);
  }

  deck() {
    return byId("answers");
  }

  asked() {
    return this.form.querySelector('[data-answer="cannot_judge"]');
  }

  unable(reason) {
    this.answer("cannot_judge", reason);
  }

  // What is on the screen

  next() {
    const { current } = this;
    if (!current) return this.empty();
    this.stage.show(current);
    this.present(current);
  }

  present(slot) {
    this.caption(slot.caption);
    // A reload brings the same pair, whichever of those in hand the server would show.
    document.cookie = `truepool_pair=${slot.id}; path=${config.urls.page}; SameSite=Lax`;
    this.reasons(false);
    this.note.show(slot);
    this.question.show(slot);
    this.clock.start(slot.video.duration, slot.caption.split(/\s+/).length);
    this.look.begin();
    this.clips.rest(!slot.video.url || this.clips.address(slot) !== null);
    if (!slot.video.url) this.look.shown();
    this.seen = slot.video.url !== null || config.withoutClips;
    this.broken = false;
    this.switch();
    this.panels.hide();
    this.panels.lookFor(slot, this.seen);
    this.ahead();
  }

  /* Without its clip a pair can only be reported. */
  switch() {
    const able = this.seen && !this.broken && this.current !== null;
    for (const button of this.form.querySelectorAll("[data-answer]")) {
      button.disabled = button.dataset.answer === "cannot_judge" ? this.current === null : !able;
    }
    byId("unseen").hidden = able || this.current === null;
  }

  /* The clips that come next, and the last one, for Undo. */
  ahead() {
    const behind = this.past.slice(-KEPT_BEHIND).map((one) => one.slot);
    this.clips.want([...this.slots.slice(0, AHEAD), ...behind.filter((slot) => this.clips.address(slot))]);
    this.stage.want(this.slots[1]);
  }

  /* How many pairs to hold: as many as are wanted should the connection go, and fit into memory; but no more than a quarter of what is
   * left, for others wait for those, and few where the person asks to save data. */
  get wanted() {
    const { left } = this.counts;
    const fair = navigator.connection?.saveData || left === null ? FEW : Math.floor(left / 4);
    return Math.max(FEW, Math.min(AHEAD, fair, this.clips.room));
  }

  /* What is asked for with an answer: several at a time, so that most answers bring no list back. */
  get following() {
    const enough = this.slots.length - 1 >= 0.8 * this.wanted;
    return enough ? 1 : Math.min(this.wanted + this.gone.size, MOST);
  }

  frame({ slot, at }) {
    if (slot.id !== this.current?.id) return;
    this.look.shown(at);
    this.clips.rest(true);
    if (this.broken) {
      this.broken = false;
      this.panels.hide("failed");
      this.switch();
    }
    document.dispatchEvent(new CustomEvent("truepool:frame", { detail: { slot: slot.id, at: performance.now() } }));
  }

  failed({ slot, cause, detail }) {
    if (slot.id !== this.current?.id) return;
    this.broken = true;
    this.switch();
    this.panels.show("failed", [words(`failed_${cause}`), detail], [
      { label: words("try_again"), act: () => this.stage.again() },
      { label: words("does_not_play"), act: () => this.unable("does_not_play") },
    ]);
    post(url(config.urls.failed, slot.id), { lease: slot.lease, cause, detail: detail.slice(0, 500) });
  }

  empty() {
    byId("caption").textContent = "";
    this.switch();
    this.rest();
    this.dry();
  }

  // Answering

  press(answer) {
    if (this.blocked || !this.current) return;
    const button = this.form.querySelector(`[data-answer="${answer}"]`);
    if (!button || button.disabled) return;
    if (answer === "cannot_judge") this.reasons(true);
    else if (!this.look.refuses()) this.answer(answer);
  }

  answer(answer, reason = null) {
    const slot = this.current;
    if (this.blocked || !slot) return;
    const comment = this.note.take();
    const body = {
      slot: slot.id,
      lease: slot.lease,
      answer,
      request_id: uuid(),
      active_ms: Math.min(this.clock.read(), 2 ** 31 - 1),
      plays: this.stage.plays,
      claim: this.following,
    };
    if (reason) body.reason = reason;
    if (comment) body.comment = comment;
    const record = this.record("answer", slot, config.urls.labels, body, this.wordOf(answer, reason));
    this.past.push({ id: record.id, slot, comment });
    if (this.past.length > UNDOABLE) this.past.shift();
    this.tally(1);
    this.say(words("saving", record.said));
    this.pass(record);
  }

  later() {
    if (!this.blocked && this.current) this.pass(this.putOff(this.current));
  }

  /* The pair leaves the screen. */
  pass(record) {
    const focus = document.activeElement;
    this.keep(record);
    this.slots.shift();
    this.next();
    if (focus && !focus.isConnected) byId("content").focus({ preventScroll: true });
  }

  async undo() {
    if (this.blocked) return;
    const last = this.past.pop();
    if (!last) return this.undoEarlier();
    if (await this.sender.withdraw(last.id)) {
      this.gone.delete(last.slot.id);
      this.leases.delete(last.slot.lease);
      return this.bring(last.slot, last.comment);
    }
    const label = this.labels.get(last.id);
    const kind = label ? await this.takeBack(label) : "away";
    if (!label) this.hint(words("undo_away"));
    if (kind !== "ok" && kind !== "refused") this.past.push(last);
    if (kind === "ok") await this.claimAgain((slot) => slot.id === last.slot.id, last.comment);
  }

  /* An answer of before this page was loaded. */
  async undoEarlier() {
    const label = config.last;
    config.last = null;
    if (!label) return this.hint(words("nothing_to_undo"));
    if ((await this.takeBack(label)) === "ok") await this.claimAgain((slot) => !this.slots.some((held) => held.id === slot.id));
  }

  /* What became of it, in one word (server.js). */
  async takeBack(label) {
    const outcome = await post(url(config.urls.undo, label));
    if (outcome.kind !== "ok") this.hint(outcome.problem?.detail ?? words("undo_away"));
    return outcome.kind;
  }

  /* The pair is one's own again, with a new lease. */
  async claimAgain(isIt, comment = "") {
    const slot = (await this.claim(this.slots.length + this.gone.size + 1))?.find(isIt);
    if (!slot) return this.reload();
    this.gone.delete(slot.id);
    this.bring(slot, comment);
  }

  bring(slot, comment) {
    this.tally(-1);
    this.note.bring(slot, comment);
    this.slots = [slot, ...this.slots.filter((one) => one.id !== slot.id)];
    this.next();
    this.count();
    this.say(words("undone"));
  }

  // What the server gives

  sent(detail) {
    const { record, body } = detail;
    if (record.campaign === config.campaign && body.next) {
      this.gone.delete(record.slot);
      this.merge(body.next);
    }
    return super.sent(detail);
  }

  /* The list is the server's; the order on the screen stays. */
  merge(slots) {
    const known = new Map(this.slots.map((slot) => [slot.id, slot]));
    const empty = !this.current;
    for (const slot of slots) {
      if (this.gone.has(slot.id) || this.leases.has(slot.lease)) continue;
      const before = known.get(slot.id);
      if (before) Object.assign(before, { lease: slot.lease, expires_at: slot.expires_at });
      else this.slots.push(slot);
    }
    if (empty && this.current && !this.blocked) this.next();
    else this.ahead();
  }

  /* As often as it is called, it asks only while the next pair is not held yet. */
  async refill() {
    if (this.filling || this.blocked === "tab" || this.slots.length > 1) return;
    this.filling = true;
    const slots = await this.claim(this.wanted + this.gone.size);
    this.filling = false;
    if (slots) this.merge(slots);
    if (this.current || this.blocked) return;
    // Nothing to show, and nothing on its way: the page says what is so.
    if (!this.waiting && (slots || this.closed)) this.reload();
    else if (!slots && !this.closed) setTimeout(() => this.refill(), 3_000);
  }

  lose(slot, problem) {
    const was = this.current?.id === slot.id;
    this.slots = this.slots.filter((one) => one.id !== slot.id);
    if (!was) return;
    const typed = this.note.take();
    this.notices.say(words("lost", { caption: slot.caption, why: problem?.detail ?? "" }), undefined, typed);
    this.next();
    this.refill();
  }
}

export const rating = new Rating(await Outbox.of(config.person));
document.documentElement.dataset.calm = String(calm());
await rating.begin();
document.dispatchEvent(new CustomEvent("truepool:ready"));
