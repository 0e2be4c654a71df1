"""The rating screen in a real Chromium: from the key to the next first frame, and to "Saved".

The peer is the same page without its scripts, a form that loads a page for each answer, on the same
server with the same clips in the same run. Nothing is in the browser's cache, and each pair has a
clip of its own.
"""

import argparse
import json
import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import ffmpeg
import imageio_ffmpeg
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.models import Campaign, Label, Slot
from bench.serve import web
from bench.stage.campaign import VIDEOS, make_campaign
from bench.stage.world import HOME, migrated_database
from bench.table import machine
from people.models import Role, User
from stack.web.static_files import gather_static
from tests.chromium import find_chromium

# Playwright keeps an event loop in the thread that asks the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
ITEMS = 20_000
DIFFERENT = 8  # clips that are encoded; every video has a file of its own with one of them
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
SLOW_LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}

# Before the page's own scripts: when a key or a click came, and what followed.
PROBE = """
window.seen = {frames: [], saved: [], shifts: 0, long: []};
addEventListener('keydown', () => window.pressed = performance.now(), true);
document.addEventListener('truepool:frame',
  e => window.pressed && seen.frames.push(e.detail.at - pressed));
document.addEventListener('truepool:saved', e => seen.saved.push(e.detail.at - pressed));
new PerformanceObserver(all => all.getEntries().forEach(e => seen.shifts += e.value))
  .observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(all => all.getEntries().forEach(e => seen.long.push(e.duration)))
  .observe({type: 'longtask', buffered: true});
"""
# The form's page: the click's time goes with the window, the first frame is the new document's.
FORM_PROBE = """
addEventListener('click',
  () => sessionStorage.pressed = performance.timeOrigin + performance.now(), true);
addEventListener('DOMContentLoaded', () => {
  const video = document.querySelector('video');
  video?.requestVideoFrameCallback(() => {
    const now = performance.timeOrigin + performance.now();
    if (sessionStorage.pressed) window.took = now - Number(sessionStorage.pressed);
  });
});
"""


@dataclass(frozen=True, slots=True)
class Line:
    what: str
    n: int
    median: float
    p95: float
    worst: float
    load: float


def line(what: str, times: list[float]) -> Line:
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    made = Line(
        what, len(times), statistics.median(times), cuts[18], max(times), os.getloadavg()[0]
    )
    cells = [what, made.n, *(f"{ms:.0f}" for ms in (made.median, made.p95, made.worst))]
    print(f"| {' | '.join(map(str, cells))} | {made.load:.1f} |", flush=True)
    return made


def make_clips(megabytes: float) -> None:
    """Noise, which no encoder makes small, so that each file has the size that was asked for."""
    folder = HOME.media / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(DIFFERENT):
        rate = megabytes * 8 / 5 * (1 if number % 2 else 0.5)  # of 5 seconds, in Mbit/s
        noise = ffmpeg.input(
            f"nullsrc=size=960x540:rate=25:duration=5,geq=random(1)*255:128:128,hue=s={number}",
            format="lavfi",
        )
        words: dict[str, Any] = {"vcodec": "libx264", "preset": "ultrafast", "pix_fmt": "yuv420p"}
        words |= {"video_bitrate": f"{rate:.2f}M", "maxrate": f"{rate:.2f}M", "g": 25}
        words |= {"bufsize": f"{rate:.2f}M", "movflags": "+faststart"}
        made = noise.output(str(folder / f"{number}.mp4"), **words)
        ffmpeg.run(made, cmd=imageio_ffmpeg.get_ffmpeg_exe(), quiet=True, overwrite_output=True)
    for number in range(VIDEOS):
        link = folder / f"clip-{number}.mp4"
        link.unlink(missing_ok=True)
        os.link(folder / f"{number % DIFFERENT}.mp4", link)


def stage(rater: User) -> Campaign:
    campaign = make_campaign(ITEMS, 0.0, [rater])
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pooling_video SET state = 'ready', path = 'bench/clip-' || number || '.mp4',"
            " seconds = 5, width = 960, height = 540 WHERE benchmark_id = %s",
            [campaign.benchmark_id],
        )
    return campaign


@contextmanager
def window(
    browser: Browser, port: int, rater: User, probe: str
) -> Iterator[tuple[Page, CDPSession]]:
    client = Client()
    client.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    base = f"http://127.0.0.1:{port}"
    context = browser.new_context(
        base_url=base, viewport={"width": 1280, "height": 720}, bypass_csp=True
    )
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
    context.add_init_script(probe)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Performance.enable")
    yield page, devtools
    context.close()


def begin(page: Page, campaign: Campaign) -> None:
    page.goto(f"/rate/{campaign.pk}/")
    page.click("main form .button-primary")
    page.wait_for_selector("body[data-scripts]")
    page.wait_for_function("document.querySelector('video').readyState >= 3")


def answer(page: Page, count: int, pause_ms: int) -> None:
    for at in range(count):
        frames = page.evaluate("seen.frames.length")
        page.wait_for_timeout(pause_ms)
        page.keyboard.press("1" if at % 3 else "0")
        page.wait_for_function("n => seen.frames.length > n", arg=frames, polling=20)
        page.wait_for_function("n => seen.saved.length > n", arg=frames, polling=20)


