// @ts-check
/* A clip that is pushed far to one side with a finger is answered: to the right relevant, to the
 * left irrelevant, where there are these two. The buttons do the same, and Undo takes it back. */

const FAR = 0.35;

export function swipe(stage, answer) {
  let begun = null;
  stage.addEventListener("pointerdown", (event) => {
    begun =
      event.pointerType === "touch" && event.isPrimary && !event.target.closest("button, a, input")
        ? { x: event.clientX, y: event.clientY }
        : null;
  });
  stage.addEventListener("pointerup", (event) => {
    if (!begun || event.pointerType !== "touch") return;
    const across = event.clientX - begun.x;
    const along = Math.abs(event.clientY - begun.y);
    begun = null;
    if (Math.abs(across) > FAR * stage.clientWidth && Math.abs(across) > 3 * along)
      answer(across > 0 ? "relevant" : "irrelevant");
  });
  stage.addEventListener("pointercancel", () => (begun = null));
}
