"""Archives are looked through before anything is taken out; each danger has its own name; names
stay data."""

import io
import stat
import struct
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from media.archives import ArchiveLimits, UnsafeArchive, safe_members

CLIP = bytes(range(256)) * 40
ODD_NAMES = [
    "a b.mp4",
    'it\'s "it".mp4',
    "🎬.mp4",
    "abc\u202e4pm.mp4",
    "-rf.mp4",
    "$(reboot).mp4",
    "sub/folder/x.mp4",
    "ü.mp4",
]


@pytest.fixture(params=["zip", "tar", "tar.gz"])
def pack(request, tmp_path):
    """pack({name: content}) makes an archive of each kind."""

    def make(files: Iterable[tuple[str, bytes]]) -> Path:
        path = tmp_path / f"videos.{request.param}"
        return pack_zip(path, files) if request.param == "zip" else pack_tar(path, files)

    return make


def pack_zip(path: Path, files: Iterable[tuple[str, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            info = zipfile.ZipInfo("placeholder")
            info.filename = info.orig_filename = name
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return path


def pack_tar(path: Path, files: Iterable[tuple[str, bytes]], **attributes) -> Path:
    with tarfile.open(path, "w:gz" if path.name.endswith("gz") else "w") as archive:
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            for key, value in attributes.items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(content))
    return path


def read_all(path: Path, limits: ArchiveLimits | None = None) -> dict[str, bytes]:
    found = {}
    for member in safe_members(path, limits):
        with member.open() as file:
            found[member.name] = file.read()
    return found


def refusal(path: Path, limits: ArchiveLimits | None = None) -> str:
    with pytest.raises(UnsafeArchive) as refused:
        next(safe_members(path, limits))
    assert len(str(refused.value)) < 250
    return refused.value.code


# What is fine


def test_members_come_with_their_bytes(pack):
    files = [("one.mp4", CLIP), ("two.mp4", CLIP[::-1])]
    assert read_all(pack(files)) == dict(files)


def test_odd_names_are_only_names(pack, tmp_path):
    path = pack([(name, CLIP) for name in ODD_NAMES])
    before = sorted(tmp_path.rglob("*"))
    assert list(read_all(path)) == ODD_NAMES
    assert sorted(tmp_path.rglob("*")) == before


def test_what_systems_leave_behind_is_passed_over(pack):
    left = ["__MACOSX/._one.mp4", "sub/.DS_Store", "Thumbs.db", "sub/._two.mp4", "desktop.ini"]
    assert list(read_all(pack([*((name, b"x") for name in left), ("one.mp4", CLIP)]))) == [
        "one.mp4"
    ]


def test_names_in_an_old_code_page_are_said(tmp_path):
    path = pack_zip(tmp_path / "old.zip", [("m?nchen.mp4", CLIP)])
    path.write_bytes(path.read_bytes().replace(b"m?nchen", b"m\x81nchen"))
    (member,) = safe_members(path)
    assert (member.name, member.remark) == (
        "münchen.mp4",
        "its name is not UTF-8, and was read as code page 437",
    )


def test_utf8_names_without_the_flag_are_read_as_utf8(tmp_path):
    path = pack_zip(tmp_path / "mac.zip", [("m??nchen.mp4", CLIP)])
    path.write_bytes(path.read_bytes().replace(b"m??nchen", "münchen".encode()))
    assert [(member.name, member.remark) for member in safe_members(path)] == [("münchen.mp4", "")]


def test_tar_names_that_are_not_utf8_are_said(tmp_path):
    path = tmp_path / "old.tar"
    with tarfile.open(path, "w", encoding="latin-1", format=tarfile.GNU_FORMAT) as archive:
        info = tarfile.TarInfo("münchen.mp4")
        info.size = len(CLIP)
        archive.addfile(info, io.BytesIO(CLIP))
    (member,) = safe_members(path)
    assert (member.name, member.remark) == (
        "münchen.mp4",
        "its name is not UTF-8, and was read as Latin-1",
    )


# What is refused in every kind


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("/etc/passwd", "absolute"),
        ("\\\\server\\share.mp4", "absolute"),
        ("C:\\clip.mp4", "absolute"),
        ("../up.mp4", "outside"),
        ("a/../../up.mp4", "outside"),
        ("a\\..\\..\\up.mp4", "outside"),
        ("line\nbreak.mp4", "name"),
        ("x" * 1001, "name"),
        ("more.zip", "nested"),
        ("more.tar.gz", "nested"),
    ],
)
def test_one_bad_name_refuses_the_archive(pack, name, code):
    assert refusal(pack([("good.mp4", CLIP), (name, CLIP)])) == code


def test_an_archive_in_an_archive_is_known_by_its_content(pack, tmp_path):
    inner = pack_zip(tmp_path / "inner.zip", [("x.mp4", CLIP)]).read_bytes()
    assert refusal(pack([("video.mp4", inner)])) == "nested"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused(pack):
    assert refusal(pack([("a.mp4", CLIP), ("a.mp4", CLIP)])) == "duplicate"


def test_limits_are_for_the_number_the_sum_and_each(pack):
    path = pack([(f"{number}.mp4", CLIP) for number in range(5)])
    assert refusal(path, ArchiveLimits(files=4)) == "too_many"
    assert refusal(path, ArchiveLimits(bytes=5 * len(CLIP) - 1)) == "too_large"
    assert refusal(path, ArchiveLimits(member_bytes=len(CLIP) - 1)) == "too_large"
    assert (
        len(read_all(path, ArchiveLimits(files=5, bytes=5 * len(CLIP), member_bytes=len(CLIP))))
        == 5
    )


