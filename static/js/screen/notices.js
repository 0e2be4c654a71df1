// @ts-check
/* Answers that the server did not take: each stays on the screen, with what became of it, until
 * its person has read it. */

import { words } from "./config.js";

export class Notices {
  constructor(list, outbox) {
    this.list = list;
    this.outbox = outbox;
  }

  refused(record) {
    const why = record.problem?.detail ?? words("refused", { status: record.status });
    this.say(
      words("not_saved", { answer: record.said.answer, caption: record.said.caption, why }),
      () => this.outbox.remove(record.id),
      record.body?.comment ?? record.body?.text,
    );
  }

  say(sentence, read = () => {}, typed = "") {
    const item = document.createElement("li");
    item.className = "message message-warning";
    item.setAttribute("role", "alert");
    item.append(Object.assign(document.createElement("span"), { textContent: sentence }));
    if (typed)
      item.append(Object.assign(document.createElement("blockquote"), { textContent: typed }));
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button-plain",
      textContent: words("dismiss"),
    });
    button.addEventListener("click", () => {
      item.remove();
      read();
    });
    item.append(button);
    this.list.append(item);
  }
}
