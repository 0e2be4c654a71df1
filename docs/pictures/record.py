"""Takes the pictures of README.md and docs/ again, from a demo that runs:

    make run
    .venv/bin/python -m docs.pictures.record http://127.0.0.1:8000 PASSWORD [NAME ...]

PASSWORD is the demo accounts'. Without names all are taken. Three leave something behind: `rating`
answers some pairs as rater1, and `doctor` imports a benchmark. `table1` makes two reports: the
second is the one of README, by `truepool report demo --report NUMBER --out docs/report.html`.
"""

import csv
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import imageio_ffmpeg
import numpy as np
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from pooling.demo.world import World, make_world
from tests.chromium import ADVICE, QUIET, find_chromium

HERE = Path(__file__).parent
FILM = (1040, 650)
FILM_WIDTH = 900
RATE = 8  # frames of a clip in a second
PALETTE = "split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none"
# A clip is moved frame by frame, so that the film is smooth on a slow machine too; its page is not
# to know that it stands. Clips are fetched ahead, so their addresses say nothing: they are known by
# their checksums.
PLAYED_BY_HAND = """
Object.defineProperty(HTMLMediaElement.prototype, "paused", { get: () => false });
for (const name of ["pause", "play"])
  addEventListener(name, (event) => event.stopImmediatePropagation(), true);
const addressOf = URL.createObjectURL;
window.checksums = {};
URL.createObjectURL = (clip) => {
  const address = addressOf.call(URL, clip);
  clip.arrayBuffer().then((bytes) => crypto.subtle.digest("SHA-256", bytes)).then((sum) => {
    const bytes = [...new Uint8Array(sum)];
    window.checksums[address] = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  return address;
};
"""


@dataclass(frozen=True, slots=True)
class Demo:
    browser: Browser
    base: str
    password: str

    def sign_in(self, name: str, size: tuple[int, int], scheme: str = "light") -> Page:
        window = self.browser.new_context(
            base_url=self.base,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            locale="en-GB",
            has_touch=size[0] < size[1],
            is_mobile=size[0] < size[1],
        )
        page = window.new_page()
        page.set_default_timeout(60_000)
        page.goto("/people/sign-in/")
        page.fill("[name=username]", name)
        page.fill("[name=password]", self.password)
        page.press("[name=password]", "Enter")
        page.wait_for_url(lambda url: "sign-in" not in url)
        return page


def rows(page: Page, what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"/api/v1/{what}").json()["results"]
    return found


def number_of(page: Page, what: str, name: str = "") -> int:
    """Of several it is the oldest, the demo's own."""
    return min(row["id"] for row in rows(page, what) if not name or row["name"] == name)


