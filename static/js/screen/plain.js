/* For screens that are forms (training, adjudication): the same keys and the same player, on the clip that the page came with. */

import { config } from "./config.js";
import { Keys } from "./keys.js";
import { Player } from "./player.js";

export function begin({ on = {} } = {}) {
  const stage = document.getElementById("stage");
  const bar = document.querySelector("[data-player]");
  const player = bar && new Player(bar, stage, { everyStop: !config.singleKeys });
  const attach = () => {
    const video = stage.querySelector("video.clip:not([data-spare])");
    if (!video || !player) return;
    player.attach(video);
    if (player.paused) video.pause();
    else player.play();
  };
  attach();
  const seeks = { back: () => player?.seek(-1), forward: () => player?.seek(1) };
  const keys = new Keys(config.keys, { enabled: config.singleKeys, on: { ...seeks, ...on } });
  return { keys, player, attach };
}
