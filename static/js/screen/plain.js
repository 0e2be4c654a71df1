// @ts-check
/* For screens that are forms (training, adjudication): the same keys and the same player, on the
 * clip that the page came with. */

import { config } from "./config.js";
import { Keys } from "./keys.js";
import { Look, firstFrame } from "./look.js";
import { Player } from "./player.js";
import { scripted } from "./scripted.js";

// ms after which an answer is taken although no frame came: nobody is locked out
const PATIENCE = 12_000;

export function begin({ on = {} } = {}) {
  scripted();
  const stage = document.getElementById("stage");
  const bar = document.querySelector("[data-player]");
  const player = bar && new Player(bar, stage, { everyStop: !config.singleKeys });
  const look = new Look(stage);
  let without = null;
  const attach = () => {
    const video = stage.querySelector("video.clip:not([data-spare])");
    const shown = (at) =>
      video === stage.querySelector("video.clip:not([data-spare])") && look.shown(at);
    look.begin();
    clearTimeout(without);
    if (!video || !player || video.error) return look.shown();
    without = setTimeout(shown, PATIENCE);
    video.addEventListener("error", () => shown(), { once: true });
    player.attach(video);
    if (player.paused) video.pause();
    else player.play();
    firstFrame(video, shown);
  };
  attach();
  const seeks = { back: () => player?.seek(-1), forward: () => player?.seek(1) };
  const keys = new Keys(config.keys, { enabled: config.singleKeys, on: { ...seeks, ...on } });
  return { keys, look, player, attach };
}
