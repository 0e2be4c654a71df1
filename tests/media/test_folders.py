"""Of a folder its own files are read, and nothing else that a name in it may lead to."""

import os
import socket
from pathlib import Path

import pytest

from media.folders import NotTaken, files_below


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "secret.mp4").write_bytes(b"secret")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.mp4").write_bytes(b"diary")
    inner = tmp_path / "videos"
    (inner / "sub" / "deep").mkdir(parents=True)
    (inner / "a.mp4").write_bytes(b"a")
    (inner / "sub" / "b.mp4").write_bytes(b"b")
    (inner / "sub" / "deep" / "c.mp4").write_bytes(b"c")
    (inner / ".hidden").write_bytes(b"no")
    return inner


def read(folder: Path) -> dict[str, bytes | str]:
    """What each name holds, or the code of its refusal."""
    found: dict[str, bytes | str] = {}
    for name, opened in files_below(folder):
        if isinstance(opened, NotTaken):
            found[name] = opened.code
        else:
            with opened() as file:
                found[name] = file.read()
    return found


PLAIN = {"a.mp4": b"a", "sub/b.mp4": b"b", "sub/deep/c.mp4": b"c"}


def test_files_come_in_the_order_of_their_names(folder):
    assert list(read(folder).items()) == list(PLAIN.items())


@pytest.mark.parametrize(
    "target",
    ["../secret.mp4", "/etc/passwd", "sub/../../secret.mp4", "../videos/../secret.mp4", ".."],
)
def test_a_link_that_leads_out_is_refused_by_its_name(folder, target):
    (folder / "link.mp4").symlink_to(target)
    assert read(folder) == PLAIN | {"link.mp4": "outside"}


def test_a_folder_that_is_a_link_to_elsewhere_is_refused_and_none_of_its_files_is_read(folder):
    (folder / "elsewhere").symlink_to("../private")
    (folder / "absolute").symlink_to(folder.parent / "private")
    assert read(folder) == PLAIN | {"elsewhere": "outside", "absolute": "outside"}


def test_a_link_through_a_folder_that_is_a_link_to_elsewhere_is_refused(folder):
    (folder / "elsewhere").symlink_to("../private")
    (folder / "link.mp4").symlink_to("elsewhere/diary.mp4")
    assert read(folder)["link.mp4"] == "outside"


def test_links_that_stay_inside_are_followed(folder):
    (folder / "near.mp4").symlink_to("sub/b.mp4")
    (folder / "sub" / "up.mp4").symlink_to("../a.mp4")
    (folder / "absolute.mp4").symlink_to(folder / "sub" / "deep" / "c.mp4")
    (folder / "folder").symlink_to("sub")
    (folder / "through.mp4").symlink_to("folder/deep/../b.mp4")
    links = {"near.mp4": b"b", "sub/up.mp4": b"a", "absolute.mp4": b"c", "through.mp4": b"b"}
    assert read(folder) == PLAIN | links


def test_links_to_nothing_and_in_circles_are_refused(folder):
    (folder / "gone.mp4").symlink_to("not there")
    (folder / "self.mp4").symlink_to("self.mp4")
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    assert read(folder) == PLAIN | dict.fromkeys(("gone.mp4", "self.mp4", "one", "two"), "nowhere")


def test_pipes_sockets_and_devices_are_refused_and_nobody_waits_for_them(folder, monkeypatch):
    os.mkfifo(folder / "pipe.mp4")
    monkeypatch.chdir(folder)  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket.mp4")
        assert read(folder) == PLAIN | {"pipe.mp4": "special", "socket.mp4": "special"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
def test_devices_are_refused(folder):
    try:
        os.mknod(folder / "zero.mp4", 0o20666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("this container may not make devices")
    assert read(folder)["zero.mp4"] == "special"


@pytest.mark.parametrize("swapped", ["sub", "sub/deep", "sub/deep/c.mp4"])
def test_what_was_swapped_for_a_link_after_it_was_listed_is_not_followed(folder, swapped):
    entries = files_below(folder)
    names = {}
    for name, opened in entries:
        names[name] = opened
        if name == "a.mp4":  # all names are known by now, nothing below is open
            (folder / swapped).rename(folder.parent / "moved")
            (folder / swapped).symlink_to(folder.parent / "private" / "diary.mp4")
        if name == "sub/deep/c.mp4":
            with pytest.raises(NotTaken):
                opened()


def test_what_is_opened_is_what_was_looked_at_however_quickly_it_changes(folder, monkeypatch):
    """The swap falls between the look at the name and the opening of it, each time."""
    true_stat = os.stat

    def stat_then_swap(path, *arguments, **options):
        told = true_stat(path, *arguments, **options)
        if path == "b.mp4":
            (folder / "sub" / "b.mp4").unlink()
            (folder / "sub" / "b.mp4").symlink_to(folder.parent / "secret.mp4")
        return told

    for name, opened in files_below(folder):
        if name == "sub/b.mp4":
            monkeypatch.setattr(os, "stat", stat_then_swap)
            with pytest.raises(NotTaken) as refused:
                opened()
    assert refused.value.code == "changed"


def test_no_handle_is_left_open(folder):
    (folder / "link.mp4").symlink_to("../secret.mp4")
    (folder / "gone.mp4").symlink_to("not there")
    before = len(list(Path("/proc/self/fd").iterdir()))
    read(folder)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
