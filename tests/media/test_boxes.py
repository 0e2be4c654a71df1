"""Whatever the boxes of a file say, reading them ends soon: with what they say, or with a refusal
in our own words."""

import io
import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from media.boxes import LARGEST_INDEX, MOST_BOXES, Boxes, read_boxes
from media.probing import probe
from media.reasons import Unplayable
from pooling.demo.clips import draw_clips
from pooling.demo.world import write_clip

QUICK = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="session")
def film(tmp_path_factory) -> bytes:
    """A small MP4 as the demo has them: its index in front, then the pictures."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    write_clip(replace(draw_clips(np.random.default_rng(1), 1)[0], frames=12), path)
    return path.read_bytes()


def box(kind: bytes, content: bytes = b"", claims: int | None = None) -> bytes:
    return struct.pack(">I4s", 8 + len(content) if claims is None else claims, kind) + content


def long_box(kind: bytes, content: bytes, claims: int) -> bytes:
    """Whose length stands in eight bytes of its own."""
    return struct.pack(">I4sQ", 1, kind, claims) + content


def read(content: bytes) -> Boxes:
    return read_boxes(io.BytesIO(content), len(content))


def refusal(content: bytes) -> Unplayable:
    with pytest.raises(Unplayable) as refused:
        read(content)
    return refused.value


FTYP = box(b"ftyp", b"isom" + bytes(4))
MOOV = box(b"moov", box(b"mvhd", bytes(100)))


@pytest.mark.parametrize("claims", [2**62, 2**63 - 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("before", [FTYP, FTYP + MOOV])
def test_a_box_that_no_file_could_hold_is_refused_by_its_place_its_claim_and_what_is_there(
    before, claims
):
    refused = refusal(before + long_box(b"mdat", b"pictures", claims))
    assert refused.code == "broken"
    assert (
        str(refused)
        == f"Its structure cannot be read: the mdat box at byte {len(before)} claims {claims:,}"
        " bytes,"
        " but the file has 24 bytes from there on."
    )


def test_a_file_of_pictures_whose_size_is_a_lie_is_refused_before_any_decoder_sees_it(
    film, tmp_path
):
    at = film.index(b"mdat") - 4
    path = tmp_path / "lie.mp4"
    path.write_bytes(film[:at] + long_box(b"mdat", film[at + 8 :], 2**62))
    with pytest.raises(
        Unplayable, match=f"the mdat box at byte {at} claims 4,611,686,018,427,387,904 bytes"
    ):
        probe(path)


def test_a_film_that_was_cut_after_its_index_is_left_to_the_decoder(film):
    """It plays until there, and its page says so."""
    cut = film[: len(film) - 100]
    assert read(cut) == read(film)
    wide = film[: film.index(b"mdat") - 4] + long_box(b"mdat", b"pictures", 5 * 2**30)
    assert read(wide).index_in_front


@pytest.mark.parametrize("lost", [1, 300])
def test_a_file_that_was_cut_before_its_index_says_where_and_what_is_missing(lost):
    content = FTYP + box(b"mdat", bytes(1000))
    refused = refusal(content[:-lost])
    assert refused.code == "truncated"
    assert (
        f"the mdat box at byte 16 claims 1,008 bytes, but the file has {1008 - lost:,} bytes from"
        " there on" in str(refused)
    )


def test_an_index_that_is_not_all_there_says_so():
    refused = refusal((FTYP + MOOV)[:-1])
    assert (refused.code, "the moov box at byte 16" in str(refused)) == ("truncated", True)


def test_an_index_larger_than_any_video_needs_is_refused_unread():
    class Sparse(io.BytesIO):
        """A file with a hole: its size is told, not written."""

        def read(self, size: int = -1) -> bytes:
            assert size <= LARGEST_INDEX
            return super().read(size)

    content = FTYP + box(b"moov", claims=3 * 2**30)
    with pytest.raises(Unplayable, match="index") as refused:
        read_boxes(Sparse(content), len(FTYP) + 3 * 2**30)
    assert refused.value.code == "broken"
    assert f"{3 * 2**30 - 8:,} bytes" in str(refused.value)


def test_a_box_larger_than_the_one_around_it_is_refused():
    """FFmpeg would read on to the end of the outer one, and find there what we had not looked
    at."""
    inner = box(b"trak", box(b"mdia", box(b"minf", box(b"dinf", bytes(40)), claims=4000)))
    refused = refusal(
        FTYP + box(b"moov", box(b"mvhd", bytes(100)) + inner) + box(b"mdat", bytes(50))
    )
    assert refused.code == "broken"
    assert (
        str(refused) == "Its structure cannot be read: the minf box at byte 148 claims 4,000 bytes,"
        " but the box around it has 56 bytes from there on."
    )


@pytest.mark.parametrize("kind", [b"free", b"skip", b"moof"])
def test_a_crowd_of_empty_boxes_is_counted_and_refused(kind):
    assert refusal(FTYP + box(kind) * (MOST_BOXES + 1) + MOOV).code == "broken"
    assert refusal(FTYP + box(b"moov", box(kind) * (MOST_BOXES + 1))).code == "broken"
    assert read(FTYP + box(kind) * 100 + MOOV).names_other_files is False


def test_boxes_nested_without_end_are_refused():
    nested = b""
    for _ in range(5000):
        nested = box(b"trak", nested)
    assert refusal(FTYP + box(b"moov", nested)).code == "broken"


def test_zero_means_to_the_end_and_one_means_that_eight_more_bytes_tell():
    assert read(FTYP + MOOV + box(b"mdat", b"pictures", claims=0)).index_in_front
    assert read(FTYP + MOOV + long_box(b"mdat", b"pictures", 24)).index_in_front
    assert read(FTYP + box(b"moov", MOOV[8:], claims=0)).index_in_front


@pytest.mark.parametrize("length", [1, 2, 7])
def test_a_box_shorter_than_its_own_head_ends_the_reading(length):
    assert not read(FTYP + MOOV + box(b"mdat", bytes(20), claims=length)).only_needed
    assert refusal(FTYP + box(b"mdat", bytes(20), claims=length)).code == "truncated"


def test_the_zeros_that_end_a_list_of_notes_are_no_box():
    assert read(FTYP + box(b"moov", box(b"mvhd", bytes(100)) + bytes(4))).index_in_front


HEADS = st.sampled_from([0, 1, 7, 8, 15, 16, 2**31, 2**32 - 1])
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("byte"), st.floats(0, 1), st.integers(0, 255)),
        st.tuples(st.just("length"), st.floats(0, 1), HEADS),
        st.tuples(st.just("long"), st.floats(0, 1), st.integers(0, 2**64 - 1)),
        st.tuples(st.just("cut"), st.floats(0, 1), st.just(0)),
        st.tuples(st.just("twice"), st.floats(0, 1), st.integers(1, 2000)),
        st.tuples(
            st.just("kind"),
            st.floats(0, 1),
            st.sampled_from([b"moov", b"trak", b"dref", b"stsd", b"udta", b"free", b"url "]),
        ),
    ),
    max_size=6,
)


def mutated(content: bytes, changes) -> bytes:
    """Where a box is struck, it is one of those that are there: their kinds are letters after four
    bytes of length."""
    for what, where, value in changes:
        boxes = [at for at in range(4, min(len(content), 3000)) if content[at : at + 4].isalpha()]
        at = int(where * max(0, len(content) - 1))
        head = boxes[int(where * (len(boxes) - 1))] - 4 if boxes else 0
        match what:
            case "byte" if content:
                content = content[:at] + bytes([value]) + content[at + 1 :]
            case "length":
                content = content[:head] + struct.pack(">I", value) + content[head + 4 :]
            case "long":
                content = (
                    content[:head]
                    + struct.pack(">I4sQ", 1, content[head + 4 : head + 8], value)
                    + content[head + 16 :]
                )
            case "kind":
                content = content[: head + 4] + value + content[head + 8 :]
            case "cut":
                content = content[:at]
            case "twice":
                content = content[:at] + content[at : at + value] * 3 + content[at:]
    return content


def outcome(content: bytes) -> Boxes | Unplayable:
    try:
        return read(content)
    except Unplayable as refused:
        return refused


def is_in_our_words(refused: Unplayable) -> bool:
    return refused.code in ("broken", "truncated") and str(refused).isprintable()


@QUICK
@given(changes=CHANGES)
@example(changes=[("long", 0.999, 2**62)])
@example(changes=[("length", 0.5, 0)])
def test_a_film_with_anything_changed_is_read_or_refused(film, changes):
    told = outcome(mutated(film, changes))
    assert isinstance(told, Boxes) or is_in_our_words(told)


@QUICK
@given(content=st.binary(max_size=400))
def test_any_bytes_at_all_are_read_or_refused(content):
    told = outcome(content)
    assert isinstance(told, Boxes) or is_in_our_words(told)


def test_a_good_film_is_what_it_was(film):
    told = read(film)
    assert (told.index_in_front, told.names_other_files, told.encrypted) == (True, False, False)
    assert (told.only_needed, told.brand) == (True, b"isom")