def test_an_archive_of_nothing_is_refused(pack):
    assert refusal(pack([(".DS_Store", b"x")])) == "empty_archive"


def test_an_upload_that_was_cut_is_refused(pack):
    path = pack([(f"{number}.mp4", CLIP) for number in range(3)])
    content = path.read_bytes()
    for share in (0.3, 0.7):
        path.write_bytes(content[: int(len(content) * share)])
        assert refusal(path) in ("not_archive", "checksum")


def test_a_tar_that_was_cut_between_members_is_refused(tmp_path):
    path = pack_tar(tmp_path / "cut.tar", [("a.mp4", CLIP), ("b.mp4", CLIP)])
    path.write_bytes(path.read_bytes()[: 512 + len(CLIP)])
    assert refusal(path) == "not_archive"


def test_bombs_are_refused_before_they_are_unpacked(tmp_path):
    zeros = bytes(20_000_000)
    assert refusal(pack_zip(tmp_path / "bomb.zip", [("a.mp4", zeros)])) == "ratio"
    assert refusal(pack_tar(tmp_path / "bomb.tar.gz", [("a.mp4", zeros)])) == "ratio"


@pytest.mark.parametrize(
    "content", [b"", b"no archive", b"7z\xbc\xaf\x27\x1c" + bytes(300), b"PK\x03\x04" + bytes(100)]
)
def test_what_is_no_archive_is_refused(tmp_path, content):
    path = tmp_path / "videos.zip"
    path.write_bytes(content)
    assert refusal(path) == "not_archive"


# What only zip can do


def test_links_and_devices_in_a_zip_are_refused(tmp_path):
    for kind, code in (
        (stat.S_IFLNK, "link"),
        (stat.S_IFCHR, "special"),
        (stat.S_IFIFO, "special"),
    ):
        path = tmp_path / "links.zip"
        with zipfile.ZipFile(path, "w") as archive:
            info = zipfile.ZipInfo("a.mp4")
            info.external_attr = (kind | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
        assert refusal(path) == code


def altered(path: Path, offset_local: int, offset_central: int, value: bytes) -> Path:
    """The zip with other bytes in both heads of its only member."""
    content = bytearray(path.read_bytes())
    for start, offset in (
        (content.index(b"PK\3\4"), offset_local),
        (content.index(b"PK\1\2"), offset_central),
    ):
        content[start + offset : start + offset + len(value)] = value
    path.write_bytes(content)
    return path


def test_an_encrypted_member_is_refused(tmp_path):
    path = pack_zip(tmp_path / "locked.zip", [("a.mp4", CLIP)])
    assert refusal(altered(path, 6, 8, b"\x01\0")) == "encrypted"


def test_a_rare_compression_is_refused(tmp_path):
    path = tmp_path / "rare.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.mp4", CLIP)
    assert refusal(path) == "compression"


def test_a_wrong_checksum_is_found_at_once_in_a_small_member(tmp_path):
    assert (
        refusal(altered(pack_zip(tmp_path / "bad.zip", [("a.mp4", CLIP)]), 14, 16, b"\1\2\3\4"))
        == "checksum"
    )


def test_a_wrong_checksum_is_found_when_a_large_member_is_read(tmp_path):
    path = altered(pack_zip(tmp_path / "bad.zip", [("a.mp4", CLIP * 20)]), 14, 16, b"\1\2\3\4")
    members = safe_members(path)
    with pytest.raises(UnsafeArchive) as refused, next(members).open() as file:
        file.read()
    assert refused.value.code == "checksum"


def test_members_that_share_bytes_are_refused(tmp_path):
    path = pack_zip(tmp_path / "shared.zip", [("a.mp4", CLIP), ("b.mp4", CLIP)])
    content = bytearray(path.read_bytes())
    second = content.rindex(b"PK\1\2")
    content[second + 42 : second + 46] = struct.pack(
        "<I", 0
    )  # b's bytes are said to lie where a's do
    path.write_bytes(content)
    assert refusal(path) == "overlap"


def test_a_directory_too_long_for_memory_is_not_read(tmp_path):
    path = pack_zip(tmp_path / "long.zip", [("a.mp4", CLIP)])
    content = bytearray(path.read_bytes())
    end = content.rindex(b"PK\5\6")
    content[end + 12 : end + 16] = struct.pack("<I", 0xFFFFFFF0)
    path.write_bytes(content)
    assert refusal(path) == "too_many"


# What only tar can do


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (tarfile.SYMTYPE, "link"),
        (tarfile.LNKTYPE, "link"),
        (tarfile.CHRTYPE, "special"),
        (tarfile.BLKTYPE, "special"),
        (tarfile.FIFOTYPE, "special"),
    ],
)
def test_links_and_devices_in_a_tar_are_refused(tmp_path, kind, code):
    assert (
        refusal(pack_tar(tmp_path / "odd.tar", [("a.mp4", b"")], type=kind, linkname="/etc/passwd"))
        == code
    )


def test_a_damaged_tar_gz_is_refused(tmp_path):
    path = pack_tar(tmp_path / "bad.tar.gz", [("a.mp4", CLIP)])
    content = bytearray(path.read_bytes())
    content[-6] ^= 0xFF  # in the checksum at its end
    path.write_bytes(content)
    assert refusal(path) == "checksum"


def test_a_header_as_long_as_the_memory_is_refused(tmp_path):
    path = tmp_path / "header.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a.mp4")
        info.pax_headers = {"comment": "x" * 3_000_000}
        archive.addfile(info, io.BytesIO(b""))
    assert refusal(path) == "name"
