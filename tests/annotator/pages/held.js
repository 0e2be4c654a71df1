/* In a page: what is held after each step of a row, in words. A row is a list of steps; `u` are
 * the units that are held, the first on the screen, an answered pair in brackets. */
async ([address, rows]) => {
  const { Held } = await import(address);
  const slot = (name, lease = 0) => ({
    id: name.charCodeAt(0),
    lease: `${name}${lease}`,
    caption: name,
    video: { url: null, duration: 1 },
    ...(name.length > 1 ? { group: name.slice(1) } : {}),
  });
  const name = (one) => String.fromCharCode(one.id);
  const shown = (held) =>
    held.units
      .map((unit) =>
        unit.slots.map((one) => (held.answered.has(one.id) ? `(${name(one)})` : name(one))).join(""),
      )
      .join(" ");
  const named = (held, letter) =>
    [...held.units, held.before]
      .flatMap((unit) => unit?.slots ?? [])
      .find((one) => name(one) === letter);
  const acts = {
    gives: (held, names) => held.merge(names.split(" ").filter(Boolean).map((one) => slot(one))),
    gives_again: (held, names) => held.merge(names.split(" ").map((one) => slot(one, 1))),
    answer: (held, letter) => held.answer(named(held, letter), `request ${letter}`, `of ${letter}`),
    put_off: (held, letter) => {
      const one = named(held, letter);
      held.leave(one.id, one.lease);
      held.drop(one);
    },
    lose: (held, letter) => held.drop(named(held, letter)),
    next: (held) => held.advance(),
    undo: (held) => {
      const given = held.past.at(-1);
      held.forget(given.id);
      held.bring(given);
    },
    sent: (held, letter) => held.sent(`request ${letter}`, letter.charCodeAt(0), 7),
    refused: (held, letter) => held.refused(`request ${letter}`, letter.charCodeAt(0)),
  };
  return rows.map((steps) => {
    const held = new Held();
    for (const [act, what] of steps) acts[act](held, what);
    return {
      shown: shown(held),
      over: held.over,
      gone: [...held.gone].map((id) => String.fromCharCode(id)).join(""),
      past: held.past.map((given) => name(given.slot)).join(""),
    };
  });
}
