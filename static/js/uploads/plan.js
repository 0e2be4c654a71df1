// @ts-check
// Which of many files are sent, and in which batches: no page, no network.
export const MOST_FILES = 50;
export const MOST_BYTES = 64 * 2 ** 20;

const ARCHIVE = /\.(zip|tar|tgz|gz|bz2|xz|zst|7z)$/i;
export const isArchive = (name) => ARCHIVE.test(name);

// `known` is what the server has: {wanted: [key], waiting: {key: bytes}, playing: [key]}.
export function sort(files, known) {
  const wanted = new Set(known.wanted);
  const waiting = new Map(Object.entries(known.waiting));
  const playing = new Set(known.playing);
  const isKey = (key) => wanted.has(key) || waiting.has(key) || playing.has(key);
  const sorted = { send: [], there: [], unknown: [] };
  const met = new Set();
  for (const file of files) {
    if (file.name.startsWith(".")) continue; // a system's own
    // By the whole name, then without its ending, as the server finds it.
    const key = [file.name, file.name.replace(/\.[^.]*$/, "")].find(isKey);
    if (key === undefined) sorted.unknown.push(file);
    else if (playing.has(key) || waiting.get(key) === file.size || met.has(key))
      sorted.there.push(file);
    else sorted.send.push(file);
    met.add(key);
  }
  return sorted;
}

export function inBatches(files) {
  const batches = [];
  let bytes = 0;
  for (const file of files) {
    const last = batches.at(-1);
    if (!last || last.length === MOST_FILES || bytes + file.size > MOST_BYTES) {
      batches.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return batches;
}
