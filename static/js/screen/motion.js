// @ts-check
/* What moves among pairs that are shown together: every clip, the one that is looked at, or the one
 * clip that all captions are about. */

import { config } from "./config.js";
import { byId, find, hear } from "./page.js";
import { Player, calm } from "./player.js";
import { Stage } from "./stage.js";

export const ONE_CLIP = config.show === "captions"; // for all cells

/** @typedef {import("./cell.js").Cell} Cell */

const pressed = (yes) => find('[data-key="play_all"]')?.setAttribute("aria-pressed", String(yes));

/** Each clip of its own. */
export class EachClip {
  /** @param {import("./group.js").Group} group */
  constructor(group) {
    this.group = group;
    this.all = !calm();
    /** @type {Cell|null} */
    this.hovered = null;
    const { box } = group;
    box.addEventListener("pointerover", ({ target }) => this.hover(group.cellAt(target)));
    box.addEventListener("pointerleave", () => this.hover(null));
    find('[data-key="play_all"]')?.addEventListener("click", () => this.playAll(!this.all));
  }

  actions() {
    return { play: () => this.toggle() };
  }

  /** @param {Cell|null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.resume();
  }

  toggle() {
    const { at } = this.group;
    if (!at?.video) return;
    at.playing = at.video.paused;
    this.resume();
  }

  /** @param {boolean} yes */
  playAll(yes) {
    this.all = yes;
    for (const cell of this.group.cells) cell.playing = null;
    this.resume();
  }

  /** What moves is what is asked to: all, or the one that is hovered or in focus; with less motion
   * wished for, nothing by itself. */
  resume() {
    if (this.group.screen.blocked) return;
    pressed(this.all);
    for (const cell of this.group.cells) {
      const near = !calm() && (cell === this.group.at || cell === this.hovered);
      cell.play(cell.playing ?? (this.all || near));
    }
  }

  /** @param {Cell[]} cells */
  rest(cells) {
    for (const cell of cells) cell.play(false);
  }

  show() {}

  /** Clips of the next group; what the one on the screen and the one before it play stays in
   * memory. */
  ahead() {
    const { screen } = this.group;
    const { next } = screen.held;
    screen.clips.want(next?.slots ?? []);
    if (next) for (const cell of this.group.all.of(next)) cell.load(screen.clips, { kept: true });
  }

  /** A cell gets its clip when it is in memory, or, at the latest, when it is shown. */
  loaded(slot) {
    const { next } = this.group.screen.held;
    const cell = next && this.group.all.of(next).find((one) => one.slot === slot);
    cell?.load(this.group.screen.clips, { kept: true });
  }
}

/** One clip: while it shows new frames, every caption in sight is on the screen with it. */
export class OneClip {
  /** @param {import("./group.js").Group} group */
  constructor(group) {
    this.group = group;
    const { screen } = group;
    this.player = new Player(find("[data-player]"), byId("clip"));
    this.stage = new Stage(byId("clip"), screen.clips, this.player);
    hear(this.stage, "frame", ({ slot, at }) => {
      if (slot === screen.held.unit?.slots[0]) for (const cell of group.cells) cell.see(at);
    });
    hear(this.stage, "failed", (how) => group.all.failedClip(how));
    for (const place of [this.stage.shown, this.stage.spare]) this.watch(place.video);
  }

  watch(video) {
    if (!video.requestVideoFrameCallback) {
      video.addEventListener("timeupdate", () => this.frame(video, performance.now()));
      return;
    }
    const frame = (now) => {
      this.frame(video, now);
      video.requestVideoFrameCallback(frame);
    };
    video.requestVideoFrameCallback(frame);
  }

  frame(video, now) {
    if (video === this.stage.shown.video) for (const cell of this.group.cells) cell.frame(now);
  }

  actions() {
    return { back: () => this.player.seek(-1), forward: () => this.player.seek(1) };
  }

  resume() {
    if (!this.group.screen.blocked) this.player.play();
  }

  rest() {
    this.stage.rest(this.stage.shown);
  }

  /** @param {import("./held.js").Unit} unit */
  show({ slots: [slot] }, there) {
    if (there) this.stage.take(slot);
    else this.stage.show(slot);
  }

  /** One clip for all is fetched once. */
  ahead() {
    const { clips, held } = this.group.screen;
    const behind = (held.before?.slots ?? []).slice(0, 1).filter((slot) => clips.address(slot));
    clips.want([...held.units.slice(0, 2).flatMap((unit) => unit.slots.slice(0, 1)), ...behind]);
    this.stage.want(held.next?.slots[0]);
  }

  loaded() {}
}
