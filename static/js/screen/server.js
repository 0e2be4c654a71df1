// @ts-check
/* Requests to the server, and what became of each in one word.
 *
 *   ok           it answered; `body` is its JSON
 *   refused      it understood and said no, for good; `problem` is its problem+json
 *   away         no answer, or one that says to come again (5xx, 429): send it again later
 *   signed-out   the session has ended
 *   another      somebody else is signed in by now: nothing of this page's person may be sent
 */

import { config } from "./config.js";

const PATIENCE = 20_000;
const COME_AGAIN = new Set([408, 425, 429]);

/**
 * @typedef {{kind: string, body?: any, problem?: any, status?: number, after?: number|null}}
 *   Outcome
 */

let csrf = config.csrf;

const away = (after = null) => ({ kind: "away", after });

async function read(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

async function send(url, body, { keepalive = false } = {}) {
  const headers = {
    Accept: "application/json",
    "X-CSRFToken": csrf,
    "X-Truepool-Person": config.person,
  };
  if (body !== null) headers["Content-Type"] = "application/json";
  return fetch(url, {
    method: "POST",
    headers,
    body: body === null ? undefined : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    redirect: "error",
    keepalive,
    signal: AbortSignal.timeout(PATIENCE),
  });
}

/** @returns {Promise<Outcome>} */
export async function post(url, body = null, options = {}) {
  const first = await attempt(url, body, options);
  if (first.kind !== "unsure") return first;
  // Signing in anew, in another tab, gives a new token: the first 403 may mean no more than that.
  const now = await standing();
  if (now.kind !== "ok") return now;
  const second = await attempt(url, body, options);
  return second.kind === "unsure"
    ? { kind: "refused", status: second.status, problem: second.problem }
    : second;
}

async function attempt(url, body, options) {
  let response;
  try {
    response = await send(url, body, options);
  } catch {
    return away();
  }
  const { status } = response;
  if (status >= 500 || COME_AGAIN.has(status))
    return away(Number(response.headers.get("Retry-After")) || null);
  const found = status === 204 ? {} : await read(response);
  if (response.ok) return found === null ? away() : { kind: "ok", status, body: found };
  if (status === 401 || status === 403) return { kind: "unsure", status, problem: found };
  if (found?.reason === "another_person") return { kind: "another" };
  return { kind: "refused", status, problem: found };
}

/* Who is signed in, and how they stand in this campaign. Brings a fresh CSRF token with it. */
/** @returns {Promise<Outcome>} */
export async function standing() {
  let response;
  try {
    response = await fetch(config.urls.standing, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return away();
  }
  if (!response.ok) return away();
  const body = await read(response);
  if (body === null) return away();
  if (body.person === null) return { kind: "signed-out" };
  if (body.person !== config.person) return { kind: "another" };
  csrf = body.csrf;
  return { kind: "ok", body };
}

export async function get(url) {
  try {
    const response = await fetch(url, {
      credentials: "same-origin",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return response.ok ? await read(response) : null;
  } catch {
    return null;
  }
}
