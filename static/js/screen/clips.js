// @ts-check
/* Clips of the pairs that come next, fetched into memory before they are wanted, and freed
 * after.
 *
 * One is fetched at a time, in the order in which they will be needed: on a slow line the next
 * clip gets all of it. Those after the next two are for when the connection is away: they are
 * fetched only while nothing nearer is wanted, and as long as all together fit.
 */

export const MOST_BYTES = 100e6; // kept in memory
const NEAR = 3; // the one on the screen and the next two

export class ClipError extends Error {
  constructor(cause, detail) {
    super(detail);
    this.cause = cause;
  }
}

export class Clips extends EventTarget {
  constructor() {
    super();
    this.kept = new Map(); // by slot: {slot, state, address, control}
    this.order = [];
    this.users = new Map(); // who plays from memory: their slots' numbers
    this.fetching = null; // the clip that is on its way
    this.quiet = false; // the one on the screen is there: what is far may be fetched
    this.bytes = 0; // of what is in memory
  }

  /* How many clips fit into memory, going by those that are in it. */
  get room() {
    const sizes = [...this.kept.values()].filter((clip) => clip.address);
    return sizes.length
      ? Math.floor(MOST_BYTES / Math.max(1, this.bytes / sizes.length))
      : Infinity;
  }

  /* Which clips are wanted, the soonest first; all others are let go, but for those that are in
   * use. */
  want(slots) {
    this.order = slots.filter((slot) => slot.video.url);
    this.tidy();
    this.next();
  }

  /* Whether the one on the screen is there. While it is not, it has the line: what is far is let
   * go, and fetched again later. */
  rest(yes) {
    this.quiet = yes;
    const { fetching } = this;
    if (yes) this.next();
    else if (fetching && !this.near(fetching.slot)) {
      this.kept.delete(fetching.slot.id);
      fetching.control?.abort();
    }
  }

  near(slot) {
    return this.order.slice(0, NEAR).includes(slot);
  }

  tidy() {
    const ids = new Set([...this.order.map((slot) => slot.id), ...this.users.values()]);
    for (const [id, clip] of this.kept) if (!ids.has(id)) this.free(id, clip);
  }

  /* The address of a clip that is in memory, which stays valid until this user takes another or
   * lets go; null while it is not. */
  use(user, slot) {
    const address = this.address(slot);
    if (address) this.users.set(user, slot.id);
    else this.users.delete(user);
    return address;
  }

  letGo(user) {
    if (this.users.delete(user)) this.tidy();
  }

  free(id, clip) {
    clip.control?.abort();
    if (clip.address) URL.revokeObjectURL(clip.address);
    this.bytes -= clip.size ?? 0;
    this.kept.delete(id);
  }

  /* The object URL of a clip that is in memory; null while it is not. */
  address(slot) {
    return this.kept.get(slot.id)?.address ?? null;
  }

  /* Its player fetches this clip by itself: not twice on one line. */
  leave(slot) {
    const clip = this.kept.get(slot.id);
    if (clip && !clip.address) clip.control?.abort();
  }

  async next() {
    if (this.fetching) return;
    const slot = this.order.find((one) => !this.kept.has(one.id));
    if (!slot || (!this.near(slot) && (!this.quiet || this.bytes >= MOST_BYTES))) return;
    const clip = { slot, address: null, control: new AbortController() };
    this.fetching = clip;
    this.kept.set(slot.id, clip);
    try {
      /** @type {RequestInit} */
      const how = {
        credentials: "same-origin",
        signal: clip.control.signal,
        priority: this.near(slot) ? "auto" : "low",
      };
      const response = await fetch(slot.video.url, how);
      if (!response.ok) throw new ClipError("not_found", `HTTP ${response.status}`);
      const blob = await response.blob();
      if (this.kept.get(slot.id) === clip) {
        clip.address = URL.createObjectURL(blob);
        clip.size = blob.size;
        this.bytes += blob.size;
        this.dispatchEvent(new CustomEvent("loaded", { detail: { slot } }));
      }
    } catch {
      // The stage asks for the file itself when its turn has come, and says what is wrong. Offline
      // it may have come back by then.
      if (this.kept.get(slot.id) === clip) clip.failed = true;
    } finally {
      clip.control = null;
      this.fetching = null;
    }
    this.next();
  }

  /* Failed ones are tried again: the connection is back, or a new link has come. */
  retry() {
    for (const [id, clip] of this.kept) if (clip.failed) this.kept.delete(id);
    this.next();
  }
}
