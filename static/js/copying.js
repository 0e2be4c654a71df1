// @ts-check
// A button that copies a piece of code, beside each that is marked for it. Without scripts, or
// where
// the browser has no clipboard for this page, the code can be selected as any other text.

const DONE_MS = 2000;

function addButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-plain";
  const before = code.dataset.copied;
  button.textContent = before;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "✓";
    setTimeout(() => {
      button.textContent = before;
    }, DONE_MS);
  });
  code.after(button);
}

if (navigator.clipboard) document.querySelectorAll("[data-copied]").forEach(addButton);
