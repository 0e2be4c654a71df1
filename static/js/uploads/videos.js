// @ts-check
// <form data-videos="ADDRESS">: videos in any number, as files, a folder or what is dropped. They
// are sent some at a time, and what the server has already is not sent again, so that an upload
// that
// broke off goes on where it was: choose the same folder once more. Archives and links go as usual.
import { Bar, inMB } from "./bar.js";
import { filesOf } from "./folder.js";
import { inBatches, isArchive, sort } from "./plan.js";
import { sendAll } from "./queue.js";
import { asJson, send } from "./send.js";

const form = document.querySelector("form[data-videos]");
const address = form.dataset.videos;
const chosen = form.querySelector('input[name="videos"]');
const folder = form.querySelector("[data-folder]");
const refusals = form.querySelector("[data-refusals]");
const bar = new Bar(form.querySelector("[data-upload-bar]"));
let busy = false;

async function take(files) {
  if (busy || !files.length) return;
  busy = true;
  const ended = new AbortController();
  refusals.replaceChildren();
  bar.begin(() => ended.abort());
  bar.tell("looking");
  try {
    await sendNew(files, ended);
  } catch (stopped) {
    if (ended.signal.aborted) bar.end("cancelled");
    else bar.end("lost", { why: /** @type {Error} */ (stopped).message });
  }
  busy = false;
}

async function sendNew(files, ended) {
  const reply = await fetch(address, { signal: ended.signal });
  const { send: fresh, there, unknown } = sort(files, await reply.json());
  for (const file of unknown) refuse(`${file.name}: ${form.dataset.unknown}`);
  const all = fresh.reduce((sum, file) => sum + file.size, 0);
  let bytes = 0;
  let sent = 0;
  const show = (extra) => {
    bar.show(bytes + extra, all);
    const figures = { sent, files: fresh.length, done: inMB(bytes + extra), all: inMB(all) };
    bar.tell("sendingMany", { ...figures, there: there.length });
  };
  show(0);
  const sendBatch = async (batch) => {
    const size = sizeOf(batch);
    const moved = (done, total) => show(total ? Math.round((size * done) / total) : 0);
    const answer = await send(address, dataOf(batch), moved, ended.signal);
    return { ...answer, json: asJson(answer.text) };
  };
  const told = (batch, json, status) => {
    if (!batch.length) return;
    bytes += sizeOf(batch);
    sent += batch.length;
    for (const line of json?.refused ?? []) refuse(line);
    if (!json) refuse(`${batch[0].name}: ${form.dataset[status === 413 ? "tooLarge" : "broke"]}`);
    show(0);
  };
  // An empty one at the end: nothing more comes, and what waits is to be made playable.
  const last = await sendAll(
    [...inBatches(fresh), []],
    sendBatch,
    told,
    () => ended.signal.aborted,
  );
  finish(last ?? {}, { sent, there: there.length, refused: refusals.children.length });
}

function finish(last, figures) {
  bar.end("done", figures);
  const onward = last.onward ?? form.dataset.onward;
  if (!figures.refused) return location.assign(onward);
  const link = form.querySelector("[data-onward-link]");
  link.href = onward;
  link.hidden = false;
  link.focus();
}

const sizeOf = (batch) => batch.reduce((sum, file) => sum + file.size, 0);

function dataOf(batch) {
  const data = new FormData();
  data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const file of batch) data.append("videos", file, file.name);
  if (!batch.length) data.append("last", "yes");
  return data;
}

function refuse(line) {
  const item = document.createElement("li");
  item.textContent = line;
  refusals.append(item);
}

form.addEventListener("submit", (event) => {
  const files = [...chosen.files];
  const links = form.querySelector('input[name="links"]').files;
  if (!files.length || links.length || files.some((file) => isArchive(file.name))) return;
  event.preventDefault();
  take(files);
});

const picker = folder.querySelector("input");
folder.querySelector("button").addEventListener("click", () => picker.click());
picker.addEventListener("change", () => take([...picker.files]));

const drop = form.querySelector("[data-drop]");
for (const kind of ["dragover", "dragleave", "drop"]) {
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("is-over", kind === "dragover");
  });
}
form.addEventListener("drop", async (event) => take(await filesOf(event.dataTransfer)));
