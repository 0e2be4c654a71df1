// @ts-check
// Completes names while they are typed, in <form data-complete="ADDRESS"> with a text field and a
// field named role. The address answers
// ?q=...&role=... with {"options": [{value, name, about}]}. The field becomes a combobox with a
// list (WAI-ARIA's pattern): arrows move in it,
// Enter takes, Escape closes; focus stays in the field. Without this script it is a plain text
// field.

const DELAY = 150;

class Completion {
  constructor(form) {
    this.form = form;
    this.field = form.querySelector('input[type="text"]');
    this.options = [];
    this.at = -1;
    this.list = document.createElement("ul");
    this.list.id = `${this.field.id}_options`;
    this.list.className = "completions";
    this.list.role = "listbox";
    this.list.hidden = true;
    this.list.setAttribute("aria-label", this.field.labels[0]?.textContent ?? "");
    this.status = document.createElement("p");
    this.status.className = "help";
    this.status.role = "status";
    this.field.after(this.list, this.status);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
    }))
      this.field.setAttribute(name, value);
    this.listen();
  }

  listen() {
    this.field.addEventListener("input", () => this.askSoon());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("blur", () => this.close());
    this.form.elements.role?.addEventListener("change", () => this.close());
    // pointerdown would take the focus from the field, and close the list before the click
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (/** @type {any} */ event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.take(Number(option.dataset.at));
    });
  }

  askSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), DELAY);
  }

  async ask() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = new AbortController();
    const typed = this.field.value.trim();
    const query = new URLSearchParams({ q: typed, role: this.form.elements.role?.value ?? "" });
    try {
      const answer = await fetch(`${this.form.dataset.complete}?${query}`, {
        signal: this.asking.signal,
        headers: { accept: "application/json" },
      });
      if (!answer.ok || answer.redirected) return this.close();
      const { options } = await answer.json();
      if (document.activeElement === this.field) this.show(options, typed);
    } catch {
      // superseded by what was typed since, or offline: the field takes a name as it is
    }
  }

  show(options, typed) {
    this.options = options;
    this.at = -1;
    this.list.replaceChildren(
      ...options.map((one, at) => {
        const option = document.createElement("li");
        option.id = `${this.list.id}_${at}`;
        option.role = "option";
        option.dataset.at = at;
        option.setAttribute("aria-selected", "false");
        const about = document.createElement("span");
        about.className = "muted";
        about.textContent = [one.name, one.about].filter(Boolean).join(", ");
        option.append(`${one.value} `, about);
        return option;
      }),
    );
    this.status.textContent = options.length || !typed ? "" : this.form.dataset.none;
    this.open(options.length > 0);
    this.move(-1);
  }

  press(event) {
    if (event.isComposing) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      if (this.list.hidden) this.ask();
      else
        this.move(
          (this.at +
            steps[event.key] +
            this.options.length +
            (this.at < 0 && event.key === "ArrowUp" ? 1 : 0)) %
            this.options.length,
        );
    } else if (event.key === "Enter" && !this.list.hidden && this.at >= 0) {
      event.preventDefault();
      this.take(this.at);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      this.close();
    }
  }

  move(at) {
    this.at = at;
    for (const [place, option] of [...this.list.children].entries())
      option.setAttribute("aria-selected", String(place === at));
    const chosen = this.list.children[at];
    if (chosen) {
      this.field.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    } else this.field.removeAttribute("aria-activedescendant");
  }

  take(at) {
    this.field.value = this.options[at].value;
    this.close();
    this.field.focus();
  }

  open(open) {
    this.list.hidden = !open;
    this.field.setAttribute("aria-expanded", String(open));
  }

  close() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.open(false);
    this.move(-1);
  }
}

for (const form of document.querySelectorAll("form[data-complete]")) new Completion(form);
