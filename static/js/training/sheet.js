// @ts-check
/* A sheet beside the running clip: opened and closed by its button or link, its key, and Escape. */

export function sheets() {
  for (const opener of document.querySelectorAll("[data-opens]")) {
    const sheet = document.getElementById(opener.dataset.opens);
    const show = (open) => {
      sheet.hidden = !open;
      opener.setAttribute("aria-expanded", String(open));
      if (open) sheet.focus();
      else opener.focus();
    };
    opener.setAttribute("aria-expanded", "false");
    opener.setAttribute("role", "button");
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      show(sheet.hidden);
    });
    sheet.querySelector("[data-closes]").addEventListener("click", () => show(false));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !sheet.hidden) show(false);
    });
  }
}
