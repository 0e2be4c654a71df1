"""How much is read, from whom: refused while it is read, with what was expected; and what becomes
of the files."""

import json
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.urls import URLPattern, get_resolver, resolve
from rest_framework.parsers import MultiPartParser

from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope
from pooling.models import Upload
from stack.web.limits import NO_ONE, ORDINARY, UPLOADS, KnownAs, most_bytes, uploads_at
from tests.serving.conftest import Web, cookies_of, head, read_all, status_of
from tests.stack.stack import until

KIB, MIB = 2**10, 2**20
FORM = "application/x-www-form-urlencoded"
BOUNDARY = "----------------------------boundary"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]


def bearer(person) -> str:
    made = make_token(Actor(person, "page"), person, name="a script", scope=Scope.widest_of(person))
    return "Bearer " + made[1]


def problem_of(answer: bytes) -> dict:
    headers, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in headers, answer[:1000]
    return json.loads(body)


def chunks(piece: bytes, count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b"%x\r\n%s\r\n" % (len(piece), piece)
    yield b"0\r\n\r\n"


def part(name: str, value: bytes, file: str = "") -> bytes:
    which = f'name="{name}"' + (f'; filename="{file}"' if file else "")
    return (
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {which}\r\n\r\n".encode()
        + value
        + b"\r\n"
    )


def captions(size: int) -> bytes:
    rows = b"caption_id,video_id,caption\n" + b"".join(
        b"c%d,v%d,a caption of some length\n" % (n, n) for n in range(size // 34)
    )
    return (
        part("name", b"toy")
        + part("captions", rows, "captions.csv")
        + f"--{BOUNDARY}--\r\n".encode()
    )


# Strangers


def test_a_stranger_s_form_is_refused_before_it_is_sent(web: Web):
    """With `Expect: 100-continue` nothing of it goes over the line."""
    answer = web.say(
        head(
            "POST",
            "/people/sign-in/",
            Content_Type=FORM,
            Content_Length=str(600 * MIB),
            Expect="100-continue",
        )
    )
    assert status_of(answer) == 413
    assert b"100 Continue" not in answer
    assert b"Expected at most 64 KiB from somebody who is not signed in." in answer
    assert b"<html" in answer


def test_a_stranger_s_form_in_chunks_is_refused_while_it_is_read(web: Web):
    with web.line() as line:
        line.sendall(
            head("POST", "/people/sign-in/", Content_Type=FORM, Transfer_Encoding="chunked")
        )
        for piece in chunks(bytes(16 * KIB), 8):
            line.sendall(piece)
        assert status_of(read_all(line)) == 413


def test_who_sends_all_before_reading_still_reads_the_answer(web: Web):
    answer = web.ask("POST", "/people/sign-in/", bytes(20 * MIB), Content_Type=FORM)
    assert status_of(answer) == 413


def test_a_token_that_is_wrong_is_said_to_be_wrong_however_much_comes_with_it(web: Web):
    answer = web.ask(
        "POST",
        "/api/v1/benchmarks",
        bytes(NO_ONE + 1),
        Content_Type=MULTIPART,
        Authorization="Bearer tp_wrong",
    )
    assert status_of(answer) == 401
    assert "token is not known" in problem_of(answer)["detail"]


def test_whose_session_has_ended_is_led_to_sign_in_however_much_they_sent(web: Web):
    answer = web.ask(
        "POST",
        "/benchmarks/import/",
        bytes(NO_ONE + 1),
        Content_Type=MULTIPART,
        Cookie="sessionid=ended",
    )
    assert status_of(answer) == 302
    assert b"/people/sign-in/?next=" in answer


# People


def test_an_ordinary_form_may_be_as_large_as_django_reads(web: Web, rater):
    answer = web.ask(
        "POST", "/people/account/", bytes(ORDINARY + 1), Content_Type=FORM, Cookie=cookies_of(rater)
    )
    assert status_of(answer) == 413
    assert b"Expected a body of at most 2,560 KiB (2,621,440 bytes) here." in answer
    assert b"<html" in answer


def test_a_call_in_json_likewise_as_a_problem(web: Web, rater):
    answer = web.ask(
        "POST",
        "/api/v1/labels",
        bytes(ORDINARY + 1),
        Content_Type="application/json",
        Authorization=bearer(rater),
    )
    assert status_of(answer) == 413
    problem = problem_of(answer)
    assert (problem["status"], problem["instance"]) == (413, "/api/v1/labels")
    assert problem["detail"] == "Expected a body of at most 2,560 KiB (2,621,440 bytes) here."


def test_uploads_are_for_leads_and_limited_by_what_they_are(web: Web, lead, rater):
    asked = {"Content_Type": MULTIPART, "Content_Length": str(100 * MIB), "Expect": "100-continue"}
    for person, path, limit in (
        (lead, "/api/v1/benchmarks", "1 MiB"),
        (lead, "/api/v1/runs", "8 MiB"),
        (rater, "/api/v1/runs", "2,560 KiB"),
    ):
        answer = web.say(head("POST", path, Authorization=bearer(person), **asked))
        assert status_of(answer) == 413
        assert f"at most {limit} (" in problem_of(answer)["detail"]


def test_an_upload_in_chunks_is_refused_when_it_passes_its_limit(web: Web, lead):
    with web.line() as line:
        line.sendall(
            head(
                "POST",
                "/api/v1/runs",
                Content_Type=MULTIPART,
                Authorization=bearer(lead),
                Transfer_Encoding="chunked",
            )
        )
        for piece in chunks(bytes(MIB), 12):
            line.sendall(piece)
        assert "at most 8 MiB" in problem_of(read_all(line))["detail"]
    until(lambda: nothing_incoming(web))


def test_an_upload_within_its_limit_arrives_whole(web: Web, lead):
    """Larger than what is kept in memory, with a length and in chunks."""
    body = captions(600 * KIB)
    whole = web.ask(
        "POST", "/api/v1/benchmarks", body, Content_Type=MULTIPART, Authorization=bearer(lead)
    )
    assert status_of(whole) == 202, whole
    in_chunks = head(
        "POST",
        "/api/v1/benchmarks",
        Content_Type=MULTIPART,
        Authorization=bearer(lead),
        Transfer_Encoding="chunked",
    )
    assert status_of(web.say(in_chunks, b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))) == 202
    first, second = Upload.objects.order_by("pk")
    assert first.bytes == second.bytes > 500 * KIB
    assert first.sha256 == second.sha256
    until(lambda: nothing_incoming(web))


# Files


def nothing_incoming(web: Web) -> bool:
    """No worker has a file of its folder open, and nothing lies there."""
    folder = str(settings.HOME.incoming)
    opened = [
        link for worker in web.workers() for link in links_of(worker) if link.startswith(folder)
    ]
    lying = [path for path in Path(folder).glob("web-*/*") if not path.name.startswith("answer-")]
    return not [link for link in opened if link.count("/") > folder.count("/") + 1] and not lying


def links_of(process: int) -> list[str]:
    found = []
    for entry in Path(f"/proc/{process}/fd").iterdir():
        try:
            found.append(str(entry.readlink()))
        except OSError:
            continue
    return found


def test_nothing_stays_of_an_upload_that_is_broken_off(web: Web, lead):
    with web.line() as line:
        line.sendall(
            head(
                "POST",
                "/api/v1/runs",
                Content_Type=MULTIPART,
                Content_Length=str(7 * MIB),
                Authorization=bearer(lead),
            )
        )
        line.sendall(bytes(3 * MIB))
        until(lambda: not nothing_incoming(web))
    until(lambda: nothing_incoming(web))
    assert not Upload.objects.exists()


@pytest.fixture
def small_disk(web: Web):
    """No file of the workers may grow beyond 100 KiB: the system's own limit, met in the very calls
    that meet a full disk."""
    before = {worker: resource.prlimit(worker, resource.RLIMIT_FSIZE) for worker in web.workers()}
    for worker, (_, hard) in before.items():
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (100 * KIB, hard))
    yield
    for worker, limit in before.items():
        resource.prlimit(worker, resource.RLIMIT_FSIZE, limit)


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize(
    "size", [900 * KIB, 200 * KIB], ids=["while it is read", "when it is kept"]
)
def test_a_disk_without_room_is_said_to_have_none(web: Web, lead, size):
    kept = set((settings.MEDIA_ROOT / "uploads").glob("*"))
    by_api = web.ask(
        "POST",
        "/api/v1/benchmarks",
        captions(size),
        Content_Type=MULTIPART,
        Authorization=bearer(lead),
    )
    problem = problem_of(by_api)
    assert (problem["status"], problem["title"]) == (507, "Insufficient Storage")
    assert "The disk has no room for what was sent. Nothing was kept" in problem["detail"]
    token = "0" * 32
    asked = {
        "Cookie": f"{cookies_of(lead)}; csrftoken={token}",
        "X_CSRFToken": token,
        "Content_Type": MULTIPART,
    }
    by_page = web.ask(
        "POST", "/benchmarks/import/", captions(size).replace(b'"captions"', b'"file"'), **asked
    )
    assert status_of(by_page) == 507
    assert b"The disk is full" in by_page
    assert not Upload.objects.exists()
    assert set((settings.MEDIA_ROOT / "uploads").glob("*")) == kept
    until(lambda: nothing_incoming(web))


