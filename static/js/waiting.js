// A page that shows a job leads on to what the job made, once that is there. Whoever has begun to
// fill in a form of the page meanwhile is not led away from it: the job's end is shown with a link.
let typed = false;

addEventListener("input", () => (typed = true), true);

document.addEventListener("htmx:configRequest", (event) => {
  if (typed && event.target.closest(".waiting")) event.detail.headers["Truepool-Typed"] = "1";
});
