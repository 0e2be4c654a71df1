"""Files come from the open internet and from nowhere else; and never more of them, nor for longer,
than was agreed."""

import ipaddress
import ssl
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Event

import pytest

from media.addresses import is_public
from media.fetching import Fetched, FetchLimits, NotFetched, fetch
from tests.media.servers import FILE, web_server

PEM = Path(__file__).parent / "self_signed.pem"
HOST = "videos.example.org"


@pytest.fixture(scope="module")
def server():
    with web_server() as server:
        yield server


@pytest.fixture
def get(server, tmp_path) -> Callable[..., Fetched]:
    """get("/clip.mp4") fetches from the server on loopback, which this test alone permits."""

    def fetch_here(path: str, **options) -> Fetched:
        port = server.server_address[1]
        limits = {"seconds": 10.0, "ports": frozenset({port}), **options.pop("limits", {})}
        options = {"may_reach": is_here, "resolver": lambda *_: ["127.0.0.1"], **options}
        return fetch(
            f"http://{HOST}:{port}{path}" if path.startswith("/") else path,
            tmp_path / "got",
            FetchLimits(**limits),
            **options,
        )

    return fetch_here


@pytest.fixture
def refusal(get, tmp_path) -> Callable[..., NotFetched]:
    def refused(path: str, **options) -> NotFetched:
        with pytest.raises(NotFetched) as refused:
            get(path, **options)
        assert list(tmp_path.iterdir()) == []
        assert "secret" not in str(refused.value)
        return refused.value

    return refused


def is_here(address) -> bool:
    return address == ipaddress.ip_address("127.0.0.1")


# What works


def test_a_file_is_fetched_whole(get, tmp_path, server):
    got = get("/clip.mp4?token=a%20b")
    assert (tmp_path / "got").read_bytes() == FILE
    assert [path.name for path in tmp_path.iterdir()] == ["got"]
    assert (got.bytes, got.sha256, got.content_type) == (
        len(FILE),
        sha256(FILE).hexdigest(),
        "video/mp4",
    )
    path, host, headers = server.asked[-1]
    assert (path, host) == ("/clip.mp4?token=a%20b", f"{HOST}:{server.server_address[1]}")
    assert not {"Cookie", "Authorization", "Referer"} & set(headers)


def test_an_answer_in_chunks_is_fetched_whole(get, tmp_path):
    assert get("/chunked").bytes == len(FILE)
    assert (tmp_path / "got").read_bytes() == FILE


def test_a_redirect_is_followed_to_the_file(get, server):
    got = get("/to?/to?/clip.mp4")
    assert got.bytes == len(FILE)
    assert got.url == f"http://{HOST}:{server.server_address[1]}/clip.mp4"


def test_no_proxy_of_the_environment_is_used(get, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert get("/clip.mp4").bytes == len(FILE)


def test_an_address_that_does_not_answer_gives_way_to_the_next(get):
    assert get(
        "/clip.mp4", resolver=lambda *_: ["127.0.0.2", "127.0.0.1"], may_reach=lambda _: True
    ).bytes == len(FILE)


# Where it will not go


def test_loopback_is_refused_without_permission(refusal, server):
    before = len(server.asked)
    assert refusal("/clip.mp4", may_reach=is_public).code == "private"
    assert len(server.asked) == before


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0"],
)
def test_no_way_of_writing_loopback_passes(server, tmp_path, host):
    port = server.server_address[1]
    before = len(server.asked)
    with pytest.raises(NotFetched) as refused:
        fetch(
            f"http://{host}:{port}/clip.mp4",
            tmp_path / "got",
            FetchLimits(ports=frozenset({port}), seconds=10),
        )
    assert refused.value.code in ("private", "unresolved")
    assert len(server.asked) == before


@pytest.mark.parametrize(
    "address",
    [
        *[
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ],
        *[
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "198.18.0.1",
            "192.0.0.170",
            "192.88.99.1",
            "203.0.113.5",
        ],
        *[
            "::1",
            "::",
            "fe80::1",
            "fe80::1%eth0",
            "fc00::1",
            "ff02::1",
            "2001:db8::1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
        ],
        *[
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "fec0::1",
            "100::1",
        ],
    ],
)
def test_addresses_that_are_not_public_are_refused(refusal, address):
    assert not is_public(ipaddress.ip_address(address))
    assert (
        refusal(
            "/clip.mp4", resolver=lambda *_: ["93.184.215.14", address], may_reach=is_public
        ).code
        == "private"
    )


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "1.1.1.1", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:1.1.1.1"],
)
def test_public_addresses_pass(address):
    assert is_public(ipaddress.ip_address(address))


def test_a_name_is_resolved_only_once(get):
    """A second answer would be another: the trick of names that point elsewhere a moment later."""
    answers = iter([["127.0.0.1"]])
    assert get("/clip.mp4", resolver=lambda *_: next(answers)).bytes == len(FILE)


def test_a_redirect_to_a_private_address_is_refused(refusal, server):
    port = server.server_address[1]
    hosts = {
        HOST: ["127.0.0.1"],
        "inside.example.org": ["10.0.0.1"],
        "169.254.169.254": ["169.254.169.254"],
    }
    for host in ("inside.example.org", "169.254.169.254"):
        assert (
            refusal(f"/to?http://{host}:{port}/clip.mp4", resolver=lambda name, _: hosts[name]).code
            == "private"
        )


