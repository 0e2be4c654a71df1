/* What a person has said and the server has not yet acknowledged, kept in IndexedDB: it outlives a reload, a closed laptop and the
 * session. Each record bears its person, and is read by that person's pages only.
 *
 * Where the browser cannot keep anything (its storage is full, a private window), records live in this page alone: `durable` is false
 * then, the screen says so, and leaving the page asks first.
 */

const NAME = "truepool";
const STORE = "outbox";

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

async function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("person", "person");
  };
  const database = await asked(request);
  // Another version of this page may want to upgrade: do not stand in its way.
  database.onversionchange = () => database.close();
  return database;
}

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

  /* Whether it was kept where it outlives this page. `order` rises, also where two are put within one millisecond; a record has the
   * order in which it was first put. */
  async put(record) {
    record.order ??= this.last = Math.max(this.last + 1, Date.now());
    const whole = { ...record, person: this.person };
    try {
      const transaction = this.database.transaction(STORE, "readwrite");
      transaction.objectStore(STORE).put(whole);
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
    const kept = await this.ask((store) => store.index("person").getAll(this.person), []);
    const here = [...this.memory.values()];
    const known = new Set(here.map((record) => record.id));
    return [...kept.filter((record) => !known.has(record.id)), ...here].sort((a, b) => a.order - b.order);
  }

  async get(id) {
    return this.memory.get(id) ?? (await this.ask((store) => store.get(id), undefined));
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
