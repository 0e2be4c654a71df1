// @ts-check
// Sends batches one after another. A batch that is refused as a whole is sent once more, file by
// file, so that the one at fault is named and the others are taken.
const PAUSES = [1000, 4000, 10000]; // before a connection that broke is tried again

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Stopped extends Error {}

// `sendBatch(batch)` answers {status, lost, json}; `told(batch, json, status)` hears what was
// taken.
// Answers the last reply. Raises Stopped with the server's words, or with none where the connection
// or the session ended.
export async function sendAll(batches, sendBatch, told, isEnded) {
  const left = [...batches];
  let answer = null;
  while (left.length) {
    const batch = left.shift();
    const reply = await patiently(() => sendBatch(batch), isEnded);
    const refused = reply.status === 413 || reply.status >= 500;
    if (refused && batch.length > 1) left.unshift(...batch.map((file) => [file]));
    else if (refused && batch.length) told(batch, null, reply.status);
    else if (reply.status === 200 && reply.json) told(batch, (answer = reply.json));
    else throw new Stopped(reply.json?.stopped ?? "");
  }
  return answer;
}

async function patiently(ask, isEnded) {
  for (const pause of [...PAUSES, null]) {
    const reply = await ask();
    if (!reply.lost) return reply;
    if (pause === null || isEnded()) break;
    await wait(pause);
  }
  throw new Stopped("");
}
