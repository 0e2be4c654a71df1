"""Media files: for the person a link was made for, and closed again whatever happens."""

import os
from email.utils import formatdate
from wsgiref.util import FileWrapper

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import ApiToken, Scope
from pooling.media_files import CHUNK, Pieces
from pooling.media_links import media_link
from tests.web.media import CONTENT, body_of

# Who


def test_the_person_it_was_made_for_reads_the_file(signed_in, rater, link):
    response = signed_in(rater).get(link)
    assert response.status_code == 200
    assert body_of(response) == CONTENT
    assert response["Content-Length"] == str(len(CONTENT))
    assert response["Content-Type"] == "video/mp4"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert {"Cookie", "Authorization"} <= set(response["Vary"].split(", "))


def test_nobody_else_does_whatever_their_role(signed_in, administrator, link):
    response = signed_in(administrator).get(link)
    assert response.status_code == 403
    assert b"made for another person" in response.content


def test_a_stranger_does_not(client, link):
    response = client.get(link)
    assert response.status_code == 403
    assert b"Sign in" in response.content


def test_a_script_follows_its_link_with_its_token(client, rater, other_rater, link):
    _, token = make_token(COMMAND, rater, name="script", scope=Scope.READ, days=1)
    _, other = make_token(COMMAND, other_rater, name="script", scope=Scope.READ, days=1)
    assert body_of(client.get(link, headers={"Authorization": f"Bearer {token}"})) == CONTENT
    assert client.get(link, headers={"Authorization": f"Bearer {other}"}).status_code == 403
    assert client.get(link, headers={"Authorization": f"Bearer {token}x"}).status_code == 403
    ApiToken.objects.filter(user=rater).update(revoked_at=timezone.now())
    assert client.get(link, headers={"Authorization": f"Bearer {token}"}).status_code == 403


def test_a_link_ends_with_the_account(signed_in, rater, link):
    browser = signed_in(rater)
    rater.is_active = False
    rater.save()
    assert browser.get(link).status_code == 403


def test_a_link_expires_and_says_where_to_get_another(signed_in, rater, link, settings):
    settings.MEDIA_SECONDS = -1
    response = signed_in(rater).get(link)
    assert response.status_code == 410
    assert b"Open the page it stands on again" in response.content


def test_a_changed_link_is_no_link(signed_in, rater, link):
    signed, _, name = link.rpartition("/")
    for changed in (f"{signed}x/{name}", f"/media/nonsense/{name}", f"/media/::/{name}"):
        assert signed_in(rater).get(changed).status_code == 404


def test_a_link_for_another_purpose_is_no_link(signed_in, rater, clip):
    from django.core import signing

    elsewhere = signing.dumps([rater.pk, "clips/somersault.mp4"], salt="another.purpose")
    assert signed_in(rater).get(f"/media/{elsewhere}/somersault.mp4").status_code == 404


def test_others_are_not_told_whether_the_file_exists(client, signed_in, rater, other_rater, clip):
    there, gone = (
        media_link(rater, "clips/somersault.mp4"),
        media_link(rater, "clips/never-was.mp4"),
    )
    assert signed_in(rater).get(gone).status_code == 404
    for browser in (Client(), signed_in(other_rater)):
        one, other = browser.get(there), browser.get(gone)
        assert (one.status_code, other.status_code) == (403, 403)
        assert one.headers.keys() == other.headers.keys()


# What


@pytest.mark.parametrize(
    "path",
    ["../secret.mp4", "clips/../../secret.mp4", "escape.mp4", "clips", "pipe.mp4", "no\0name.mp4"],
)
def test_only_regular_files_that_lie_inside_are_read(signed_in, rater, media_root, path):
    secret = media_root.parent / "secret.mp4"
    secret.write_bytes(b"not for reading")
    (media_root / "escape.mp4").symlink_to(secret)
    os.mkfifo(media_root / "pipe.mp4")
    assert signed_in(rater).get(media_link(rater, path)).status_code == 404


def test_an_absolute_path_leads_nowhere(signed_in, rater, media_root):
    secret = media_root.parent / "secret.mp4"
    secret.write_bytes(b"not for reading")
    assert signed_in(rater).get(media_link(rater, str(secret))).status_code == 404


def test_a_link_inside_the_folder_is_followed(signed_in, rater, media_root, clip):
    (media_root / "same.mp4").symlink_to(clip)
    assert body_of(signed_in(rater).get(media_link(rater, "same.mp4"))) == CONTENT