def test_a_redirect_to_another_scheme_or_port_is_refused(refusal, server):
    assert refusal("/to?file:///etc/passwd").code == "scheme"
    assert refusal("/to?ftp://example.org/a").code == "scheme"
    assert refusal(f"/to?http://{HOST}:{server.server_address[1] + 1}/").code == "port"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("file:///etc/passwd", "scheme"),
        ("gopher://example.org:80/", "scheme"),
        ("http:///clip.mp4", "address"),
        ("http://someone:secret@example.org/", "address"),
        ("http://example.org/a b", "address"),
        ("http://example.org/a\r\nHost: inside", "address"),
        ("http://[::1/", "address"),
        ("http://example.org:99999/", "address"),
        ("http://example.org/" + "x" * 2000, "address"),
        ("http://bücher.example/", "address"),
    ],
)
def test_addresses_that_are_no_addresses_are_refused(refusal, url, code):
    assert refusal(url).code == code


@pytest.mark.parametrize("port", [22, 25, 5432, 6379, 8000])
def test_only_the_ports_of_the_web_are_reached(tmp_path, port):
    with pytest.raises(NotFetched) as refused:
        fetch(
            f"http://{HOST}:{port}/", tmp_path / "got", resolver=lambda *_: pytest.fail("resolved")
        )
    assert refused.value.code == "port"


def test_an_unknown_name_is_said(refusal):
    def unknown(*_):
        raise OSError

    assert refusal("/clip.mp4", resolver=unknown).code == "unresolved"


def test_a_name_service_that_never_answers_is_not_waited_for(refusal):
    over = Event()
    assert (
        refusal("/clip.mp4", resolver=lambda *_: over.wait(20), limits={"seconds": 0.3}).code
        == "slow"
    )
    over.set()


def test_a_closed_door_is_said(refusal):
    refused = refusal("/clip.mp4", resolver=lambda *_: ["127.0.0.9"], may_reach=lambda _: True)
    assert (refused.code, refused.may_pass_later) == ("unreachable", True)


# What comes back


@pytest.mark.parametrize(
    ("path", "code", "may_pass_later"),
    [
        ("/status/404", "gone", False),
        ("/status/410", "gone", False),
        ("/status/401", "login", False),
        ("/status/403", "login", False),
        ("/status/206", "status", False),
        ("/status/429", "busy", True),
        ("/status/503", "busy", True),
        ("/login", "html", False),
        ("/disguised", "html", False),
        ("/empty", "no_bytes", False),
        ("/packed", "encoded", False),
        ("/short", "wrong_length", True),
        ("/huge", "too_many_bytes", False),
        ("/loop", "redirects", False),
        ("/nowhere", "redirects", False),
        ("/nonsense", "not_http", False),
        ("/hang_up", "unreachable", True),
    ],
)
def test_an_answer_without_a_file_has_its_reason(refusal, path, code, may_pass_later):
    refused = refusal(path)
    assert (refused.code, refused.may_pass_later) == (code, may_pass_later)


def test_nothing_of_an_answer_is_told_but_its_status(refusal):
    assert str(refusal("/status/500")) == "The host answered 500."


def test_a_body_without_end_is_cut_at_the_limit(refusal):
    refused = refusal("/endless", limits={"bytes": 1_000_000})
    assert str(refused) == "The file has more than 1,000,000 bytes."


@pytest.mark.parametrize("path", ["/drip", "/drip_head", "/silent"])
def test_slowness_is_bounded_as_a_whole(refusal, path):
    refused = refusal(path, limits={"seconds": 0.4})
    assert (refused.code, refused.may_pass_later) == ("slow", True)


def test_a_folder_that_cannot_be_written_is_said(get, server):
    with pytest.raises(NotFetched) as refused:
        fetch(
            f"http://{HOST}:{server.server_address[1]}/clip.mp4",
            Path("/proc/nowhere/got"),
            FetchLimits(ports=frozenset({server.server_address[1]})),
            may_reach=is_here,
            resolver=lambda *_: ["127.0.0.1"],
        )
    assert refused.value.code == "no_room"


# https


@pytest.fixture(scope="module")
def secure_server():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM)
    with web_server(lambda socket: context.wrap_socket(socket, server_side=True)) as server:
        yield server


@pytest.fixture
def trust(monkeypatch):
    """The certificate of the server here is trusted, as if somebody known had signed it."""
    from media import pinned

    context = ssl.create_default_context(cafile=str(PEM))
    monkeypatch.setattr(pinned, "_trust", lambda: context)


def get_secure(server, path: str, target: Path, host: str = HOST) -> Fetched:
    port = server.server_address[1]
    limits = FetchLimits(ports=frozenset({port, 443, 80}), seconds=10)
    return fetch(
        f"https://{host}:{port}{path}",
        target,
        limits,
        may_reach=is_here,
        resolver=lambda *_: ["127.0.0.1"],
    )


def test_a_certificate_that_nobody_known_signed_is_refused(secure_server, tmp_path):
    with pytest.raises(NotFetched) as refused:
        get_secure(secure_server, "/clip.mp4", tmp_path / "got")
    assert (refused.value.code, refused.value.may_pass_later) == ("certificate", False)


def test_a_certificate_is_checked_against_the_name_not_the_address(secure_server, tmp_path, trust):
    assert get_secure(secure_server, "/clip.mp4", tmp_path / "got").bytes == len(FILE)
    with pytest.raises(NotFetched) as refused:
        get_secure(secure_server, "/clip.mp4", tmp_path / "got", host="other.example.org")
    assert refused.value.code == "certificate"


def test_a_redirect_from_https_to_http_is_refused(secure_server, tmp_path, trust):
    with pytest.raises(NotFetched) as refused:
        get_secure(secure_server, f"/to?http://{HOST}/clip.mp4", tmp_path / "got")
    assert refused.value.code == "downgrade"
