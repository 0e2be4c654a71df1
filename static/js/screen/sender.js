// @ts-check
/* Sends what waits in the outbox: one at a time, the oldest first, again and again until the
 * server has said yes or no.
 *
 * Events (CustomEvent): "sent" {record, body}, "refused" {record, problem}, "state" {state,
 * waiting} where state is "idle", "sending", "away", "signed-out" or "another".
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
    this.flight = null; // what left before it was kept
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

  /* A record that the outbox is about to keep leaves at once where nothing else waits: the disk
   * and the lock would have it wait for the next pair to be drawn. `kept` settles once it is
   * kept; not before is it removed or noted as refused. Another tab may send it, too; the server
   * knows it by its request id. */
  lead(record, kept) {
    if (this.running || this.state !== "idle") return kept.then(() => this.wake());
    this.state = "sending";
    this.flight = this.send(record, kept);
    return this.run(this.flight);
  }

  async run(flight = null) {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      if (flight && !this.through(await flight)) return;
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
      if (!this.through(outcome)) return;
    }
  }

  /* Whether the server has said yes or no, so that the next one may follow. */
  through(outcome) {
    if (outcome && outcome.kind !== "ok" && outcome.kind !== "refused") {
      this.failed(outcome);
      return false;
    }
    this.failures = 0;
    return true;
  }

  /* Of several tabs one sends at a time; what another has sent meanwhile is not there any more. */
  alone(id, send) {
    const act = async () => {
      const fresh = await this.outbox.get(id);
      return fresh?.state === "waiting" ? send(fresh) : null;
    };
    return navigator.locks
      ? navigator.locks.request(`truepool.send.${this.outbox.person}`, act)
      : act();
  }

  async send(record, kept = null) {
    if (!kept) this.become("sending");
    const sentAt = performance.now();
    const outcome = await post(record.url, record.body);
    if (outcome.kind === "ok")
      this.emit("sent", { record, body: outcome.body, took: performance.now() - sentAt });
    await kept;
    if (outcome.kind === "ok") {
      await this.outbox.remove(record.id);
    } else if (outcome.kind === "refused") {
      const refused = {
        ...record,
        state: "refused",
        problem: outcome.problem,
        status: outcome.status,
      };
      await this.outbox.put(refused);
      this.emit("refused", { record: refused });
    } else if (!record.tried) {
      await this.outbox.put({ ...record, tried: true });
    }
    return outcome;
  }

  /** @param {import("./server.js").Outcome} outcome */
  failed({ kind, after }) {
    this.become(kind);
    const pause = after ? after * 1_000 : PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    // Whether somebody has signed in again elsewhere is asked for slowly; coming back to the page
    // asks at once.
    this.timer = setTimeout(() => this.run(), kind === "away" ? pause : Math.max(pause, 5_000));
  }

  async become(state) {
    this.state = state;
    const all = await this.outbox.all();
    this.emit("state", { state, waiting: all.filter((one) => one.state === "waiting").length });
  }

  /* Takes an answer back before it has left. One that was tried may have arrived, though no word
   * of it came back: it has to be acknowledged first. */
  async withdraw(id) {
    await this.flight;
    const taken = await this.alone(id, async (fresh) => {
      if (fresh.tried) return null;
      await this.outbox.remove(id);
      return { kind: "ok" };
    });
    if (taken) this.become(this.state === "sending" ? "idle" : this.state);
    return taken !== null;
  }
}
