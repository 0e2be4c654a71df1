// @ts-check
// A poster plays while somebody points at it or has moved the focus to it: without sound, over and
// over. Its film is loaded
// only then. Who asked their system for less motion sees it move when they press the space bar, and
// not before.
const still = matchMedia("(prefers-reduced-motion: reduce)");
let playing = null; // { link, film }

const stop = () => {
  if (!playing) return;
  const { film } = playing;
  playing = null;
  film.pause();
  film.removeAttribute("src"); // what has not been loaded by now is not
  film.load();
  film.remove();
};

const play = (link) => {
  if (playing?.link === link) return;
  stop();
  const film = document.createElement("video");
  Object.assign(film, {
    muted: true,
    loop: true,
    playsInline: true,
    tabIndex: -1,
    src: link.dataset.clip,
  });
  film.setAttribute("aria-hidden", "true");
  link.querySelector(".shelf-frame").append(film);
  playing = { link, film };
  film.play().catch(() => {
    if (playing?.film === film) stop(); // the poster is there again
  });
};

const clipAt = (target) => target instanceof Element && target.closest("[data-clip]");
const begin = (event) => {
  const link = clipAt(event.target);
  if (link && !still.matches) play(link);
};
const end = (event) => {
  const link = clipAt(event.target);
  if (link && playing?.link === link && !link.contains(event.relatedTarget)) stop();
};

document.addEventListener("pointerover", begin);
document.addEventListener("pointerout", end);
document.addEventListener("focusin", begin);
document.addEventListener("focusout", end);
document.addEventListener("keydown", (event) => {
  const link = clipAt(event.target);
  if (!link || event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (playing?.link === link) stop();
  else play(link);
});
