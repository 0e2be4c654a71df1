// @ts-check
/* What stands in the way of work: nobody is there, another tab works on this campaign, or somebody
 * else is signed in. */

import { config, words } from "./config.js";
import { Tabs } from "./tabs.js";

const QUIET_KEYS = ["Shift", "Control", "Alt", "Meta", "Tab"];

export class Barrier {
  /**
   * @param {import("./panels.js").Panels} panels
   * @param {import("./clock.js").Clock} clock
   * @param {{rest: () => void, resume: () => void, beat: () => Promise<void>}} on
   */
  constructor(panels, clock, on) {
    this.panels = panels;
    this.clock = clock;
    this.on = on;
    /** @type {string|null} */
    this.kind = null;
    this.tabs = new Tabs(`${config.person}.${config.campaign}`);
    this.tabs.addEventListener("lost", () => this.elsewhere("taken_over"));
    clock.addEventListener("idle", () => this.away());
  }

  /** Whether this tab may begin. */
  async begin() {
    if (await this.tabs.begin()) return true;
    this.elsewhere("open_elsewhere");
    return false;
  }

  /** @param {string} kind @param {string[]} sentences @param {object[]} actions */
  block(kind, sentences, actions) {
    if (this.kind === kind) return;
    this.kind = kind;
    this.clock.stop();
    this.on.rest();
    this.panels.show(kind, sentences, actions);
  }

  away() {
    const goOn = { label: words("go_on"), act: () => this.back(), key: "next" };
    this.block("idle", [words("still_there"), words("still_there_what")], [goOn]);
    const any = (event) => {
      if (QUIET_KEYS.includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the key that says "yes" answers nothing
      removeEventListener("keydown", any, true);
      if (this.kind === "idle") this.back();
    };
    addEventListener("keydown", any, true);
  }

  async back() {
    this.kind = null;
    this.panels.hide();
    this.clock.back();
    this.on.resume();
    await this.on.beat();
  }

  /** @param {string} sentence */
  elsewhere(sentence) {
    const here = { label: words("continue_here"), act: () => this.takeOver() };
    this.block("tab", [words(sentence)], [here]);
  }

  async takeOver() {
    await this.tabs.takeOver();
    location.replace(config.urls.page);
  }

  /** @param {number} waiting */
  another(waiting) {
    const signIn = { label: words("sign_in"), href: config.urls.sign_in };
    this.block("another", [words("another", { number: waiting })], [signIn]);
  }
}
