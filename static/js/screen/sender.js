/* Sends what waits in the outbox: one at a time, the oldest first, again and again until the server has said yes or no.
 *
 * Events (CustomEvent): "sent" {record, body}, "refused" {record, problem}, "state" {state, waiting} where state is
 * "idle", "sending", "away", "signed-out" or "another".
 */

import { post, standing } from "./server.js";

const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

export class Sender extends EventTarget {
  constructor(outbox) {
    super();
    this.outbox = outbox;
    this.state = "idle";
    this.failures = 0;
    this.running = false;
    this.again = false;
    this.busy = null; // the id that is on its way
    this.timer = null;
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  emit(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /* Tries at once, whatever pause was on. */
  wake() {
    clearTimeout(this.timer);
    return this.run();
  }

  async run() {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      do {
        this.again = false;
        await this.empty();
      } while (this.again && this.state !== "away");
    } finally {
      this.running = false;
    }
  }

  async empty() {
    for (;;) {
      const record = (await this.outbox.all()).find((one) => one.state === "waiting");
      if (!record) return this.become("idle");
      if (this.state === "signed-out" || this.state === "another") {
        const now = await standing();
        if (now.kind !== "ok") return this.failed(now);
      }
      const outcome = await this.alone(record.id, (fresh) => this.send(fresh));
      if (outcome && outcome.kind !== "ok" && outcome.kind !== "refused") return this.failed(outcome);
      this.failures = 0;
    }
  }

  /* Of several tabs one sends at a time; what another has sent meanwhile is not there any more. */
  alone(id, send) {
    const act = async () => {
      const fresh = await this.outbox.get(id);
      return fresh?.state === "waiting" ? send(fresh) : null;
    };
    return navigator.locks ? navigator.locks.request(`truepool.send.${this.outbox.person}`, act) : act();
  }

  async send(record) {
    this.busy = record.id;
    this.become("sending");
    const sentAt = performance.now();
    const outcome = await post(record.url, record.body);
    this.busy = null;
    if (outcome.kind === "ok") {
      await this.outbox.remove(record.id);
      this.emit("sent", { record, body: outcome.body, took: performance.now() - sentAt });
    } else if (outcome.kind === "refused") {
      const refused = { ...record, state: "refused", problem: outcome.problem, status: outcome.status };
      await this.outbox.put(refused);
      this.emit("refused", { record: refused });
    } else if (!record.tried) {
      await this.outbox.put({ ...record, tried: true });
    }
    return outcome;
  }

  failed({ kind, after }) {
    this.become(kind);
    const pause = after ? after * 1_000 : PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    // Whether somebody has signed in again elsewhere is asked for slowly; coming back to the page asks at once.
    this.timer = setTimeout(() => this.run(), kind === "away" ? pause : Math.max(pause, 5_000));
  }

  async become(state) {
    this.state = state;
    const all = await this.outbox.all();
    this.emit("state", { state, waiting: all.filter((one) => one.state === "waiting").length });
  }

  /* Takes an answer back before it has left. One that was tried may have arrived, though no word of it came back: it has to be
   * acknowledged first. */
  async withdraw(id) {
    const taken = await this.alone(id, async (fresh) => {
      if (fresh.tried) return null;
      await this.outbox.remove(id);
      return { kind: "ok" };
    });
    if (taken) this.become(this.state === "sending" ? "idle" : this.state);
    return taken !== null;
  }
}
