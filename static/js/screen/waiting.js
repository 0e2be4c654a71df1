// @ts-check
/* For pages beside the screen: what waits is sent from here too, and what was refused is said
 * here too. */

import { config, words } from "./config.js";
import { Notices } from "./notices.js";
import { Outbox } from "./outbox.js";
import { Sender } from "./sender.js";

const outbox = await Outbox.of(config.person);
const notices = new Notices(document.getElementById("notices"), outbox);
const line = document.getElementById("still-waiting");
const sender = new Sender(outbox);
sender.addEventListener("refused", (event) =>
  event.detail.record.kind === "later"
    ? outbox.remove(event.detail.record.id)
    : notices.refused(event.detail.record),
);
sender.addEventListener("state", ({ detail: { state, waiting } }) => {
  line.hidden = waiting === 0;
  const sentence =
    { away: "away", "signed-out": "signed_out", another: "another" }[state] ?? "waiting";
  line.textContent = words(sentence, { number: waiting });
});
for (const record of await outbox.all()) if (record.state === "refused") notices.refused(record);
const others = await outbox.others();
if (others) notices.say(words("others_wait", { number: others }));
sender.run();