def forms(page: Page, campaign: Campaign, count: int) -> list[float]:
    page.route("**/screen/rating*.js", lambda route: route.abort())
    page.goto(f"/rate/{campaign.pk}/")
    if page.query_selector("main form .button-primary"):
        page.click("main form .button-primary")
    took = []
    for _ in range(count):
        page.wait_for_function("document.querySelector('video').readyState >= 3")
        page.wait_for_timeout(300)
        page.click("[data-answer=relevant]")
        page.wait_for_function("window.took", polling=20)
        took.append(page.evaluate("window.took"))
    return took


def weight(page: Page, devtools: CDPSession, campaign: Campaign) -> int:
    """Bytes on the wire of the page without its clips, into an empty cache."""
    received: dict[str, float] = {}
    ours: set[str] = set()
    devtools.on(
        "Network.responseReceived",
        lambda event: (
            None if "/media/" in event["response"]["url"] else ours.add(event["requestId"])
        ),
    )
    devtools.on(
        "Network.loadingFinished",
        lambda event: received.update({event["requestId"]: event["encodedDataLength"]}),
    )
    devtools.send("Network.clearBrowserCache")
    page.goto(f"/rate/{campaign.pk}/")
    page.wait_for_selector("body[data-scripts]")
    page.wait_for_timeout(1_500)
    return int(sum(size for request, size in received.items() if request in ours))


def memory(devtools: CDPSession) -> dict[str, float]:
    devtools.send("HeapProfiler.collectGarbage")
    found = {
        one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]
    }
    return {
        "heap MB": found["JSHeapUsedSize"] / 1e6,
        "nodes": found["Nodes"],
        "renderers MB": _renderers() / 1e6,
    }


def _renderers() -> int:
    """What the renderer processes below this one hold, in bytes."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and _is_ours(folder):
                total += int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            continue
    return total


def _is_ours(folder: Path) -> bool:
    number = int(folder.name)
    while number > 1 and number != os.getpid():
        number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
    return number == os.getpid()


def soak(page: Page, devtools: CDPSession, count: int) -> None:
    print(f"\nSoak of {count:,} answers:", flush=True)
    for at in range(0, count + 1, max(1, count // 5)):
        if at:
            answer(page, count // 5, 60)
        figures = ", ".join(f"{name} {value:.1f}" for name, value in memory(devtools).items())
        print(f"after {at:,}: {figures}", flush=True)


def measure(browser: Browser, port: int, asked: argparse.Namespace) -> dict[str, Any]:
    rater = User.objects.create(username="rater", role=Role.RATER)
    campaign = stage(rater)
    print("| what | n | median ms | p95 | worst | load |\n|---|---:|---:|---:|---:|---:|")
    lines = []
    with window(browser, port, rater, PROBE) as (page, devtools):
        begin(page, campaign)
        answer(page, asked.judgements, 300)
        seen = page.evaluate("seen")
        lines.append(line(f"key to first frame, clips of {asked.mb:g} MB", seen["frames"]))
        lines.append(line("key to saved", seen["saved"]))
        light = weight(page, devtools, campaign)
        if asked.soak:
            soak(page, devtools, asked.soak)
    with window(browser, port, rater, FORM_PROBE) as (page, devtools):
        peer = line("the same as a form", forms(page, campaign, max(20, asked.judgements // 5)))
    make_clips(1.0)
    with window(browser, port, rater, PROBE) as (page, devtools):
        Slot.objects.filter(state="leased").update(
            state="free", lease=None, lease_ends=None, rater=None
        )
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_LINE})
        begin(page, campaign)
        answer(page, asked.slow, 8_000)
        slow = page.evaluate("seen")
        if slow["frames"]:
            lines.append(line("150 ms, 1.6 Mbit/s, 1 MB: first frame", slow["frames"]))
            lines.append(line("150 ms, 1.6 Mbit/s: saved", slow["saved"]))
    ratio = lines[0].median / peer.median
    print(
        f"\nA key takes {ratio:.2f} of a form's time to the next frame. The page weighs"
        f" {light / 1000:.1f} kB without clips. Layout shifts {seen['shifts']:.4f}; tasks over"
        f" 50 ms: {len(seen['long'])} ({', '.join(f'{ms:.0f}' for ms in seen['long'][:8])})."
        f" Labels {Label.objects.filter(campaign=campaign).count():,}."
    )
    return {
        "lines": [asdict(one) for one in (*lines, peer)],
        "ratio": ratio,
        "page_bytes": light,
        "shifts": seen["shifts"],
        "long_tasks": seen["long"],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judgements", type=int, default=200)
    parser.add_argument("--mb", type=float, default=6.0, help="Size of the largest clips.")
    parser.add_argument("--slow", type=int, default=15, help="Judgements on the slow line.")
    parser.add_argument("--soak", type=int, default=0, help="Judgements whose memory is watched.")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    print(machine())
    gather_static()
    make_clips(given.mb)
    with (
        migrated_database(),
        web() as served,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_chromium(), args=OPTIONS) as chromium,
    ):
        result = measure(chromium, served, given)
    if given.json:
        given.json.write_text(json.dumps(result, indent=2))
