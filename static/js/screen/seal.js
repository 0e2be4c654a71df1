// @ts-check
/* What waits in this browser can be read by its person alone: it is encrypted by a key that
 * comes with their pages and is kept nowhere here. Who sits at this computer next, without
 * signing in as that person, finds letters without meaning.
 *
 * Over a line that is not encrypted, a browser offers no cryptography, and texts are kept as
 * they are.
 */

import { config } from "./config.js";

const SEALED = "sealed.";
const ALGORITHM = "AES-GCM";

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const textOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const key =
  (await crypto.subtle?.importKey("raw", bytesOf(config.seal), ALGORITHM, false, [
    "encrypt",
    "decrypt",
  ])) ?? null;

/* As a text. */
export async function seal(value) {
  const plain = JSON.stringify(value);
  if (!key) return plain;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: ALGORITHM, iv },
    key,
    new TextEncoder().encode(plain),
  );
  return `${SEALED}${textOf(iv)}.${textOf(new Uint8Array(data))}`;
}

/* What was sealed; undefined where this person's key does not open it. */
export async function unseal(text) {
  if (!text.startsWith(SEALED)) return JSON.parse(text);
  const [iv, data] = text.slice(SEALED.length).split(".").map(bytesOf);
  try {
    return JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data)),
    );
  } catch {
    return undefined;
  }
}
