// @ts-check
/* The clip's controls. What is set here (speed, sound, size) stays as set, for the next clip and
 * for tomorrow. */

const KEPT = "truepool.player";
const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const FRAME = 1 / 25;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Player {
  /* bar: the element with data-player; stage: the one whose data-size says how large the clip is
   * shown. */
  constructor(bar, stage, { everyStop = false } = {}) {
    this.bar = bar;
    this.stage = stage;
    this.video = null;
    this.paused = calm(); // by the person: stays so until they play
    this.set = { speed: 1, sound: false, size: "fit", ...read() };
    if (!SPEEDS.includes(this.set.speed)) this.set.speed = 1;
    bar.hidden = false;
    this.find = (selector) => bar.querySelector(selector);
    if (everyStop)
      for (const one of bar.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
    this.listenToBar();
    this.show();
  }

  listenToBar() {
    const acts = {
      play: () => this.toggle(),
      slower: () => this.speed(-1),
      faster: () => this.speed(1),
      sound: () => this.keep({ sound: !this.set.sound }),
      frame_back: () => this.step(-FRAME),
      frame_on: () => this.step(FRAME),
      size: () => this.keep({ size: this.set.size === "fit" ? "own" : "fit" }),
    };
    for (const [name, act] of Object.entries(acts))
      this.find(`[data-key="${name}"]`)?.addEventListener("click", act);
    this.find("[data-seek]").addEventListener("input", (event) => {
      if (this.video?.duration)
        this.video.currentTime = (event.target.value / 1000) * this.video.duration;
    });
    this.onTime = () => this.time();
    this.onState = () => this.state();
  }

  /* The clip that is on the stage now. */
  attach(video) {
    if (this.video !== video) {
      for (const event of ["timeupdate", "durationchange", "seeked"]) {
        this.video?.removeEventListener(event, this.onTime);
        video.addEventListener(event, this.onTime);
      }
      for (const event of ["play", "pause"]) {
        this.video?.removeEventListener(event, this.onState);
        video.addEventListener(event, this.onState);
      }
      this.video = video;
    }
    video.controls = false;
    video.autoplay = false;
    if (this.paused) video.pause();
    this.apply();
    this.time();
    this.state();
  }

  apply() {
    const { video, set } = this;
    if (!video) return;
    video.muted = !set.sound;
    video.defaultPlaybackRate = set.speed;
    video.playbackRate = set.speed;
  }

  /* A browser may forbid sound before the first key or click: then it plays without. */
  async play() {
    const { video } = this;
    if (!video || this.paused) return;
    try {
      await video.play();
    } catch (error) {
      const refused = /** @type {DOMException} */ (error);
      if (refused.name !== "NotAllowedError" || video.muted) return;
      video.muted = true;
      await video.play().catch(() => {});
    }
  }

  toggle() {
    if (!this.video) return;
    this.paused = !this.video.paused;
    if (this.paused) this.video.pause();
    else this.play();
  }

  step(seconds) {
    if (!this.video) return;
    this.paused = true;
    this.video.pause();
    this.seek(seconds);
  }

  seek(seconds) {
    const { video } = this;
    if (!video?.duration) return;
    video.currentTime = Math.min(
      Math.max(0, video.currentTime + seconds),
      Math.max(0, video.duration - FRAME / 2),
    );
  }

  speed(steps) {
    const at = SPEEDS.indexOf(this.set.speed);
    this.keep({ speed: SPEEDS[Math.min(Math.max(0, at + steps), SPEEDS.length - 1)] });
  }

  keep(change) {
    Object.assign(this.set, change);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.set));
    } catch {
      // A browser that keeps nothing: it holds until the page is left.
    }
    this.apply();
    this.show();
  }

  show() {
    this.find("[data-speed]").textContent =
      `${this.set.speed.toFixed(this.set.speed % 0.5 ? 2 : 1)}×`;
    this.find('[data-key="sound"]').setAttribute("aria-pressed", String(this.set.sound));
    this.find('[data-key="size"]').setAttribute("aria-pressed", String(this.set.size === "own"));
    this.stage.dataset.size = this.set.size;
  }

  time() {
    const { video } = this;
    const length = Number.isFinite(video.duration) ? video.duration : 0;
    this.find("[data-time]").textContent = `${clock(video.currentTime)} / ${clock(length)}`;
    const seek = this.find("[data-seek]");
    if (document.activeElement !== seek || !seek.matches(":active"))
      seek.value = length ? (video.currentTime / length) * 1000 : 0;
  }

  state() {
    const button = this.find('[data-key="play"]');
    const stopped = this.video.paused;
    button.setAttribute("aria-label", stopped ? button.dataset.play : button.dataset.pause);
    button.querySelector("[data-sign]").textContent = stopped ? "▶" : "❚❚";
  }
}
