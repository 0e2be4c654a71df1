"""Media files a part at a time, and only when they have changed."""

import os
import time
from email.utils import formatdate

import pytest

from pooling.media_links import media_link
from pooling.views.media import OPEN_ENDED_BYTES
from tests.web.media import CONTENT, body_of


@pytest.mark.parametrize(
    ("header", "start", "stop"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=100-199", 100, 200),
        ("bytes=255990-", 255_990, 256_000),
        ("bytes=-10", 255_990, 256_000),
        ("bytes=255999-999999", 255_999, 256_000),
        ("bytes=-999999", 0, 256_000),
        ("bytes=0-255999", 0, 256_000),
    ],
)
def test_a_range_is_sent_as_asked(signed_in, rater, link, header, start, stop):
    response = signed_in(rater).get(link, headers={"Range": header})
    assert response.status_code == 206
    assert response["Content-Range"] == f"bytes {start}-{stop - 1}/256000"
    assert response["Content-Length"] == str(stop - start)
    assert body_of(response) == CONTENT[start:stop]


def test_a_range_after_the_end_is_refused_with_the_size(signed_in, rater, link):
    response = signed_in(rater).get(link, headers={"Range": "bytes=256000-"})
    assert response.status_code == 416
    assert response["Content-Range"] == "bytes */256000"
    assert response.content == b""


@pytest.mark.parametrize("header", ["bytes=0-1,5-6", "lines=1-2", "bytes=9-3"])
def test_what_is_no_single_range_gets_the_whole_file(signed_in, rater, link, header):
    response = signed_in(rater).get(link, headers={"Range": header})
    assert response.status_code == 200
    assert "Content-Range" not in response
    assert body_of(response) == CONTENT


def test_all_from_here_is_answered_with_a_part_and_a_named_range_in_full(
    signed_in, rater, media_root
):
    size = OPEN_ENDED_BYTES + 1000
    with (media_root / "film.mp4").open("wb") as film:
        film.truncate(size)
    link = media_link(rater, "film.mp4")
    for header, stop in (("bytes=5-", OPEN_ENDED_BYTES + 5), (f"bytes=5-{size - 1}", size)):
        response = signed_in(rater).get(link, headers={"Range": header})
        assert response["Content-Range"] == f"bytes 5-{stop - 1}/{size}"
        assert len(body_of(response)) == stop - 5


def test_head_tells_the_size_and_sends_nothing(signed_in, rater, link, opened):
    response = signed_in(rater).head(link, headers={"Range": "bytes=1-2"})
    assert (response.status_code, response["Content-Length"], response["Accept-Ranges"]) == (
        200,
        "256000",
        "bytes",
    )
    assert response.content == b""
    assert [file.closed for file in opened] == [True]


# Versions


def test_a_file_that_is_known_is_not_sent_again(signed_in, rater, link):
    browser = signed_in(rater)
    first = browser.head(link)
    for header in ({"If-None-Match": first["ETag"]}, {"If-Modified-Since": first["Last-Modified"]}):
        again = browser.get(link, headers=header)
        assert (again.status_code, again["ETag"], again.content) == (304, first["ETag"], b"")


def test_a_file_that_changed_is_sent_again(signed_in, rater, link, clip):
    browser = signed_in(rater)
    known = browser.head(link)["ETag"]
    clip.write_bytes(CONTENT + b"more")
    assert body_of(browser.get(link, headers={"If-None-Match": known})) == CONTENT + b"more"


@pytest.mark.parametrize("validator", ["ETag", "Last-Modified"])
def test_if_range_continues_the_same_version_only(signed_in, rater, link, clip, validator):
    browser = signed_in(rater)
    version = browser.head(link)[validator]
    same = browser.get(link, headers={"Range": "bytes=10-19", "If-Range": version})
    assert (same.status_code, body_of(same)) == (206, CONTENT[10:20])
    clip.write_bytes(CONTENT[::-1])
    os.utime(clip, (time.time() + 10, time.time() + 10))
    other = browser.get(link, headers={"Range": "bytes=10-19", "If-Range": version})
    assert (other.status_code, body_of(other)) == (200, CONTENT[::-1])


@pytest.mark.parametrize(
    "version", ['W/"3e800-1"', '"3e800-1"', formatdate(0, usegmt=True), "yesterday"]
)
def test_if_range_with_anything_else_gets_the_whole_file(signed_in, rater, link, version):
    response = signed_in(rater).get(link, headers={"Range": "bytes=10-19", "If-Range": version})
    assert response.status_code == 200
    response.close()
