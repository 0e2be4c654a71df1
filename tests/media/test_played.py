"""What was made plays in a real Chromium: pictures of the right size, time that passes, a place
that can be jumped to."""

from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from media.ranges import Span, read_range
from tests.media.clips import PLAYABLE

pytestmark = pytest.mark.browser

PAGE = (
    b'<!doctype html><title>Player</title><link rel="icon" href="data:,"><video muted'
    b" playsinline></video>"
)
PLAY = """async (source) => {
    const video = document.querySelector("video");
    const happened = (name) => new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, {once: true});
        video.addEventListener("error", () => reject(new Error(video.error.message)), {once: true});
    });
    const ready = happened("loadedmetadata");
    video.src = source;
    await ready;
    const passed = happened("timeupdate");
    await video.play();
    await passed;
    while (video.currentTime <= 0) await happened("timeupdate");
    const played = video.currentTime;
    video.pause();
    const there = happened("seeked");
    video.currentTime = video.duration * 0.7;
    await there;
    return {
        width: video.videoWidth, height: video.videoHeight, duration: video.duration, played,
        jumped: video.currentTime,
        frames: video.getVideoPlaybackQuality().totalVideoFrames, state: video.readyState,
    };
}"""


class Player(SimpleHTTPRequestHandler):
    """A page with a player, and files in ranges, as a browser asks for them in order to jump."""

    def do_GET(self) -> None:
        path = Path(self.path.strip("/"))
        if path.suffix != ".mp4":
            self.answer(200, PAGE, "text/html")
            return
        content = (self.server.folder / path.name).read_bytes()
        span = read_range(self.headers["Range"], len(content))
        if isinstance(span, Span):
            self.answer(
                206,
                content[span.start : span.stop],
                "video/mp4",
                ("Content-Range", span.content_range(len(content))),
            )
        else:
            self.answer(200, content, "video/mp4")

    def answer(
        self, status: int, body: bytes, content_type: str, *headers: tuple[str, str]
    ) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", content_type),
            ("Content-Length", str(len(body))),
            ("Accept-Ranges", "bytes"),
            *headers,
        ):
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # a browser that has seen enough

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def player(chromium: Browser, made) -> Iterator[Page]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Player)
    server.daemon_threads = True
    server.folder = made("kept.mp4")[1].path.parent
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    yield page
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("name", [*PLAYABLE, "turned.mp4"])
def test_it_plays_and_can_be_jumped_in(player, made, name):
    _, result, _ = made(name)
    seen = player.evaluate(PLAY, f"/{result.path.name}")
    assert (seen["width"], seen["height"]) == (result.width, result.height)
    assert seen["duration"] == pytest.approx(result.seconds, abs=0.1)
    assert seen["played"] > 0
    assert seen["jumped"] == pytest.approx(result.seconds * 0.7, abs=0.1)
    assert seen["frames"] > 0


def test_the_player_says_when_it_cannot_play(player, made, clip):
    """The same page fails with what the clips were before: so its success means something."""
    unplayable = made("kept.mp4")[1].path.parent / "msvd.mp4"
    unplayable.write_bytes(clip("msvd.avi").read_bytes())
    with pytest.raises(Exception, match=r"DEMUXER_ERROR|MEDIA_ERR|Format error"):
        player.evaluate(PLAY, "/msvd.mp4")
