"""Where a home keeps its few own files."""

import errno
import os

from foundation.home import Home


def test_a_home_keeps_its_own_files_in_its_root(tmp_path):
    home = Home(tmp_path)
    assert home.kept_secret("demo-password", 12) == (tmp_path / "demo-password").read_text().strip()
    assert home.last_backup == tmp_path / "last-backup"


def test_a_container_s_home_keeps_them_on_the_volume(tmp_path):
    """The root belongs to the image and cannot be written in."""
    (tmp_path / "kept").mkdir()
    home = Home(tmp_path)
    secret = home.kept_secret("demo-password", 12)
    assert secret == (tmp_path / "kept" / "demo-password").read_text().strip()
    assert home.secret_or_a_passing_one("demo-password", 12) == secret
    assert home.last_backup == tmp_path / "kept" / "last-backup"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_root_that_cannot_be_written_in_has_no_folder_for_logs(tmp_path, monkeypatch):
    """As a container's: its media are a volume, and its logs its output."""
    (tmp_path / "media").mkdir(mode=0o755)

    def mkdir(path, mode=0o777):
        if path == tmp_path / "log":
            raise OSError(errno.EROFS, "Read-only file system")
        raise FileExistsError(path)

    monkeypatch.setattr(os, "mkdir", mkdir)
    Home(tmp_path).close_to_others()
    assert (tmp_path / "media").stat().st_mode & 0o777 == 0o750
    assert not (tmp_path / "log").exists()
