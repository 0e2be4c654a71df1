/* Pairs shown together: a caption with several clips, or a clip with several captions.
 *
 * `units` are what is held, as it is shown: each a group, or a pair by itself; the first is on the screen. Every answer is a label of its
 * own, with its own request id and its own time: the time in which its cell was the one last touched. "All others" is one press for
 * many; the time since the last touch was for all of them, and is shared among them.
 * It passes 300 lines because all of it is one state: what is held, which cell is touched, and how long each was seen.
 */

import { config, words } from "./config.js";
import { Cell } from "./cell.js";
import { Outbox } from "./outbox.js";
import { Player, calm } from "./player.js";
import { post } from "./server.js";
import { Stage } from "./stage.js";
import { UNDOABLE, Work, byId, url, uuid } from "./work.js";

const QUIET = 5_000; // ms in which it is not asked again for more, while there is something to answer
const MOVES = { cell_left: "ArrowLeft", cell_right: "ArrowRight", cell_up: "ArrowUp", cell_down: "ArrowDown" };
const WITH_CLIP = config.show === "captions"; // one clip for all cells

/* The arrows move between the clips here. */
function keysOfGrid(keys) {
  const rest = Object.entries(keys).map(([name, list]) => [name, list.filter((key) => !Object.values(MOVES).includes(key))]);
  return Object.fromEntries([...rest, ...Object.entries(MOVES).map(([name, key]) => [name, [key]])]);
}

class Grid extends Work {
  constructor(outbox) {
    super(outbox);
    this.units = [];
    this.before = null; // the unit that was on the screen before this one, for Undo
    this.box = byId("cells");
    this.current = null;
    this.hovered = null;
    this.all = !calm();
    this.mark = 0;
    this.quietUntil = 0;
    if (WITH_CLIP) {
      this.player = new Player(document.querySelector("[data-player]"), byId("clip"));
      this.stage = new Stage(byId("clip"), this.clips, this.player);
      this.stage.addEventListener("frame", ({ detail: { slot, at } }) => slot === this.unit?.slots[0] && this.unit.cells.forEach((cell) => cell.see(at)));
      this.stage.addEventListener("failed", (event) => this.failedClip(event.detail));
    }
    this.sight = new IntersectionObserver((entries) => entries.forEach((entry) => {
      const cell = this.cellOf(entry.target);
      if (!cell) return;
      cell.inSight = entry.intersectionRatio >= 0.5;
      cell.see(entry.time, false);
    }), { threshold: [0, 0.5, 1] });
    this.listen(keysOfGrid(config.keys), this.actions());
    this.clips.addEventListener("loaded", (event) => this.loaded(event.detail.slot));
    this.listenToCells();
  }

  actions() {
    const answers = config.answers.map((one) => [one.key, () => this.press(one.value)]);
    return {
      ...Object.fromEntries(answers),
      cell_left: () => this.move(-1),
      cell_right: () => this.move(1),
      cell_up: () => this.move(-this.columns()),
      cell_down: () => this.move(this.columns()),
      ...(WITH_CLIP ? { back: () => this.player.seek(-1), forward: () => this.player.seek(1) } : { play: () => this.toggle() }),
    };
  }