@pytest.mark.parametrize("name", ["page.html", "script.js", "picture.svg", "noending"])
def test_what_could_hold_scripts_is_only_downloaded(signed_in, rater, media_root, name):
    (media_root / name).write_text("<script>alert(1)</script>")
    response = signed_in(rater).get(media_link(rater, name))
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"] == "attachment"
    response.close()


KEPT = "private, max-age=3600, immutable"  # half of what a link lasts


def test_parts_of_a_film_are_not_kept(signed_in, rater, media_root):
    (media_root / "clip.mp4").write_bytes(CONTENT)
    response = signed_in(rater).get(media_link(rater, "clip.mp4"), headers={"Range": "bytes=0-"})
    assert response.status_code == 206
    assert response["Cache-Control"] == "private, no-store"
    response.close()


def test_a_link_made_again_is_the_same_link(rater, other_rater):
    assert media_link(rater, "clip.mp4") == media_link(rater, "clip.mp4")
    assert media_link(rater, "clip.mp4") != media_link(other_rater, "clip.mp4")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("clip.mp4", KEPT),
        ("poster.jpg", KEPT),
        ("labels.csv", "private, no-store"),
        ("labels.jsonl", "private, no-store"),
        ("archive.zip", "private, no-store"),
        ("upload", "private, no-store"),
    ],
)
def test_the_browser_keeps_pictures_and_whole_films_and_nothing_else(
    signed_in, rater, media_root, name, kept
):
    (media_root / name).write_bytes(CONTENT)
    response = signed_in(rater).head(media_link(rater, name))
    assert response["Cache-Control"] == kept


def test_an_empty_file_is_sent_as_nothing(signed_in, rater, media_root):
    (media_root / "empty.mp4").touch()
    response = signed_in(rater).get(media_link(rater, "empty.mp4"), headers={"Range": "bytes=-5"})
    assert (response.status_code, response["Content-Length"], body_of(response)) == (200, "0", b"")


def test_only_reading_is_possible(signed_in, rater, link):
    assert signed_in(rater).post(link).status_code == 405


# Files are closed


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Range": "bytes=1-2"},
        {"Range": "bytes=999999-"},
        {"If-Modified-Since": formatdate(usegmt=True)},
    ],
)
def test_the_file_is_closed_even_if_nobody_reads_the_answer(
    signed_in, rater, link, opened, headers
):
    signed_in(rater).get(link, headers=headers).close()
    assert [file.closed for file in opened] == [True]


def test_a_body_is_read_in_bounded_pieces(clip):
    with clip.open("rb") as file:
        pieces = list(Pieces(file, 1, len(CONTENT)))
    assert b"".join(pieces) == CONTENT[1:]
    assert max(map(len, pieces)) <= CHUNK


@pytest.mark.parametrize("size", [1, 7, CHUNK, 10 * CHUNK])
def test_a_servers_file_wrapper_gets_the_same_bytes(clip, size):
    with clip.open("rb") as file:
        assert b"".join(FileWrapper(Pieces(file, 3, len(CONTENT) - 5), size)) == CONTENT[3:-5]


@given(start=st.integers(0, 300), length=st.integers(0, 300))
def test_a_file_that_shrank_while_it_was_sent_ends_where_it_ends(start, length, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "short"
    path.write_bytes(CONTENT[:200])
    with path.open("rb") as file:
        assert (
            b"".join(Pieces(file, start, start + length)) == CONTENT[:200][start : start + length]
        )


# Behind a proxy


def test_a_proxy_is_told_which_file_to_send(signed_in, rater, media_root, settings, opened):
    settings.MEDIA_ACCEL = "/protected/"
    (media_root / "clips" / "a b ü.mp4").write_bytes(CONTENT)
    response = signed_in(rater).get(
        media_link(rater, "clips/a b ü.mp4"), headers={"Range": "bytes=1-2"}
    )
    assert (response.status_code, response.content) == (200, b"")
    assert response["X-Accel-Redirect"] == "/protected/clips/a%20b%20%C3%BC.mp4"
    assert response["Content-Type"] == "video/mp4"
    assert [file.closed for file in opened] == [True]


def test_a_proxy_is_told_nothing_for_a_stranger(client, link, settings):
    settings.MEDIA_ACCEL = "/protected/"
    response = client.get(link)
    assert response.status_code == 403
    assert "X-Accel-Redirect" not in response
