// @ts-check
/* Parts of the page that a form's answer replaces, while the rest (the clip that is playing)
 * stays as it is. */

/* Sends the form as the browser would. The page that it leads to, and its address. */
export async function send(form, submitter) {
  const response = await fetch(form.action, {
    method: "POST",
    body: new FormData(form, submitter),
    headers: { Accept: "text/html" },
  });
  if (!response.ok) throw new Error(String(response.status));
  return {
    page: new DOMParser().parseFromString(await response.text(), "text/html"),
    address: response.url,
  };
}

/* Whether all parts were found in the page: otherwise it is another one, and has to be gone to. */
export function swap(page, keep) {
  const parts = [...document.querySelectorAll("[data-part]")];
  const found = parts.map((part) => page.querySelector(`[data-part="${part.dataset.part}"]`));
  if (found.includes(null)) return false;
  parts.forEach((part, place) => {
    if (!keep(part, found[place])) part.replaceWith(document.importNode(found[place], true));
  });
  return true;
}
