// @ts-check
// A page that shows a job leads on to what the job made, once that is there. Whoever has begun to
// fill in a form of the page meanwhile is not led away from it: the job's end is shown with a link.
let typed = false;
let leaves = false;
const waits = (event) => event.target.closest?.(".waiting");

addEventListener("input", () => (typed = true), true);

document.addEventListener("htmx:configRequest", (event) => {
  if (typed && waits(event)) event.detail.headers["Truepool-Typed"] = "1";
});

// The next page may take longer than a second: to ask again would begin it again.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const onward = xhr.getResponseHeader("HX-Redirect") ?? xhr.getResponseHeader("HX-Refresh");
  if (waits(event) && onward) leaves = true;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (leaves && waits(event)) event.preventDefault();
});

// Who comes back sees what became of it, and is not led on once more.
addEventListener("pageshow", (event) => event.persisted && location.reload());
