// @ts-check
// <form data-upload> is sent with a bar and a button that ends it; then the page that the server
// answers with is shown, as if the browser had sent it. Without this file the browser does.
import { Bar, inMB } from "./bar.js";
import { send } from "./send.js";

const hasFile = (form) =>
  [...form.querySelectorAll('input[type="file"]')].some((input) => input.files.length);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-upload]") || event.defaultPrevented || !hasFile(form)) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  const bar = new Bar(form.querySelector("[data-upload-bar]"));
  const ended = new AbortController();
  bar.begin(() => ended.abort());
  const moved = (done, all) => {
    bar.show(done, all);
    bar.tell(done < all ? "sending" : "sent", { done: inMB(done), all: inMB(all) });
  };
  const data = new FormData(form, event.submitter);
  const answer = await send(form.action, data, moved, ended.signal);
  delete form.dataset.sending;
  if (answer.lost) return bar.end(ended.signal.aborted ? "cancelled" : "lost");
  bar.end("sent");
  show(answer);
});

// A redirect has been followed; an answer at the form's own address is the form, with what is
// wrong.
function show(answer) {
  if (answer.url !== location.href.split("#")[0]) return location.assign(answer.url);
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const content = page.getElementById("content");
  if (!content) return location.reload();
  document.title = page.title;
  document.getElementById("content").replaceWith(document.adoptNode(content));
  window.htmx?.process(content);
  scrollTo(0, 0);
  (content.querySelector("[aria-invalid]") ?? content).focus();
}
