"""docs/videos.md has a line for each reason, in the code's own words, and for none that is not
there."""

import re

import pytest

from foundation.home import CHECKOUT
from media.archives import UnsafeArchive
from media.containers import CONTAINERS
from media.fetching import FetchLimits, NotFetched
from media.folders import NotTaken
from media.planning import LONGEST_SIDE
from media.playable import POSTER_AT, POSTER_SIDE
from media.probing import Limits
from media.reasons import NotMade, Refusal, Unplayable

DOCUMENT = (CHECKOUT / "docs" / "videos.md").read_text()
KINDS = {
    "a file that is no video": Unplayable,
    "no playable copy": NotMade,
    "an archive": UnsafeArchive,
    "a file of a folder": NotTaken,
    "an address": NotFetched,
}
LATER = " May pass later."


def rows_under(heading: str) -> dict[str, str]:
    section = DOCUMENT.partition(f"\n## Reasons: {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))


@pytest.mark.parametrize("heading", KINDS)
def test_every_reason_has_its_line(heading):
    kind = KINDS[heading]
    expected = {
        code: words + LATER * (code in kind.WORTH_RETRYING) for code, words in kind.REASONS.items()
    }
    assert rows_under(heading) == expected


@pytest.mark.parametrize("kind", KINDS.values())
def test_only_known_reasons_can_pass_later(kind):
    assert set(kind.REASONS) >= kind.WORTH_RETRYING


def test_a_reason_that_is_not_in_its_table_cannot_be_given():
    with pytest.raises(KeyError):
        Unplayable("whatever", "It does not work.")


def test_a_refusal_survives_the_way_between_processes():
    import pickle

    refused = pickle.loads(pickle.dumps(NotFetched("busy", "The host answered 503.")))
    assert isinstance(refused, Refusal)
    assert (refused.code, str(refused), refused.may_pass_later) == (
        "busy",
        "The host answered 503.",
        True,
    )


def test_the_limits_that_are_told_are_the_limits():
    limits = Limits()
    words = " ".join(DOCUMENT.split())
    told = (
        f"Limits: {limits.shortest} s to {limits.longest // 60} minutes, {limits.frames:,}"
        " pictures, 8192 × 4320 pixels, "
    )
    assert (
        told + f"{limits.smallest_side} to {limits.side:,} on a side, {limits.tracks} tracks."
        in words
    )
    assert limits.pixels == 8192 * 4320
    assert f"even sides, at most {LONGEST_SIDE} on the longer" in words
    assert f"A poster, at most {POSTER_SIDE} on its longer side, is taken at three tenths" in words
    assert POSTER_AT == 0.3
    assert FetchLimits().redirects == 5
    assert FetchLimits().ports == {80, 443}


@pytest.mark.parametrize("container", CONTAINERS, ids=lambda container: container.demuxer)
def test_every_container_is_named(container):
    words = [
        word for word in re.findall(r"\w+", container.title) if word not in ("or", "MPEG", "stream")
    ]
    assert all(word in DOCUMENT for word in words)
