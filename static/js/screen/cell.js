// @ts-check
/* One pair among those that are shown together: its clip (or, where one clip has several
 * captions, its caption), its answers, the time that its person gave to it, and how long it has
 * been on the screen.
 *
 * On the screen is what is half in sight while its clip shows new frames: a clip that is not
 * loaded, or stands still, is not seen.
 */

import { words } from "./config.js";
import { Look, firstFrame } from "./look.js";

const GAP = 500; // ms between two frames that still count as playing

export class Cell {
  /* element: a .cell, made by the server or from its <template>. */
  constructor(element, slot, number) {
    this.element = element;
    this.slot = slot;
    this.answer = null; // {id, words} once given
    this.spent = 0;
    this.seen = 0;
    this.inSight = false;
    this.framed = false; // a frame of its clip was shown since it came to the screen
    this.look = new Look(element);
    this.playing = null; // as its person wants it, or null: as all
    this.last = null;
    this.tries = 0;
    this.video = element.querySelector("video");
    element.dataset.slot = slot.id;
    element.setAttribute(
      "aria-label",
      words("caption" in element.dataset ? "caption_number" : "clip_number", { number }),
    );
    element.querySelector("[data-number]").textContent = number;
  }

  fill() {
    const { slot, element } = this;
    const caption = element.querySelector("[data-caption-words]");
    if (caption) caption.textContent = slot.caption;
    if (!this.video) return;
    const empty = element.querySelector("[data-empty]");
    this.video.hidden = !slot.video.url;
    empty.hidden = Boolean(slot.video.url);
    if (!slot.video.url)
      empty.textContent = slot.video.key
        ? `${words("elsewhere")} ${words("clip_key", { key: slot.video.key })}`
        : words("no_clip");
  }

  /* Its clip: from memory, as long as this cell needs it; else from the server, unless only what
   * is in memory is asked for. */
  load(clips, { kept = false } = {}) {
    const { video, slot } = this;
    if (!video || !slot.video.url || video.getAttribute("src")) return;
    const address = clips.use(this, slot);
    if (!address && kept) return;
    if (!address) clips.leave(slot);
    this.source(address ?? slot.video.url);
  }

  source(address) {
    this.video.src = address;
    this.video.load();
  }

  /* What it needs once it stands in the page. `failed` is called with the cause and what the
   * player said of it, `again` when its clip is fetched once more. */
  watch(failed, again) {
    const { video } = this;
    if (!video) return;
    Object.assign(video, {
      muted: true,
      loop: true,
      playsInline: true,
      controls: false,
      autoplay: false,
    });
    video.disablePictureInPicture = true;
    video.setAttribute("tabindex", "-1");
    const broken = () => {
      if (!video.getAttribute("src") || !video.error) return;
      const said = `MediaError ${video.error.code}: ${video.error.message}`.trim();
      this.tries += 1;
      if (this.tries > 1) return void failed(video.error.code === 2 ? "network" : "decode", said);
      // One retry, from the server itself: what was in memory may have been cut short.
      this.source(this.slot.video.url);
      again();
    };
    video.addEventListener("error", broken);
    broken(); // the page's own clip may have failed before
    if (video.requestVideoFrameCallback) {
      const frame = (now) => {
        this.frame(now);
        video.requestVideoFrameCallback(frame);
      };
      video.requestVideoFrameCallback(frame);
    } else video.addEventListener("timeupdate", () => this.frame(performance.now()));
  }

  /* On the screen from now on. `awaited`: whether there is a clip of its own whose first frame
   * is waited for. */
  come(awaited) {
    this.framed = !awaited;
    this.look.begin();
    if (awaited) firstFrame(this.video, (at) => this.see(at));
  }

  /* A frame was shown, or it came into sight. What has both can be looked at. */
  see(at, framed = true) {
    this.framed ||= framed;
    if (this.framed && this.inSight) this.look.shown(at);
  }

  frame(now) {
    this.see(now);
    if (this.last !== null && now > this.last && this.inSight && !document.hidden)
      this.seen += Math.min(now - this.last, GAP);
    this.last = now;
  }

  play(yes) {
    const { video } = this;
    if (!video?.getAttribute("src")) return;
    if (yes && video.paused) video.play().catch(() => {});
    else if (!yes && !video.paused) video.pause();
  }

  /* As its person asks for it: once more, from the server. */
  again() {
    this.tries = 1;
    this.element.querySelector("[data-empty]").hidden = true;
    this.able(true);
    this.source(this.slot.video.url);
  }

  /* Whether it can be answered so. */
  takes(answer) {
    const button = this.element.querySelector(`[data-answer][value="${answer}"]`);
    return Boolean(button && !button.disabled);
  }

  /* Without its clip it can only be reported. */
  able(yes) {
    for (const button of this.element.querySelectorAll("[data-answer]"))
      button.disabled = button.dataset.answer !== "cannot_judge" && !yes;
  }

  say(answer) {
    this.answer = answer;
    const { element } = this;
    element.toggleAttribute("data-answered", answer !== null);
    element.querySelector("[data-answers]").hidden = answer !== null;
    element.querySelector("[data-said]").hidden = answer === null;
    element.querySelector("[data-said-words]").textContent = answer?.words ?? "";
    element.dataset.sign = answer?.sign ?? "";
  }

  free(clips) {
    this.video?.removeAttribute("src");
    this.video?.load();
    clips.letGo(this);
  }
}