def test_connections_that_the_database_broke_do_not_fail_an_upload(web: Web, lead):
    """Who asks is looked up before the body is read; what is broken is left for a new
    connection."""
    bearer_of_lead = bearer(lead)
    asked = {"Content_Type": MULTIPART, "Authorization": bearer_of_lead}
    assert status_of(web.ask("GET", "/api/v1/me/", Authorization=bearer_of_lead)) == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
            " current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    answer = web.ask("POST", "/api/v1/benchmarks", captions(2 * MIB), **asked)
    assert status_of(answer) == 413, answer  # by the lead's limit, so it is known that they are one
    assert b"at most 1 MiB" in answer
    # The server is that of all tests here: its pool has to come upon every broken connection.
    until(
        lambda: all(
            status_of(web.ask("GET", "/api/v1/me/", Authorization=bearer_of_lead)) == 200
            for _ in range(40)
        )
    )


# Which addresses take uploads


def test_every_address_of_the_table_exists():
    for kind in UPLOADS:
        by_api = (f"/api/v1/{kind.api}", f"/api/v1/{kind.api}/") if kind.api else ()
        for pattern in (f"/{kind.pages}/", *by_api):
            path = pattern.replace("[0-9]+", "7")
            assert uploads_at("POST", path) is kind
            resolve(path)
            assert most_bytes("POST", path, KnownAs.LEAD, {kind.setting: 3}) == 3 * MIB
            assert most_bytes("GET", path, KnownAs.LEAD, {kind.setting: 3}) == ORDINARY
            assert most_bytes("POST", path, KnownAs.NO_ONE, {kind.setting: 3}) == NO_ONE


def patterns(resolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for found in resolver.url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLPattern):
            yield route, found
        else:
            yield from patterns(found, route)


def test_every_part_of_the_api_that_takes_files_is_in_the_table():
    taking = [
        route
        for route, found in patterns(get_resolver())
        if getattr(getattr(found.callback, "view_class", None), "parser_classes", None)
        == [MultiPartParser]
    ]
    assert len(taking) >= 5
    for route in taking:
        assert uploads_at(
            "POST", "/" + "".join("7" if "int:" in step else step for step in split(route))
        )


def split(route: str) -> list[str]:
    return route.replace("<", "\0<").replace(">", ">\0").split("\0")
