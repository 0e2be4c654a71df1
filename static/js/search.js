// @ts-check
// Ctrl-K or Cmd-K, and the link "Search" of the bar, open a dialog over any page. What it lists
// comes from the search page,
// which does the same without scripts. Arrows choose, Enter goes there, or to the page of all that
// was found.
import { forget, recent, remember } from "./recent.js";

const link = document.querySelector("[data-opens-search]");
const PAUSE = 120; // ms after the last letter
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

const fetched = async (part, words = "") => {
  const address = new URL(link.href);
  address.searchParams.set("part", part);
  if (words) address.searchParams.set("q", words);
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.text();
};

// The combobox pattern: focus stays in the field, which names the option that is chosen.
const combobox = (dialog) => {
  const [field, list, status] = ["input", '[role="listbox"]', '[role="status"]'].map((one) =>
    dialog.querySelector(one),
  );
  let asked = 0;
  let timer = 0;
  const options = () => [...list.querySelectorAll('[role="option"]')];
  const chosen = () => list.querySelector('[aria-selected="true"]');

  const choose = (option) => {
    for (const one of options()) one.setAttribute("aria-selected", String(one === option));
    if (option) {
      field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      field.removeAttribute("aria-activedescendant");
    }
  };

  const show = (html, said) => {
    list.innerHTML = html;
    const found = options();
    list.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = found.length ? "" : said;
    choose(found[0] ?? null);
  };

  // As the server writes what it found; the page that one is on is none to go to.
  const lately = () => {
    const here = location.pathname + location.search;
    const group = document.createElement("div");
    group.className = "search-kind";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", list.dataset.recent);
    recent()
      .filter((one) => one.address !== here)
      .forEach((one, place) => {
        const option = document.createElement("a");
        Object.assign(option, {
          id: `search-recent-${place}`,
          href: one.address,
          textContent: one.title,
        });
        option.setAttribute("role", "option");
        option.setAttribute("tabindex", "-1");
        group.append(option);
      });
    return group.childElementCount ? group.outerHTML : "";
  };

  const ask = async () => {
    const words = field.value.trim();
    const mine = (asked += 1);
    if (words.length < 2) return show(lately(), "");
    try {
      const html = await fetched("options", words);
      if (mine === asked) show(html, status.dataset.none);
    } catch {
      if (mine === asked) show("", status.dataset.broken);
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  field.addEventListener("keydown", (event) => {
    const all = options();
    if (STEPS[event.key] && all.length) {
      event.preventDefault();
      choose(all[(all.indexOf(chosen()) + STEPS[event.key] + all.length) % all.length]);
    } else if (event.key === "Enter" && chosen()) {
      event.preventDefault();
      location.assign(chosen().href);
    }
  });
  show(lately(), "");
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-closes-search]")) dialog.close();
  });
};

// Fetched when it is first asked for: a page that nobody searches from does not carry it.
let made = null;
const make = async () => {
  const holder = document.createElement("div");
  holder.innerHTML = await fetched("dialog");
  const dialog = holder.querySelector("dialog");
  document.body.append(dialog);
  combobox(dialog);
  return dialog;
};

const open = async () => {
  made ??= make();
  try {
    const dialog = await made;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input").select();
  } catch {
    location.assign(link.href);
  }
};

if (link) {
  remember(document.title.replace(/ · Truepool$/, ""), location.pathname + location.search);
  document.addEventListener("keydown", (event) => {
    if (
      event.key.toLowerCase() !== "k" ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    open();
  });
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
} else {
  forget();
}
