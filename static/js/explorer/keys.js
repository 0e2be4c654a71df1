// @ts-check
// The explorer's keys. Each does what a link or a field of the page does, so nothing is out of
// reach without them; the page
// lists them under "Keys".
const FOLLOW = { n: "next", j: "next", p: "previous", k: "previous", o: "switch" };
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const follow = (what) => document.querySelector(`a[data-does="${what}"]`)?.click();

const find = () => {
  const field = document.querySelector('[data-does="find"], #id_search');
  field?.focus();
  field?.select();
};

const list = () => {
  const keys = document.getElementById("keys");
  if (!keys) return;
  keys.open = !keys.open;
  keys.querySelector("summary").focus();
};

// From clip to clip: along a row, and to the same rank of the row above or below, or its last one.
const step = (link, [down, along]) => {
  const rows = [...document.querySelectorAll(".shelf-clips")].map((row) => [
    ...row.querySelectorAll(".clip-link"),
  ]);
  const row = rows.findIndex((links) => links.includes(link));
  const links = rows[row + down];
  if (!links?.length) return false;
  const place = rows[row].indexOf(link) + along;
  const next = down ? links[Math.min(place, links.length - 1)] : links[place];
  next?.focus();
  return Boolean(next);
};

const isTyping = (target) =>
  target.matches?.("input:not([type=checkbox]), select, textarea, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const clip = event.target.closest?.(".clip-link");
  if (key in FOLLOW) follow(FOLLOW[key]);
  else if (key === "/") find();
  else if (key === "?") list();
  else if (!(clip && key in STEPS && step(clip, STEPS[key]))) return;
  event.preventDefault();
});
