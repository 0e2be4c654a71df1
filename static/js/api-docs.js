// @ts-check
// Sends what stands in the form of the page to try the API, with the reader's own session and its
// CSRF token, and shows the answer as it came.
const form = document.getElementById("try");
const status = document.getElementById("status");
const answer = document.getElementById("answer");
const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
const fields = (where) => [...form.querySelectorAll(`[data-where=${where}]`)];

function address() {
  let path = form.dataset.path;
  for (const one of fields("path")) {
    path = path.replace(`{${one.name}}`, encodeURIComponent(one.value));
  }
  const asked = fields("query").filter((one) => one.value);
  const query = new URLSearchParams(asked.map((one) => [one.name, one.value]));
  return asked.length ? `${path}?${query}` : path;
}

// A form where files are sent, JSON otherwise.
function sent(headers) {
  const body = document.getElementById("body");
  if (body?.value.trim()) {
    headers["Content-Type"] = "application/json";
    return body.value;
  }
  if (!fields("form").length) return undefined;
  const whole = new FormData();
  for (const one of fields("form")) {
    if (one.type === "file") [...one.files].forEach((file) => whole.append(one.name, file));
    else if (one.value) whole.append(one.name, one.value);
  }
  return whole;
}

function readable(text, kind) {
  return kind.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

async function send() {
  const headers = { Accept: "application/json", "X-CSRFToken": csrf() };
  const { method } = form.dataset;
  const body = method === "GET" ? undefined : sent(headers);
  status.textContent = "…";
  const found = await fetch(address(), { method, headers, body });
  const text = await found.text();
  status.textContent = `${found.status} ${found.statusText}`;
  answer.textContent = text && readable(text, found.headers.get("Content-Type") ?? "");
  answer.hidden = !text;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  send().catch((error) => {
    status.textContent = String(error);
  });
});
