/* A dispute by keys. An answer's key decides at once where a reason is given; without one it chooses the answer, and a reason given before
 * is one more key. In the reason every character is a text; Ctrl+Enter there decides as chosen. */

import { config, words } from "../screen/config.js";
import { capOf } from "../screen/keys.js";
import { begin } from "../screen/plain.js";
import { Choice } from "./choice.js";
import { Draft } from "./draft.js";
import { Swap } from "./swap.js";

const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const reason = () => find("#decide") && find('textarea[name="comment"]');
const says = (sentence) => {
  find("[data-saved]").textContent = sentence;
};
const draft = new Draft(config.person);
let chosen = null;

const screen = begin({ on: { comment: () => write(), mistake: () => kinds.open() } });
const reasons = new Choice(screen.keys, () => findAll("[data-reason]"));
const kinds = new Choice(screen.keys, () => findAll('[data-kinds] input[value]:not([value=""])'));

function write() {
  const box = reason();
  if (!box) return;
  box.focus();
  box.scrollIntoView({ block: "nearest" });
}

/* By a key of the screen the focus stays where it is: a second press of it, or the key of an earlier reason, is not typed. */
function choose(button, byKey) {
  chosen = button.value;
  for (const one of findAll("#decide [data-answer]")) one.setAttribute("aria-pressed", String(one === button));
  if (reasons.some) reasons.open();
  if (!byKey) write();
  const [key] = config.keys.comment;
  says(byKey && key ? words("why_by_key", { key: capOf(key) }) : words("why"));
}

function decide() {
  const button = chosen && find(`#decide [data-answer="${chosen}"]`);
  if (!button) says(words("choose"));
  else find("#decide").requestSubmit(button);
}

document.addEventListener("click", (event) => {
  const answer = event.target.closest?.("#decide [data-answer]");
  if (answer && !reason().value.trim()) {
    event.preventDefault();
    choose(answer, !event.isTrusted);
  }
  const given = event.target.closest?.("[data-reason]");
  if (given) {
    event.preventDefault();
    reason().value = given.dataset.reason;
    if (chosen) decide();
  }
  if (event.target.closest?.('[data-key="mistake"]')) kinds.open();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-kinds] input")) {
    kinds.close();
    if (chosen && reasons.some) reasons.open();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target === reason()) {
    event.preventDefault();
    decide();
  }
  if (event.key === "Escape" && event.target === reason()) event.target.blur();
});

document.addEventListener("input", (event) => {
  if (event.target === reason()) draft.keep(event.target.value);
});

function shown() {
  chosen = null;
  const box = reason();
  draft.take().then((kept) => box && !box.value && (box.value = kept));
  screen.keys.before(null);
  screen.keys.draw(document);
  screen.attach();
  for (const one of findAll('button[data-key="mistake"]')) one.hidden = !config.singleKeys;
}

shown();
document.addEventListener("submit", (event) => event.target.id === "decide" && screen.look.refuses() && event.preventDefault());
new Swap({ shown, says, saving: words("saving"), offline: words("offline") });
