// @ts-check
/* A comment beside an answer, or a question to the lead. What is typed is kept for its pair
 * until it has gone, also through signing in again. */

import { draft, keepDraft, placeOf } from "./drafts.js";

export class Note {
  /* name: of the drafts. */
  constructor(box, button, name) {
    this.name = name;
    this.box = box;
    this.button = button;
    this.field = box.querySelector("textarea");
    this.slot = null;
    this.from = null;
    button.addEventListener("click", (event) => {
      event.preventDefault(); // without scripts it may be a link
      this.toggle();
    });
    this.field.addEventListener("input", () => this.typed());
    box.addEventListener("keydown", (event) => {
      const enter = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (!enter && event.key !== "Escape") return;
      event.preventDefault();
      const send = enter && this.box.querySelector("[data-send]");
      if (send) send.click();
      else this.close();
    });
    box.querySelector("[data-close]").addEventListener("click", () => this.close());
  }

  keep(slot, text) {
    keepDraft(placeOf(this.name, slot), text);
  }

  typed() {
    if (this.slot) this.keep(this.slot, this.field.value);
    this.button.classList.toggle("waiting-some", Boolean(this.field.value.trim()));
  }

  show(slot) {
    this.slot = slot;
    this.field.value = draft(placeOf(this.name, slot));
    this.typed();
    this.open(Boolean(this.field.value), false);
  }

  /* What was typed, and nothing after: it goes with the answer. */
  take() {
    const text = this.field.value.trim();
    if (this.slot) this.keep(this.slot, "");
    this.field.value = "";
    this.button.classList.remove("waiting-some");
    return text;
  }

  bring(slot, text) {
    if (text) this.keep(slot, text);
  }

  toggle() {
    this.open(this.box.hidden);
  }

  open(yes, focus = true) {
    this.box.hidden = !yes;
    this.button.setAttribute("aria-expanded", String(yes));
    if (!focus) return;
    if (yes) {
      this.from = document.activeElement;
      this.field.focus();
    } else {
      // What is out of sight keeps the focus until the next frame, and would take the next key.
      this.field.blur();
      if (this.from?.isConnected) this.from.focus({ preventScroll: true });
    }
  }

  close() {
    this.open(false);
  }
}
