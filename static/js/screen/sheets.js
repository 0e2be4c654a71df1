// @ts-check
/* Guidelines as a side sheet over the running clip, the list of keys as a dialog. */

import { get } from "./server.js";
import { words } from "./config.js";

export class Sheet {
  constructor(sheet, button, url) {
    this.sheet = sheet;
    this.button = button;
    this.url = url;
    this.version = null;
    button.addEventListener("click", (event) => {
      event.preventDefault(); // without scripts it is a link to the page
      this.toggle();
    });
    sheet.querySelector("[data-close]").addEventListener("click", () => this.close());
    sheet.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  get isOpen() {
    return !this.sheet.hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  async open() {
    this.from = document.activeElement;
    this.sheet.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.sheet.focus();
    const body = this.sheet.querySelector("[data-body]");
    const found = await get(this.url);
    if (!found) {
      if (this.version === null) body.textContent = words("guidelines_away");
      return;
    }
    if (found.version === this.version) return;
    this.version = found.version;
    // Made by the server from Markdown, with nothing but what a text needs.
    body.innerHTML = found.html;
  }

  close() {
    this.sheet.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    (this.from?.isConnected && this.from !== document.body ? this.from : this.button).focus({
      preventScroll: true,
    });
  }
}

export function keysDialog(dialog, button) {
  button.addEventListener("click", () => (dialog.open ? dialog.close() : dialog.showModal()));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
