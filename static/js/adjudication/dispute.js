// @ts-check
/* A dispute by keys. An answer's key decides at once where a reason is given or none is asked for;
 * otherwise it chooses the answer, and a reason's key, or Enter behind a written one, decides. In
 * the reason every character is a text; Shift+Enter there begins a line. */

import { config, words } from "../screen/config.js";
import { capOf } from "../screen/keys.js";
import { Look } from "../screen/look.js";
import { begin } from "../screen/plain.js";
import { Choice } from "./choice.js";
import { Draft } from "./draft.js";
import { Swap } from "./swap.js";

const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const reason = () => find("#decide") && find('textarea[name="comment"]');
const lacksWhy = () => Boolean(find("[data-asks-why]")) && !reason().value.trim();
const neither = () => find(".neither");
const says = (sentence) => {
  find("[data-saved]").textContent = sentence;
};
const draft = new Draft(config.person);
let chosen = null;
let unable = null; // whether the reasons of Neither have been looked at

const screen = begin({ on: { comment: () => write(), mistake: () => open(kinds) } });
const lists = {
  reasons: () => findAll("[data-reason]"),
  kinds: () => findAll('[data-kinds] input[value]:not([value=""])'),
  unable: () => findAll('[name="neither"]'),
};
// Digits that are answers choose no reason, of ten grades none. Mistakes are chosen by a key first.
const from = config.grades ?? 2;
const reasons = new Choice(screen.keys, lists.reasons, { name: "reason", from });
const kinds = new Choice(screen.keys, lists.kinds, { name: "kind", from: config.grades ? 1 : 2 });
const whyNeither = new Choice(screen.keys, lists.unable, {
  name: "neither",
  from: 1,
  also: { Escape: "neither_close" },
});

/* One list has the digits at a time: the reasons, unless another was opened. */
function open(list) {
  for (const one of [reasons, kinds, whyNeither]) if (one !== list) one.close();
  list.open();
}

function write() {
  const box = reason();
  if (!box) return;
  box.focus();
  box.scrollIntoView({ block: "nearest" });
}

/* By a key of the screen the focus stays where it is: a second press of it, or the key of a
 * reason, is not typed. */
function choose(button, byKey) {
  chosen = button.value;
  const answers = findAll("#decide [data-answer]");
  for (const one of answers) one.setAttribute("aria-pressed", String(one === button));
  if (!byKey) write();
  const [key] = config.keys.comment;
  const how = lists.reasons().length ? "why_by_key" : "write_by_key";
  says(byKey && key ? words(how, { key: capOf(key) }) : words("why"));
}

function takeBack() {
  chosen = null;
  for (const one of findAll("#decide [data-answer]")) one.setAttribute("aria-pressed", "false");
  says("");
}

function decide() {
  const button = chosen && find(`#decide [data-answer][value="${chosen}"]`);
  if (!button) says(words("choose"));
  else if (lacksWhy()) write();
  else find("#decide").requestSubmit(button);
}

/* Its reasons take the place of the answers. At once: the next key is for them. */
function openNeither(yes) {
  neither().open = yes;
  if (!yes) return void open(reasons);
  open(whyNeither);
  unable = new Look(neither());
  unable.shown();
  find("[name=neither]").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  // Who types the reason before its field has the focus would leave the pair by an "n".
  if (at("[rel=next]") && chosen && lacksWhy()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return says(words("undecided"));
  }
  const answer = at("#decide [data-answer]");
  if (answer && lacksWhy()) {
    event.preventDefault();
    choose(answer, !event.isTrusted);
  }
  const given = at("[data-reason]");
  if (given) {
    event.preventDefault();
    reason().value = given.dataset.reason;
    if (chosen) decide();
    else says(words("choose"));
  }
  if (at('[data-key="mistake"]')) open(kinds);
  if (at(".neither summary")) {
    event.preventDefault();
    openNeither(!neither().open);
  }
  if (at(".neither [data-close]")) openNeither(false);
  // The second click of a double click hits whichever reason came under the pointer.
  if (at("[name=neither]") && event.detail && unable?.refuses()) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-kinds] input")) open(reasons);
});

document.addEventListener("keydown", (event) => {
  const within = event.target.closest("button, a, input, summary, dialog, textarea");
  const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing && !event.repeat;
  if (sends && reason() && (within === null || within === reason())) {
    event.preventDefault();
    decide();
  }
  if (event.key === "Escape" && event.target === reason()) event.target.blur();
  else if (event.key === "Escape" && chosen) takeBack();
});

document.addEventListener("input", (event) => {
  if (event.target === reason()) draft.keep(event.target.value);
});

function shown() {
  chosen = null;
  const box = reason();
  draft.take().then((kept) => box && !box.value && (box.value = kept));
  open(reasons);
  screen.keys.draw(document);
  screen.attach();
  for (const one of findAll('button[data-key="mistake"]')) one.hidden = !config.singleKeys;
}

/* What comes sooner was meant for what was there before. */
document.addEventListener("submit", (event) => {
  if (event.target.id === "decide" && screen.look.refuses()) event.preventDefault();
});

shown();
new Swap({ shown, says, saving: words("saving"), offline: words("offline") });