def wait_for(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 180
    while not found():
        if time.monotonic() > end:
            sys.exit("error: what was begun is not done after 3 minutes; see the demo's jobs")
        time.sleep(0.5)


def settle(page: Page) -> None:
    """Charts are drawn when they come into sight; a page that polls is never idle."""
    with suppress(Error):
        page.wait_for_load_state("networkidle", timeout=15_000)
    page.wait_for_timeout(700)


def ffmpeg(*words: str) -> None:
    program = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([program, "-nostdin", "-loglevel", "error", "-y", *words], check=True)


@dataclass(slots=True)
class Film:
    """Screenshots, each with the seconds that it is shown for."""

    page: Page
    frames: list[tuple[bytes, float]] = field(default_factory=list)

    def hold(self, seconds: float) -> None:
        self.frames.append((self.page.screenshot(), seconds))

    def mark(self, what: Locator, seconds: float = 0.5) -> None:
        """What is pressed next has an edge: a screenshot shows no pointer."""
        what.evaluate("e => { e.style.outline = '4px solid #f59e0b' }")
        self.hold(seconds)
        what.evaluate("e => { e.style.outline = '' }")

    def scroll(self, to: float, seconds: float = 1.0) -> None:
        start = self.page.evaluate("scrollY")
        steps = int(seconds * RATE)
        for step in range(1, steps + 1):
            share = 0.5 - 0.5 * np.cos(np.pi * step / steps)
            self.page.evaluate("y => scrollTo(0, y)", float(start + (to - start) * share))
            self.hold(1 / RATE)

    def play(self, seconds: float) -> None:
        clip = self.page.locator("video:visible").first
        for frame in range(int(seconds * RATE)):
            clip.evaluate(
                """(video, at) => new Promise((done) => {
                    video.pause();
                    video.onseeked = () => requestAnimationFrame(() => requestAnimationFrame(done));
                    video.currentTime = at % video.duration;
                })""",
                (frame + 0.5) / RATE,
            )
            self.hold(1 / RATE)

    def write(self, name: str, coded: str = "-lossless 1") -> None:
        with TemporaryDirectory() as folder:
            lines = ["ffconcat version 1.0"]
            for number, (picture, seconds) in enumerate(self.frames):
                (Path(folder) / f"{number}.png").write_bytes(picture)
                lines += [f"file {number}.png", f"duration {seconds:.3f}"]
            (Path(folder) / "list").write_text("\n".join([*lines, lines[-2]]))
            scaled = f"scale={FILM_WIDTH}:-2:flags=lanczos"
            as_film = f"-c:v libwebp_anim {coded} -compression_level 6 -loop 0 -fps_mode vfr"
            words = ["-f", "concat", "-i", f"{folder}/list", "-vf", scaled, *as_film.split()]
            ffmpeg(*words, str(HERE / f"{name}.webp"))


def keep(page: Page, name: str, height: int = 0) -> None:
    """A still with a palette, a third of the bytes."""
    settle(page)
    width = page.viewport_size["width"] if page.viewport_size else 0
    clip = {"x": 0, "y": 0, "width": width, "height": height}
    with TemporaryDirectory() as folder:
        path = f"{folder}/{name}.png"
        page.screenshot(path=path, full_page=bool(height), **({"clip": clip} if height else {}))  # type: ignore[arg-type]
        ffmpeg("-i", path, "-vf", PALETTE, str(HERE / f"{name}.png"))


# The films


def is_true(page: Page, world: World, keys: dict[str, str]) -> bool:
    """Whether the caption that is shown is true of its clip, as the demo's world has it."""
    known = "video => window.checksums[video.currentSrc] || video.currentSrc"
    clip = keys[Path(page.locator("video:visible").first.evaluate(known)).stem]
    text = page.inner_text("h1")
    caption = [one.text for one in world.captions].index(text)
    return bool(world.truth[caption, [one.key for one in world.clips].index(clip)])


def answer(page: Page, *, fits: bool) -> None:
    before = page.inner_text("h1")
    page.wait_for_timeout(700)
    page.keyboard.press("1" if fits else "0")
    changed = "before => document.querySelector('h1').innerText !== before"
    page.wait_for_function(changed, arg=before)
    page.wait_for_timeout(500)


def film_rating(demo: Demo) -> None:
    lead = demo.sign_in("lead", FILM)
    benchmark, campaign = number_of(lead, "benchmarks", "demo"), number_of(lead, "campaigns")
    keys = {row["sha256"]: row["key"] for row in rows(lead, f"benchmarks/{benchmark}/videos")}
    world = make_world()
    page = demo.sign_in("rater1", FILM, "dark")
    page.add_init_script(PLAYED_BY_HAND)
    page.goto(f"/rate/{campaign}/")
    begin = page.locator("main [autofocus], main .button-primary").first
    if not page.locator("video:visible").count():
        begin.press("Enter")
    page.locator("video:visible").first.wait_for()
    page.wait_for_timeout(1500)
    keep(page, "rating")
    film = Film(page)
    for wanted in (False, True, False, True):
        while (fits := is_true(page, world, keys)) != wanted:
            answer(page, fits=fits)
        film.play(1.3)
        film.mark(page.locator(".answer-relevant" if fits else ".answer-irrelevant"), 0.6)
        answer(page, fits=fits)
    film.hold(0.3)
    film.write("rating", "-q:v 75")


def write_files(folder: Path, world: World) -> tuple[Path, Path]:
    captions, run = folder / "captions.csv", folder / "heron.npy"
    with captions.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("caption_id", "video_id", "caption"))
        table.writerows((one.key, world.clips[one.clip].key, one.text) for one in world.captions)
    np.save(run, world.models[-1].similarity)
    return captions, run


