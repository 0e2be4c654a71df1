// @ts-check
/* Two players, one on the page: the other holds the next clip, decoded, so that the swap takes
 * one frame.
 *
 * Events (CustomEvent): "frame" {slot, at} when a pair's first frame is on the screen, "failed"
 * {slot, cause, detail, final}.
 */

import { firstFrame } from "./look.js";

const PATIENCE = 12_000; // without a new byte or frame, a clip is taken to have stalled
const WITHOUT_FRAME = 1_000;
const CAUSES = { 1: "network", 2: "network", 3: "decode", 4: "decode" };

export class Stage extends EventTarget {
  constructor(element, clips, player) {
    super();
    this.element = element;
    this.clips = clips;
    this.player = player;
    this.shown = this.adopt(element.querySelector("video.clip") ?? this.make());
    this.spare = this.adopt(this.make());
    if (!this.shown.video.isConnected) element.prepend(this.shown.video);
    clips.addEventListener("loaded", (event) => this.loaded(event.detail.slot));
  }

  make() {
    const video = document.createElement("video");
    video.className = "clip";
    video.muted = true;
    return video;
  }

  adopt(video) {
    Object.assign(video, { loop: true, playsInline: true, preload: "auto", controls: false });
    video.disablePictureInPicture = true;
    video.setAttribute("tabindex", "-1");
    video.setAttribute("aria-label", this.element.dataset.clip);
    const place = { video, slot: null, source: "", tries: 0, frame: false, watch: null, plays: 0 };
    video.addEventListener("error", () => this.failed(place));
    for (const event of ["progress", "timeupdate", "loadeddata", "playing", "canplay"]) {
      video.addEventListener(event, () => this.alive(place));
    }
    for (const event of ["waiting", "stalled"])
      video.addEventListener(event, () => this.watch(place));
    video.addEventListener(
      "seeked",
      () => video.currentTime < 0.1 && !video.paused && (place.plays += 1),
    );
    return place;
  }

  /* The pair that the page came with: its player has its clip already. */
  take(slot) {
    const place = this.shown;
    place.slot = slot;
    place.tries = 0;
    place.source = place.video.currentSrc || place.video.src;
    this.begin(place);
  }

  show(slot) {
    if (this.spare.slot?.id === slot.id && this.spare.tries === 0) {
      [this.shown, this.spare] = [this.spare, this.shown];
      this.spare.video.replaceWith(this.shown.video);
    } else {
      this.load(this.shown, slot);
    }
    this.rest(this.spare);
    this.begin(this.shown);
  }

  begin(place) {
    const { video } = place;
    place.plays = 1;
    place.frame = false;
    if (video.currentTime > 0 && place.source) video.currentTime = 0;
    const { slot } = place;
    const first = (at) => {
      if (place.slot !== slot || place.frame || place !== this.shown) return;
      place.frame = true;
      this.dispatchEvent(new CustomEvent("frame", { detail: { slot, at } }));
      this.prepare(this.wanted);
    };
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.prepare(this.wanted), WITHOUT_FRAME);
    this.player.attach(video);
    this.player.play();
    firstFrame(video, first);
    if (video.error) this.failed(place);
    else if (slot.video.url && video.readyState < 2) this.watch(place);
  }

  /* Out of sight: it stops, and keeps its last clip until another is prepared, for Undo may
   * bring it back. */
  rest(place) {
    place.video.pause();
    clearTimeout(place.watch);
  }

  prepare(slot) {
    if (!slot || this.spare.slot?.id === slot.id) return;
    const address = this.clips.address(slot);
    if (address) this.load(this.spare, slot);
  }

  loaded(slot) {
    if (this.wanted?.id === slot.id && this.shown.frame) this.prepare(slot);
  }

  /* Which pair comes next: it is prepared once its clip is in memory and the shown one has its
   * first frame, so that the two are not decoded at once; where no frame comes, a little later. */
  want(slot) {
    this.wanted = slot ?? null;
    if (this.shown.frame) this.prepare(slot);
  }

  load(place, slot) {
    place.slot = slot;
    place.tries = 0;
    const address = this.clips.use(place, slot);
    if (!address) this.clips.leave(slot);
    this.source(place, address ?? slot.video.url);
  }

  source(place, address) {
    const { video } = place;
    place.source = address ?? "";
    clearTimeout(place.watch);
    if (address) {
      video.poster = "";
      video.src = address;
    } else {
      video.removeAttribute("src");
    }
    video.load();
    this.player.apply();
  }

  alive(place) {
    clearTimeout(place.watch);
    place.watch = null;
    if (place === this.shown && place.video.readyState < 3 && !place.video.error) this.watch(place);
  }

  watch(place) {
    if (place.watch || place !== this.shown || !place.source) return;
    place.watch = setTimeout(() => {
      place.watch = null;
      if (place.video.readyState < 3)
        this.failed(place, "stall", `readyState ${place.video.readyState}`);
    }, PATIENCE);
  }

  /* One retry, from the server itself: what was in memory may have been cut short. */
  async failed(place, cause = null, detail = null) {
    const { video, slot } = place;
    if (place !== this.shown) {
      place.slot = null; // it is asked for again when its turn has come
      return;
    }
    if (!slot?.video.url || !place.source) return;
    const why = cause ?? CAUSES[video.error?.code] ?? "decode";
    const said =
      detail ?? `MediaError ${video.error?.code ?? "?"}: ${video.error?.message ?? ""}`.trim();
    if (place.tries === 0) {
      place.tries = 1;
      this.source(place, slot.video.url);
      this.begin(place);
      return;
    }
    clearTimeout(place.watch);
    const found = await this.look(slot, why, said);
    if (place.slot === slot && place === this.shown)
      this.dispatchEvent(new CustomEvent("failed", { detail: { slot, ...found } }));
  }

  /* A player does not say whether the file was there. */
  async look(slot, cause, detail) {
    try {
      const response = await fetch(slot.video.url, { method: "HEAD", credentials: "same-origin" });
      if (!response.ok) return { cause: "not_found", detail: `HTTP ${response.status}; ${detail}` };
    } catch {
      return { cause: "network", detail };
    }
    return { cause, detail };
  }

  again() {
    const place = this.shown;
    place.tries = 1;
    this.source(place, place.slot.video.url);
    this.begin(place);
  }

  get plays() {
    return this.shown.plays;
  }
}
