// @ts-check
/* The database of this browser in which the outbox is kept. Opening it needs no key, and no
 * person. */

const NAME = "truepool";
export const STORE = "outbox";

export function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

export function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

export async function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("person", "person");
  };
  const database = await asked(request);
  // Another version of this page may want to upgrade: do not stand in its way.
  database.onversionchange = () => database.close();
  return database;
}