def film_doctor(demo: Demo) -> None:
    page = demo.sign_in("lead", FILM)
    taken = {row["name"] for row in rows(page, "benchmarks")}
    name = next(name for n in range(1, 99) if (name := f"shapes-{n}") not in taken)
    film = Film(page)
    with TemporaryDirectory() as folder:
        captions, run = write_files(Path(folder), make_world())
        page.goto("/benchmarks/import/")
        page.fill("[name=name]", name)
        page.set_input_files("[name=file]", captions)
        film.mark(page.locator("[name=file]"), 1.0)
        page.click("button[name=import]")
        wait_for(lambda: name in {row["name"] for row in rows(page, "benchmarks")})
        benchmark = number_of(page, "benchmarks", name)
        page.goto(f"/benchmarks/{benchmark}/runs/import/")
        page.fill("[name=new_model]", "heron")
        page.set_input_files("[name=file]", run)
        film.mark(page.locator("[name=file]"), 1.0)
        page.click("main form button.button-primary")
        wait_for(lambda: any(row["benchmark"]["id"] == benchmark for row in rows(page, "runs")))
    page.goto(f"/benchmarks/{benchmark}/doctor/")
    look = page.get_by_role("button", name="Look now")
    film.mark(look, 0.8)
    look.click()
    page.locator("text=To mend").first.wait_for()
    settle(page)
    film.hold(2.0)
    film.scroll(page.locator("h2").first.evaluate("e => e.getBoundingClientRect().top") - 20, 0.6)
    film.hold(3.2)
    film.write("doctor")


def report_on(page: Page, title: str, positives: str) -> int:
    """A report of Table 1 alone, made where there is none."""
    if title not in {row["title"] for row in rows(page, "evaluations")}:
        page.goto(f"/evaluations/new/?benchmark={number_of(page, 'benchmarks', 'demo')}")
        page.fill("[name=title]", title)
        page.select_option("[name=positives]", positives)
        for name in ("comparisons", "stability", "reuse", "slices", "proxies"):
            page.uncheck(f"[name={name}]")
        page.get_by_role("button", name="Start").click()
        wait_for(lambda: title in {row["title"] for row in rows(page, "evaluations")})
    return next(row["id"] for row in rows(page, "evaluations") if row["title"] == title)


def film_table(demo: Demo) -> None:
    page = demo.sign_in("lead", (FILM[0], 760))
    before = report_on(page, "By the original positives alone", "original")
    after = report_on(page, "With what people found", "both")
    film = Film(page)
    for report, seconds in ((before, 1.8), (after, 2.0)):
        page.goto(f"/evaluations/{report}/")
        settle(page)
        film.hold(seconds)
        table = page.locator("details", has=page.locator("summary", has_text="Table 1")).first
        table.evaluate("e => { e.open = true; e.scrollIntoView({ block: 'end' }) }")
        settle(page)
        film.hold(seconds)
    film.write("table1")


# The stills

WIDE = (1280, 860)


@dataclass(frozen=True, slots=True)
class Still:
    """address: what is in braces are the demo's numbers. height: of the picture, where it reaches
    below the window."""

    who: str
    address: str
    size: tuple[int, int] = WIDE
    height: int = 0

    def take(self, demo: Demo, name: str) -> None:
        lead = demo.sign_in("lead", self.size)
        campaign = number_of(lead, "campaigns")
        numbers = {
            "benchmark": number_of(lead, "benchmarks", "demo"),
            "campaign": campaign,
            "report": number_of(lead, "evaluations"),
            "dispute": rows(lead, f"campaigns/{campaign}/disputes")[0]["id"],
        }
        page = lead if self.who == "lead" else demo.sign_in(self.who, self.size)
        page.goto(self.address.format(**numbers))
        keep(page, name, self.height)


STILLS = {
    "benchmark": Still("lead", "/benchmarks/{benchmark}/"),
    "report": Still("lead", "/evaluations/{report}/", height=1180),
    "agreement": Still("lead", "/agreement/{benchmark}/", height=1180),
    "campaign": Still("lead", "/campaigns/{campaign}/", height=1060),
    "overlap": Still("lead", "/benchmarks/{benchmark}/overlap/", height=1160),
    "pool-builder": Still("lead", "/benchmarks/{benchmark}/pools/new/", height=1100),
    "explorer": Still("lead", "/explorer/{benchmark}/captions/37/"),
    "home-rater": Still("rater1", "/"),
    "rating-phone": Still("rater1", "/rate/{campaign}/", (390, 844)),
    "dispute": Still("adjudicator", "/adjudication/{campaign}/{dispute}/", (1280, 720)),
}
FILMS = {"table1": film_table, "doctor": film_doctor, "rating": film_rating}


def main(base: str, password: str, *names: str) -> None:
    chromium = find_chromium()
    if chromium is None:
        sys.exit(ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        demo = Demo(browser, base, password)
        for name in names or (*STILLS, *FILMS):
            if name in FILMS:
                FILMS[name](demo)
            else:
                STILLS[name].take(demo, name)
            print(name)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
