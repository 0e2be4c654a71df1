// @ts-check
/* The next pair without a new page: forms and links with data-swap are fetched, and what belongs
 * to the pair is put in the place of what was there. A decision is sent first, and the next pair
 * opens when the server has kept it. What comes next is fetched beforehand: its page, for who
 * passes a pair over, and its clip, which is decoded from memory. */

const PARTS = ["clip", "evidence", "deck", "foot", "counts"];
const nameOf = (address) => new URL(address, location.href).pathname.split("/").pop();

/* A page's text and where it is; null where the server cannot be reached. */
async function read(address, how = {}) {
  try {
    const answer = await fetch(address, { ...how, headers: { Accept: "text/html" } });
    return {
      address: answer.url,
      text: await answer.text(),
      moved: answer.redirected,
      ok: answer.ok,
    };
  } catch {
    return null;
  }
}

export class Swap {
  /* shown: called when another pair is on the screen. says: shows a sentence. offline: the one
   * for when nothing can be sent. */
  constructor({ shown, says, saving, offline }) {
    this.shown = shown;
    this.says = says;
    this.saving = saving;
    this.offline = offline;
    this.busy = false;
    this.page = null; // what comes next
    this.clip = null; // its clip
    this.playing = null; // the address of the clip on the stage, if it is in memory
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("click", (event) => this.follow(event));
    addEventListener("popstate", () => location.reload());
    this.ahead();
  }

  submit(event) {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form[data-swap]")) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    this.says(this.saving);
    this.go(form.action, { method: "POST", body });
  }

  follow(event) {
    const link = event.target.closest?.("a[data-swap]");
    if (
      !link ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.button
    )
      return;
    event.preventDefault();
    if (this.page?.address === link.href) this.put(this.page.address, this.page.text);
    else this.go(link.href);
  }

  async go(address, how = {}) {
    if (this.busy) return;
    this.busy = true;
    const got = await read(address, how);
    this.busy = false;
    if (!got) this.says(this.offline);
    else if (!this.put(got.address, got.text))
      location.assign(got.moved ? got.address : location.href);
  }

  /* Whether it was a page like this one. Where there is no pair left it is another, and is
   * opened as such. */
  put(address, text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.querySelector('[data-part="evidence"]')) return false;
    document.title = page.title;
    document
      .getElementById("caption")
      .replaceChildren(...page.getElementById("caption").childNodes);
    this.keepClip(page);
    for (const name of PARTS) {
      const part = (root) => root.querySelector(`[data-part="${name}"]`);
      part(document).replaceWith(document.adoptNode(part(page)));
    }
    const said = [...page.querySelectorAll(".screen-notes .message")];
    const good = said.filter((one) => one.matches(".message-success"));
    this.says(good.map((one) => one.textContent).join(" "));
    document
      .querySelector(".screen-notes")
      .replaceChildren(...said.filter((one) => !good.includes(one)));
    if (address !== location.href && !/\/(decide|reopen)\//.test(address))
      history.pushState(null, "", address);
    this.shown();
    this.ahead();
    return true;
  }

  /* The clip that was fetched, in the place of its address. What played before is let go. */
  keepClip(page) {
    const video = page.querySelector('[data-part="clip"] video');
    const known = video && this.clip?.name === nameOf(video.getAttribute("src"));
    const old = this.playing;
    this.playing = known ? this.clip.address : null;
    if (known) {
      video.setAttribute("src", this.clip.address);
      this.clip = null;
    }
    if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
  }

  async ahead() {
    const next = document.querySelector("a[data-swap][rel=next]")?.href;
    this.page = null;
    await this.fetchClip(document.querySelector('[data-part="clip"]').dataset.ahead);
    const got = next && (await read(next));
    if (got?.ok && !got.moved) this.page = { address: next, text: got.text };
  }

  async fetchClip(address) {
    if (!address || this.clip?.name === nameOf(address)) return;
    if (this.clip) URL.revokeObjectURL(this.clip.address);
    this.clip = null;
    try {
      const answer = await fetch(address);
      if (answer.ok)
        this.clip = { name: nameOf(address), address: URL.createObjectURL(await answer.blob()) };
    } catch {
      // It is fetched again when it is shown.
    }
  }
}
