// @ts-check
/* What the screen says beside its pairs: what was saved, how many answers wait, the counts above,
 * and the banner where the server cannot be reached. */

import { choiceOf, config, words } from "./config.js";
import { byId, find } from "./page.js";

const HINT = 3_000; // ms
const BANNERS = { away: "away", "signed-out": "signed_out", another: "another" };

/** @param {number} number */
const counted = (number) => number.toLocaleString(document.documentElement.lang);

export class Foot {
  constructor() {
    this.hintEnds = 0;
  }

  /** @param {string} sentence */
  say(sentence) {
    find("[data-saved]").textContent = sentence;
    this.hintEnds = 0;
  }

  /** Why a press did nothing: that an earlier answer was saved does not take its place before it
   * can be read. @param {string} sentence */
  hint(sentence) {
    this.say(sentence);
    this.hintEnds = performance.now() + HINT;
  }

  get hints() {
    return performance.now() <= this.hintEnds;
  }

  /** @param {{state: string, waiting: number}} lines
   * @param {boolean} some whether pairs are held */
  state({ state, waiting }, some) {
    const shown = find("[data-waiting]");
    shown.dataset.waiting = waiting;
    shown.textContent = waiting ? words("waiting", { number: waiting }) : words("nothing_waiting");
    shown.classList.toggle("waiting-some", waiting > 0 && state !== "sending");
    const away = state === "away" && !some ? "away_dry" : BANNERS[state];
    byId("banner").hidden = !away;
    byId("banner-words").textContent = away ? words(away, { number: waiting }) : "";
    byId("banner-sign-in").hidden = state !== "signed-out" && state !== "another";
  }

  /** @param {import("./counts.js").Numbers} numbers */
  count({ left, about, few, today, pace }) {
    const some = left !== null && left > few ? "left_about" : "left_some";
    const name = !about || !left ? "left" : some;
    find("[data-today]").textContent = words("today", { number: counted(today) });
    find("[data-left]").textContent = left === null ? "" : words(name, { number: counted(left) });
    find("[data-pace]").textContent = pace
      ? words("pace", { number: counted(Math.round(pace)) })
      : "";
  }

  /** An answer as a sentence has it. @param {string} answer @param {string|null} reason */
  wordOf(answer, reason) {
    const { label, sends } = choiceOf(answer) ?? { label: answer };
    // A grade's word is as its lead wrote it.
    const said = sends ? label : label.toLocaleLowerCase(document.documentElement.lang);
    const why = reason && config.reasons.find((one) => one.value === reason)?.label;
    return why ? `${said} (${why})` : said;
  }
}