  listenToCells() {
    this.box.addEventListener("submit", (event) => {
      event.preventDefault();
      const answer = event.submitter?.dataset.answer;
      this.touch(this.cellOf(event.target));
      if (answer) this.press(answer);
      else if (event.submitter?.hasAttribute("data-later")) this.later();
    });
    this.box.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      // Not by the second click of a double click on the answer that was there.
      if (cell && event.target.closest("[data-take-back]") && event.detail < 2) this.takeBack(this.past.findLast((one) => one.cell === cell));
    });
    this.box.addEventListener("focusin", (event) => this.touch(this.cellOf(event.target)));
    this.box.addEventListener("pointerover", (event) => this.hover(this.cellOf(event.target)));
    this.box.addEventListener("pointerleave", () => this.hover(null));
    const press = (name, act) => document.querySelector(`[data-key="${name}"]`)?.addEventListener("click", (event) => {
      event.preventDefault(); // without scripts some of them send a form
      act();
    });
    byId("ask-send").addEventListener("click", () => this.ask(this.current?.slot));
    press("undo", () => this.takeBack(this.past.at(-1)));
    press("others", () => this.others());
    press("later", () => this.later());
    press("play_all", () => this.playAll(!this.all));
    document.querySelector('[data-key="undo"]').hidden = false;
    if (WITH_CLIP) this.seeClip();
  }

  cellOf(target) {
    const element = target instanceof Element ? target.closest(".cell") : null;
    return (element && this.unit?.cells.find((cell) => cell.element === element)) || null;
  }

  async begin() {
    if (!(await this.start())) return;
    this.keys.draw(document);
    const mine = config.together.filter((slot) => !this.gone.has(slot.id));
    if (mine.length) {
      const made = new Map([...this.box.querySelectorAll(".cell")].map((element) => [Number(element.dataset.slot), element]));
      const unit = this.unitOf(mine, made);
      for (const [id, element] of made) if (!mine.some((slot) => slot.id === id)) element.remove();
      this.units = [unit];
      if (WITH_CLIP) this.stage.take(unit.slots[0]);
      this.show(unit, true);
    } else this.box.replaceChildren();
    await this.refill();
  }

  // What is on the screen

  get unit() {
    return this.units[0] ?? null;
  }

  held() {
    return this.units.flatMap((unit) => unit.cells.filter((cell) => !cell.answer).map((cell) => cell.slot));
  }

  unitOf(slots, made = new Map()) {
    const cells = slots.map((slot, at) => {
      const there = made.get(slot.id);
      // Imported: what is only cloned belongs to the template's own document, in which no clip may be loaded.
      const element = there ?? document.importNode(byId("cell").content.firstElementChild, true);
      const cell = new Cell(element, slot, at + 1);
      cell.fill();
      cell.watch((cause, detail) => this.failed(cell, cause, detail), () => this.resume());
      cell.able(Boolean(slot.video.url) || config.withoutClips);
      return cell;
    });
    return { group: slots[0].group ?? null, slots, cells };
  }

  show(unit, there = false) {
    this.sight.disconnect();
    if (!there) this.box.replaceChildren(...unit.cells.map((cell) => cell.element));
    for (const cell of unit.cells) cell.load(this.clips);
    this.box.dataset.count = unit.cells.length;
    if (!WITH_CLIP) this.caption(unit.slots[0].caption);
    else if (!there) this.stage.show(unit.slots[0]);
    for (const cell of unit.cells) {
      cell.come(Boolean(cell.video && cell.slot.video.url));
      this.sight.observe(cell.element);
      this.keys.draw(cell.element);
    }
    this.reasons(false);
    this.panels.hide();
    const seconds = unit.slots.reduce((sum, slot) => sum + (slot.video.duration || 10), 0);
    this.clock.start(seconds, unit.slots[0].caption.split(/\s+/).length);
    this.mark = 0;
    // A reload brings the same group, whichever of those in hand the server would show.
    const left = unit.cells.find((cell) => !cell.answer) ?? unit.cells[0];
    document.cookie = `truepool_pair=${left.slot.id}; path=${config.urls.page}; SameSite=Lax`;
    this.current = null;
    this.focus(left);
    this.ahead();
    this.resume();
    document.dispatchEvent(new CustomEvent("truepool:group", { detail: { slots: unit.slots.length } }));
  }

  /* Clips of the next group; what the one on the screen and the one before it play stays in memory. One clip for all is fetched once. */
  ahead() {
    const next = this.units[1];
    if (WITH_CLIP) {
      const behind = (this.before?.slots ?? []).slice(0, 1).filter((slot) => this.clips.address(slot));
      this.clips.want([...this.units.slice(0, 2).flatMap((unit) => unit.slots.slice(0, 1)), ...behind]);
      this.stage.want(next?.slots[0]);
      return;
    }
    this.clips.want(next?.slots ?? []);
    next?.cells.forEach((cell) => cell.load(this.clips, { kept: true }));
  }

  /* A cell gets its clip when it is in memory, or, at the latest, when it is shown. */
  loaded(slot) {
    if (!WITH_CLIP) this.units[1]?.cells.find((cell) => cell.slot === slot)?.load(this.clips, { kept: true });
  }

  /* The next pairs, once all of these are answered or put off. */
  next() {
    const unit = this.units.shift();
    if (unit !== this.before) this.before?.cells.forEach((cell) => cell.free(this.clips));
    this.before = unit;
    this.rest(unit);
    if (this.unit) this.show(this.unit);
    else this.empty();
    this.refill();
  }

  empty() {
    this.box.replaceChildren();
    if (!WITH_CLIP) byId("caption").textContent = "";
    this.current = null;
    this.dry();
  }

  // Moving and playing

  /* From here on time is this cell's. */
  touch(cell) {
    if (!cell || cell === this.current) return;
    this.spend([this.current]);
    this.current?.element.removeAttribute("data-current");
    this.current = cell;
    cell.element.setAttribute("data-current", "");
    if (!byId("reasons").hidden) this.reasons(false);
    this.note.show(cell.slot);
    this.question.show(cell.slot);
    this.resume();
  }

  /* The time since the last touch, shared among these. */
  spend(cells) {
    const now = this.clock.read();
    const these = cells.filter(Boolean);
    for (const cell of these) cell.spent += (now - this.mark) / these.length;
    this.mark = now;
  }

  focus(cell) {
    this.touch(cell);
    cell?.element.focus({ preventScroll: true });
    cell?.element.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  }

  move(by) {
    const { unit, current } = this;
    if (!unit || this.blocked) return;
    const at = unit.cells.indexOf(current) + by;
    if (at >= 0 && at < unit.cells.length) this.focus(unit.cells[at]);
  }

  columns() {
    const tops = this.unit?.cells.map((cell) => cell.element.offsetTop) ?? [];
    return Math.max(1, tops.filter((top) => top === tops[0]).length);
  }

  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.resume();
  }

  toggle() {
    if (!this.current?.video) return;
    this.current.playing = this.current.video.paused;
    this.resume();
  }

  playAll(yes) {
    this.all = yes;
    for (const cell of this.unit?.cells ?? []) cell.playing = null;
    document.querySelector('[data-key="play_all"]')?.setAttribute("aria-pressed", String(yes));
    this.resume();
  }

  /* What moves is what is asked to: all, or the one that is hovered or in focus; with less motion wished for, nothing by itself. */
  resume() {
    if (this.blocked) return;
    if (WITH_CLIP) return void this.player.play();
    document.querySelector('[data-key="play_all"]')?.setAttribute("aria-pressed", String(this.all));
    for (const cell of this.unit?.cells ?? []) {
      const near = !calm() && (cell === this.current || cell === this.hovered);
      cell.play(cell.playing ?? (this.all || near));
    }
  }

  rest(unit = this.unit) {
    if (WITH_CLIP) this.stage.rest(this.stage.shown);
    else for (const cell of unit?.cells ?? []) cell.play(false);
  }

  /* One clip: while it shows new frames, every caption in sight is on the screen with it. */
  seeClip() {
    const watch = (video) => {
      if (!video.requestVideoFrameCallback) return video.addEventListener("timeupdate", () => this.frame(video, performance.now()));
      const frame = (now) => {
        this.frame(video, now);
        video.requestVideoFrameCallback(frame);
      };
      return video.requestVideoFrameCallback(frame);
    };
    for (const place of [this.stage.shown, this.stage.spare]) watch(place.video);
  }

  frame(video, now) {
    if (video !== this.stage.shown.video) return;
    for (const cell of this.unit?.cells ?? []) cell.frame(now);
  }

  // Answering

  press(answer) {
    const { current } = this;
    if (this.blocked || !current || current.answer) return;
    const button = current.element.querySelector(`[data-answer="${answer}"]`);
    if (!button || button.disabled) return;
    if (answer === "cannot_judge") this.reasons(true);
    else if (!current.look.refuses()) this.answer(current, answer);
  }

  deck() {
    return byId("together");
  }

  asked() {
    return this.current?.element;
  }

  unable(reason) {
    this.answer(this.current, "cannot_judge", reason);
  }

  answer(cell, answer, reason = null) {
    if (this.blocked || !cell || cell.answer) return;
    this.spend([cell]);
    this.give(cell, answer, reason);
    this.reasons(false);
    this.goOn();
  }

  /* All that are left, at once: only when each has been on the screen long enough. */
  others() {
    if ((this.unit?.cells.length ?? 0) < 2) return; // its button is not shown
    const left = this.unit?.cells.filter((cell) => !cell.answer) ?? [];
    if (this.blocked || !left.length) return;
    const unseen = left.filter((cell) => cell.seen < config.seenMs || cell.element.querySelector(`[data-answer="${config.lowest}"]`).disabled);
    for (const cell of left) cell.element.toggleAttribute("data-unseen", unseen.includes(cell));
    if (unseen.length) return void this.hint(words("still_to_see", { number: unseen.length }));
    this.spend(left);
    for (const cell of left) this.give(cell, config.lowest);
    this.goOn();
  }

  give(cell, answer, reason = null) {
    const { slot } = cell;
    const comment = cell === this.current ? this.note.take() : "";
    const body = { slot: slot.id, lease: slot.lease, answer, request_id: uuid(), active_ms: Math.min(Math.round(cell.spent), 2 ** 31 - 1) };
    if (slot.group) Object.assign(body, { shown: slot.shown, shown_group: slot.group });
    if (reason) body.reason = reason;
    if (comment) body.comment = comment;
    const record = this.record("answer", slot, config.urls.labels, body, this.wordOf(answer, reason));
    this.past.push({ id: body.request_id, cell, unit: this.unit, comment });
    if (this.past.length > UNDOABLE) this.past.shift();
    const { label, sign } = config.answers.find((one) => one.value === answer);
    cell.say({ id: body.request_id, words: label, sign });
    cell.element.removeAttribute("data-unseen");
    this.tally(1);
    this.say(words("saving", record.said));
    this.keep(record);
  }

  /* To the next that is not answered, behind this one first. */
  goOn() {
    const cells = this.unit?.cells ?? [];
    const at = cells.indexOf(this.current);
    const left = [...cells.slice(at + 1), ...cells.slice(0, at + 1)].find((cell) => !cell.answer);
    if (left) this.focus(left);
    else this.next();
  }

  later() {
    const { current: cell } = this;
    if (this.blocked || !cell || cell.answer) return;
    this.keep(this.putOff(cell.slot));
    this.drop(cell);
  }

  /* Out of its group. */
  drop(cell) {
    const unit = this.units.find((one) => one.cells.includes(cell));
    if (!unit) return;
    const at = unit.cells.indexOf(cell);
    unit.cells = unit.cells.filter((one) => one !== cell);
    unit.slots = unit.slots.filter((one) => one !== cell.slot);
    cell.element.remove();
    cell.free(this.clips);
    if (unit !== this.unit) this.units = this.units.filter((one) => one.cells.length);
    else if (unit.cells.every((one) => one.answer)) this.next();
    else if (cell === this.current) {
      this.spend([]);
      this.current = null;
      this.focus([...unit.cells.slice(at), ...unit.cells.slice(0, at)].find((one) => !one.answer));
    }
    this.box.dataset.count = this.unit?.cells.length ?? 0;
  }

  async takeBack(last) {
    if (this.blocked) return;
    if (!last) return void this.takeBackEarlier();
    this.past = this.past.filter((one) => one !== last);
    if (!(await this.sender.withdraw(last.id))) {
      const label = this.labels.get(last.id);
      const outcome = label ? await post(url(config.urls.undo, label)) : { kind: "away" };
      if (outcome.kind !== "ok") {
        if (outcome.kind !== "refused") this.past.push(last);
        return void this.hint(outcome.problem?.detail ?? words("undo_away"));
      }
      // The pair is one's own again, with a new lease.
      const slot = (await this.claim(this.held().length + this.gone.size + 1))?.find((one) => one.id === last.cell.slot.id);
      if (!slot) return void this.reload();
      Object.assign(last.cell.slot, { lease: slot.lease });
    }
    this.gone.delete(last.cell.slot.id);
    this.leases.delete(last.cell.slot.lease);
    this.tally(-1);
    this.bring(last);
  }

  /* Of before this page was loaded. */
  async takeBackEarlier() {
    const label = config.last;
    config.last = null;
    if (!label) return void this.hint(words("nothing_to_undo"));
    const outcome = await post(url(config.urls.undo, label));
    if (outcome.kind !== "ok") return void this.hint(outcome.problem?.detail ?? words("undo_away"));
    this.reload();
  }

  bring({ cell, unit, comment }) {
    cell.say(null);
    cell.spent = 0;
    this.note.bring(cell.slot, comment);
    if (unit === this.unit) {
      this.current = null;
      this.spend([]);
      this.focus(cell);
    } else {
      const again = unit === this.before ? unit : this.unitOf([cell.slot]);
      if (unit === this.before) this.before = null;
      this.rest();
      this.units = [again, ...this.units];
      this.show(again);
    }
    this.count();
    this.say(words("undone"));
  }

  // What the server gives

  /* As often as it is called, it asks only while the next group is not held yet. */
  async refill() {
    if (this.filling || this.closed || this.blocked === "tab" || this.units.length > 1) return;
    if (this.unit && performance.now() < this.quietUntil) return;
    this.filling = true;
    const slots = await this.claim(this.held().length + this.gone.size + 1);
    this.filling = false;
    if (slots) this.merge(slots);
    // Nothing more, or no more than one may hold: it is not asked with each answer.
    if (slots && this.units.length < 2) this.quietUntil = performance.now() + QUIET;
    // Nothing to show, and nothing on its way: the page says what is so.
    if (!this.unit && !this.gone.size && !this.waiting && !this.blocked && (slots || this.closed)) this.reload();
    // An answer may still be on its way: then it is asked again.
    else if (!this.closed && !this.unit) setTimeout(() => this.refill(), slots ? 500 : 3_000);
  }

  /* What is known keeps its place; leases are the server's. */
  merge(slots) {
    const known = new Map(this.units.flatMap((unit) => unit.slots).map((slot) => [slot.id, slot]));
    const fresh = new Map();
    for (const slot of slots) {
      if (this.gone.has(slot.id) || this.leases.has(slot.lease)) continue;
      if (known.has(slot.id)) Object.assign(known.get(slot.id), { lease: slot.lease, expires_at: slot.expires_at });
      else fresh.set(slot.group ?? slot.id, [...(fresh.get(slot.group ?? slot.id) ?? []), slot]);
    }
    const empty = !this.unit;
    for (const these of fresh.values()) this.units.push(this.unitOf(these));
    if (empty && this.unit && !this.blocked) this.show(this.unit);
    else this.ahead();
  }

  lose(slot, problem) {
    const cell = this.units.flatMap((unit) => unit.cells).find((one) => one.slot.id === slot.id);
    if (!cell || cell.answer) return;
    const typed = cell === this.current ? this.note.take() : "";
    this.notices.say(words("lost", { caption: slot.caption, why: problem?.detail ?? "" }), undefined, typed);
    this.drop(cell);
    this.refill();
  }

  failed(cell, cause, detail) {
    cell.able(false);
    const empty = cell.element.querySelector("[data-empty]");
    empty.hidden = false;
    const again = Object.assign(document.createElement("button"), { type: "button", className: "tool", textContent: words("try_again") });
    again.addEventListener("click", () => {
      cell.again();
      this.focus(cell);
      this.resume();
    });
    empty.replaceChildren(`${words(`failed_${cause}`)} `, again);
    post(url(config.urls.failed, cell.slot.id), { lease: cell.slot.lease, cause, detail: detail.slice(0, 500) });
  }

  failedClip({ cause, detail }) {
    const { unit } = this;
    if (!unit) return;
    for (const cell of unit.cells) cell.able(false);
    this.notices.say(`${words(`failed_${cause}`)} ${words("no_clip")}`);
    post(url(config.urls.failed, unit.slots[0].id), { lease: unit.slots[0].lease, cause, detail: detail.slice(0, 500) });
  }
}

export const grid = new Grid(await Outbox.of(config.person));
document.documentElement.dataset.calm = String(calm());
await grid.begin();
document.dispatchEvent(new CustomEvent("truepool:ready"));
