// @ts-check
// Marks in <nav data-contents> where one is: its link to the last heading that has come up to the
// upper third of the window.
const contents = document.querySelector("nav[data-contents]");
const links = [...contents.querySelectorAll("a[href^='#']")];
const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
let asked = false;

function place() {
  const page = document.documentElement;
  if (scrollY + innerHeight >= page.scrollHeight - 2) return headings.length - 1;
  return headings.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 3);
}

function mark() {
  asked = false;
  const here = links[place()];
  for (const link of links) {
    if (link === here) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  // Only the contents scroll: scrollIntoView would move the page, too.
  const middle = contents.offsetTop + contents.clientHeight / 2;
  if (here) contents.scrollTop = Math.max(0, here.offsetTop - middle);
}

function ask() {
  if (!asked) requestAnimationFrame(mark);
  asked = true;
}

addEventListener("scroll", ask, { passive: true });
mark();
