// @ts-check
/* A single pair: its clip fills the stage, and its answers are the deck's. */

import { config, words } from "./config.js";
import { Look } from "./look.js";
import { byId, find, hear } from "./page.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";
import { swipe } from "./swipe.js";
import { MOST } from "./work.js";

const AHEAD = 20; // pairs held at most: the one on the screen, and those whose clips are fetched
const FEW = 4; // and at least

/**
 * @typedef {import("./held.js").Slot} Slot
 * @typedef {import("./held.js").Unit} Unit
 * @typedef {import("./view.js").View} View
 * @implements {View}
 */
export class Pair {
  /** @param {import("./units.js").Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.keys = config.keys;
    this.first = config.first ? [config.first] : [];
    this.deck = byId("answers");
    this.form = byId("answering");
    const stage = byId("stage");
    this.player = new Player(find("[data-player]"), stage, { everyStop: !config.singleKeys });
    this.stage = new Stage(stage, screen.clips, this.player);
    this.look = new Look(stage);
    this.seen = false; // whether there is something to look at
    this.broken = false; // its clip does not play
    this.listen();
    // Two sides are two answers: a scale of grades has more.
    if (this.offers("relevant")) swipe(stage, (answer) => screen.press(answer));
  }

  listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      if (button?.dataset.answer) this.screen.press(button.value);
      else if (button?.dataset.key === "later") this.screen.later();
    });
    const more = find(".more-button");
    more.addEventListener("click", () => {
      const open = more.getAttribute("aria-expanded") !== "true";
      more.setAttribute("aria-expanded", String(open));
      const rest = document.querySelectorAll("[data-more]");
      for (const one of rest) one.toggleAttribute("data-open", open);
    });
    hear(this.stage, "frame", (shown) => this.frame(shown));
    hear(this.stage, "failed", (how) => this.failed(how));
    addEventListener("pagehide", () => this.player.video?.pause());
  }

  actions() {
    return { back: () => this.player.seek(-1), forward: () => this.player.seek(1) };
  }

  /** @returns {Slot|null} */
  get current() {
    return this.screen.held.unit?.slots[0] ?? null;
  }

  get asked() {
    return this.offers("cannot_judge");
  }

  /** How many pairs to hold: as many as are wanted should the connection go, and fit into memory;
   * but no more than a quarter of what is left, for others wait for those, and few where the person
   * asks to save data. */
  get most() {
    const { left } = this.screen.counts.numbers;
    const sparing = /** @type {any} */ (navigator).connection?.saveData || left === null;
    const fair = sparing ? FEW : Math.floor(left / 4);
    return Math.max(FEW, Math.min(AHEAD, fair, this.screen.clips.room));
  }

  get wanted() {
    return this.most + this.screen.held.gone.size;
  }

  /** What is asked for with an answer: several at a time, so that most answers bring no list
   * back. */
  get following() {
    const enough = this.screen.held.units.length - 1 >= 0.8 * this.most;
    return enough ? 1 : Math.min(this.wanted, MOST);
  }

  /** The stage itself rests what leaves the screen. @param {Unit} [left] */
  rest(left) {
    if (!left) this.stage.rest(this.stage.shown);
  }

  resume() {
    this.player.play();
    if (this.current) this.screen.panels.lookFor(this.current, this.seen);
  }

  /** @param {Unit} unit */
  show({ slots: [slot] }, there = false) {
    if (there) this.stage.take(slot);
    else this.stage.show(slot);
    this.screen.caption(slot.caption);
    this.screen.about(slot);
    this.look.begin();
    const { clips } = this.screen;
    clips.rest(!slot.video.url || clips.address(slot) !== null);
    if (!slot.video.url) this.look.shown();
    this.seen = slot.video.url !== null || config.withoutClips;
    this.broken = false;
    this.switch();
    this.screen.panels.lookFor(slot, this.seen);
  }

  /** Without its clip a pair can only be reported. */
  switch() {
    const { current } = this;
    const able = this.seen && !this.broken && current !== null;
    for (const button of this.form.querySelectorAll("[data-answer]")) {
      const reports = button.dataset.answer === "cannot_judge";
      button.disabled = reports ? current === null : !able;
    }
    byId("unseen").hidden = able || current === null;
  }

  /** The clips that come next, and the last one, for Undo. */
  ahead() {
    const { held, clips } = this.screen;
    const slots = held.units.map((unit) => unit.slots[0]);
    const behind = held.past.slice(-1).map((given) => given.slot);
    clips.want([...slots.slice(0, AHEAD), ...behind.filter((slot) => clips.address(slot))]);
    this.stage.want(slots[1]);
  }

  /** @param {{slot: Slot, at: number}} shown */
  frame({ slot, at }) {
    if (slot.id !== this.current?.id) return;
    this.look.shown(at);
    this.screen.clips.rest(true);
    if (this.broken) {
      this.broken = false;
      this.screen.panels.hide("failed");
      this.switch();
    }
    const detail = { slot: slot.id, at: performance.now() };
    document.dispatchEvent(new CustomEvent("truepool:frame", { detail }));
  }

  /** @param {{slot: Slot, cause: string, detail: string}} how */
  failed({ slot, cause, detail }) {
    if (slot.id !== this.current?.id) return;
    this.broken = true;
    this.switch();
    const reason = "does_not_play";
    this.screen.panels.show(
      "failed",
      [words(`failed_${cause}`), detail],
      [
        { label: words("try_again"), act: () => this.stage.again() },
        { label: words(reason), act: () => this.screen.answer("cannot_judge", reason) },
      ],
    );
    this.screen.report(slot, { cause, detail });
  }

  empty() {
    byId("caption").textContent = "";
    this.switch();
    this.rest();
    this.screen.dry();
  }

  /** @param {Slot} slot @param {string} answer */
  able(slot, answer) {
    const button = this.offers(answer);
    return Boolean(button && !button.disabled);
  }

  /** @param {string} answer @returns {HTMLButtonElement|null} */
  offers(answer) {
    return this.form.querySelector(`[data-answer][value="${answer}"]`);
  }

  refuses() {
    return this.look.refuses();
  }

  evidence() {
    const { screen, stage } = this;
    return { active_ms: screen.clock.read(), plays: stage.plays, claim: this.following };
  }

  // A unit of one is over with its answer.
  mark() {}
  unmark() {}
  dropped() {}
  focus() {}
  free() {}
}
