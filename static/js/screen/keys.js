// @ts-check
/* Keys that press buttons.
 *
 * A button or link with data-key="NAME" is pressed by the person's keys for NAME, wherever the
 * focus is but in a text box. What each name's keys are comes from the server
 * (annotator/keys.py): a person may have chosen their own.
 *
 * A key is written as KeyboardEvent.key has it, letters in lower case, " " as "Space", and
 * Shift+ only before keys that have a name ("Shift+ArrowLeft"): which characters need Shift
 * differs between keyboards.
 */

const TEXT =
  "input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit]), " +
  "textarea, select, [contenteditable]";
const SEEKS = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);

// What goes on while its key is held.
const HELD = new Set(["frame_back", "frame_on", "back", "forward", "slower", "faster"]);

export function nameOf(event) {
  if (event.key === " ") return event.shiftKey ? "Shift+Space" : "Space";
  if (event.key.length === 1) return event.key.toLowerCase();
  return event.shiftKey ? `Shift+${event.key}` : event.key;
}

/* What a keyboard whose digits need Shift (AZERTY) means by the key of a digit. */
export function digitOf(event) {
  const found = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  return found && !event.shiftKey ? found[1] : null;
}

export function capOf(key) {
  const signs = {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    Space: "␣",
    Escape: "Esc",
  };
  return (
    key
      .split("+")
      .filter(Boolean)
      .map((part) => signs[part] ?? (part === "Shift" ? "⇧" : part.toUpperCase()))
      .join("") || "+"
  );
}

export class Keys {
  /* keys: {name: [key, ...]}. on: {name: function} for what no button does. */
  constructor(keys, { on = {}, enabled = true } = {}) {
    this.keys = keys;
    this.on = on;
    this.enabled = enabled;
    this.names = new Map();
    this.first = null;
    for (const [name, list] of Object.entries(keys)) {
      for (const key of list) this.names.set(key, [...(this.names.get(key) ?? []), name]);
    }
    this.listen = (event) => this.press(event);
    document.addEventListener("keydown", this.listen);
    this.draw(document);
  }

  /* The first key of each name, drawn wherever it has a cap; all of them where they are listed. */
  draw(root) {
    for (const cap of root.querySelectorAll("kbd[data-cap]")) {
      const first = this.keys[cap.dataset.cap]?.[0];
      cap.textContent = first && this.enabled ? capOf(first) : "";
      cap.hidden = !cap.textContent;
    }
    for (const list of root.querySelectorAll("[data-caps]")) {
      const keys = (this.keys[list.dataset.caps] ?? []).filter(
        (key) => this.enabled || key.length > 1,
      );
      list.replaceChildren(
        ...keys.flatMap((key) => [
          Object.assign(document.createElement("kbd"), { textContent: capOf(key) }),
          " ",
        ]),
      );
    }
    if (!this.enabled) return;
    for (const button of root.querySelectorAll("[data-key]")) {
      const list = this.keys[button.dataset.key];
      // A grade's key is read out with it: its cap is the number itself.
      if (list?.[0] && button.dataset.spoken)
        button.setAttribute("aria-label", button.dataset.spoken.replace("{key}", capOf(list[0])));
      if (list)
        button.setAttribute(
          "aria-keyshortcuts",
          list.map((key) => (key === "+" ? "Plus" : key)).join(" "),
        );
    }
  }

  press(event) {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.isComposing
    )
      return;
    const within = event.target instanceof Element ? event.target : document.body;
    // A button in focus is pressed once, however long its key is held.
    if (event.repeat && event.key === "Enter" && within.closest("button"))
      return event.preventDefault();
    const name = this.find(event);
    if (!name || within.closest(TEXT)) return;
    // A slider has its own use for the arrows.
    if (within.closest("input[type=range]") && SEEKS.has(event.key) && !event.shiftKey) return;
    if (!this.enabled && event.key.length === 1) return;
    const open = document.querySelector("dialog[open]");
    if (open && !this.button(name, open)) return;
    const act = this.on[name];
    const button = this.button(name, open ?? document);
    if (!act && !button) return;
    event.preventDefault();
    if (event.repeat && !HELD.has(name)) return;
    if (act) act(event);
    else button.click();
  }

  find(event) {
    const spelled = [nameOf(event), digitOf(event)].filter((key) => key !== null);
    for (const names of this.first ? [this.first, this.names] : [this.names]) {
      for (const key of spelled) {
        const name = names.get(key)?.find((one) => this.on[one] || this.button(one, document));
        if (name) return name;
      }
    }
    return undefined;
  }

  /* While a choice is open, its keys come before all others: {key: name}, or null. */
  before(keys) {
    this.first = keys && new Map(Object.entries(keys).map(([key, name]) => [key, [name]]));
  }

  button(name, root) {
    const all = root.querySelectorAll(`[data-key="${CSS.escape(name)}"]:not(:disabled)`);
    return [...all].find((one) => one.checkVisibility());
  }
}
