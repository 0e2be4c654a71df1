// @ts-check
/* What a person has said and the server has not yet acknowledged, kept in IndexedDB: it outlives
 * a reload, a closed laptop and the session. Each record bears its person, and is sealed
 * (seal.js): that person's pages alone can read it.
 *
 * Where the browser cannot keep anything (its storage is full, a private window), records live
 * in this page alone: `durable` is false then, the screen says so, and leaving the page asks
 * first.
 */

import { STORE, asked, done, open } from "./kept.js";
import { seal, unseal } from "./seal.js";

/* What is kept of a record: whose it is, and the rest sealed. */
async function closed(record) {
  const { id, person, order } = record;
  return { id, person, order, sealed: await seal(record) };
}

/* The record; undefined where it cannot be read. One of an older page was kept as it was. */
const opened = (kept) => (kept?.sealed ? unseal(kept.sealed) : kept);

export class Outbox {
  constructor(person, database) {
    this.person = person;
    this.database = database;
    this.memory = new Map();
    this.last = 0;
  }

  static async of(person) {
    try {
      return new Outbox(person, await open());
    } catch {
      return new Outbox(person, null);
    }
  }

  get durable() {
    return this.database !== null && this.memory.size === 0;
  }

  /* Whether it was kept where it outlives this page. `order` rises, also where two are put
   * within one millisecond; a record has the order in which it was first put. */
  async put(record) {
    record.order ??= this.last = Math.max(this.last + 1, Date.now());
    const whole = { ...record, person: this.person };
    try {
      const kept = await closed(whole); // a transaction ends where something else is waited for
      const transaction = this.database.transaction(STORE, "readwrite");
      transaction.objectStore(STORE).put(kept);
      await done(transaction);
      this.memory.delete(whole.id);
      return true;
    } catch {
      this.memory.set(whole.id, whole);
      return false;
    }
  }

  async remove(id) {
    this.memory.delete(id);
    if (!this.database) return;
    try {
      const transaction = this.database.transaction(STORE, "readwrite");
      transaction.objectStore(STORE).delete(id);
      await done(transaction);
    } catch {
      // It stays and is sent once more, which the server recognises by its request id.
    }
  }

  /* This person's records, the oldest first. */
  async all() {
    const found = await this.ask((store) => store.index("person").getAll(this.person), []);
    const kept = (await Promise.all(found.map(opened))).filter(Boolean);
    const here = [...this.memory.values()];
    const known = new Set(here.map((record) => record.id));
    return [...kept.filter((record) => !known.has(record.id)), ...here].sort(
      (a, b) => a.order - b.order,
    );
  }

  async get(id) {
    return this.memory.get(id) ?? opened(await this.ask((store) => store.get(id), undefined));
  }

  /* How many records of other people wait on this computer. */
  async others() {
    const all = await this.ask((store) => store.count(), 0);
    const mine = await this.ask((store) => store.index("person").count(this.person), 0);
    return all - mine;
  }

  async ask(question, otherwise) {
    if (!this.database) return otherwise;
    try {
      return await asked(question(this.database.transaction(STORE).objectStore(STORE)));
    } catch {
      return otherwise;
    }
  }
}
