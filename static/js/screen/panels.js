// @ts-check
/* What covers the stage instead of a clip: why there is none, and what to do. The answers below
 * stay where they are. */

import { words } from "./config.js";

export class Panels {
  constructor(stage) {
    this.stage = stage;
    this.kind = null;
    this.element = null;
  }

  /* actions: [{name, label, act or href, key}], the first is the way on. */
  show(kind, sentences, actions = []) {
    this.hide();
    this.kind = kind;
    const panel = document.createElement("div");
    panel.className = "stage-over";
    panel.dataset.over = kind;
    panel.setAttribute("role", "alert");
    for (const sentence of sentences)
      panel.append(Object.assign(document.createElement("p"), { textContent: sentence }));
    const row = Object.assign(document.createElement("p"), { className: "actions" });
    for (const [at, action] of actions.entries()) row.append(this.action(action, at === 0));
    if (actions.length) panel.append(row);
    this.stage.append(panel);
    this.element = panel;
    if (actions.length && document.activeElement === document.body)
      row.querySelector("a, button").focus({ preventScroll: true });
  }

  action({ label, act, href, key }, primary) {
    /** @type {any} */
    const element = document.createElement(href ? "a" : "button");
    element.className = primary ? "button button-primary" : "button";
    element.textContent = label;
    if (href) element.href = href;
    else {
      element.type = "button";
      element.addEventListener("click", act);
    }
    if (key) element.dataset.key = key;
    return element;
  }

  hide(kind = this.kind) {
    if (kind !== this.kind) return;
    this.element?.remove();
    this.element = null;
    this.kind = null;
  }

  lookFor(slot, seen) {
    if (slot.video.url) return this.hide();
    if (slot.video.key)
      this.show("elsewhere", [words("elsewhere"), words("clip_key", { key: slot.video.key })]);
    else if (!seen) this.show("no-clip", [words("no_clip")]);
  }
}
