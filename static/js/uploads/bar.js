// @ts-check
// The bar of what is being sent, <div data-upload-bar>: its words come with it, with {places} for
// figures.
const MB = 2 ** 20;

export class Bar {
  constructor(element) {
    this.element = element;
    this.progress = element.querySelector("progress");
    this.status = element.querySelector("[data-told]");
    this.stop = element.querySelector("[data-stop]");
    this.stay = (event) => event.preventDefault();
  }

  // `cancel` is called when its button is pressed.
  begin(cancel) {
    this.element.hidden = false;
    this.progress.hidden = this.stop.hidden = false;
    this.stop.onclick = cancel;
    this.progress.removeAttribute("value");
    addEventListener("beforeunload", this.stay);
    this.element.scrollIntoView({ block: "nearest" });
  }

  show(done, all) {
    this.progress.max = all || 1;
    this.progress.value = done;
  }

  // A sentence by its name, with its figures.
  tell(name, figures = {}) {
    const words = this.element.dataset[name] ?? "";
    const said = words.replace(/\{(\w+)\}/g, (_, figure) => figures[figure] ?? "");
    if (this.status.textContent !== said) this.status.textContent = said;
  }

  end(name, figures) {
    removeEventListener("beforeunload", this.stay);
    this.progress.hidden = this.stop.hidden = true;
    if (name) this.tell(name, figures);
  }
}

export const inMB = (bytes) => (bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0);
