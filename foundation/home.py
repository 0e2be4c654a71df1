"""Where one instance keeps what it keeps: one folder, TRUEPOOL_HOME, with one place for each kind
of thing."""

import errno
import hashlib
import os
import secrets
import stat
import string
from contextlib import suppress
from pathlib import Path

from foundation.env import SettingError
from foundation.frozen import frozen

CHECKOUT = Path(__file__).resolve().parent.parent

# A Unix socket's path may have 107 bytes; PostgreSQL and Valkey add a file name of up to 20 to the
# folder's.
LONGEST_SOCKET_FOLDER = 80

OPEN_TO_GROUP = 0o750

# The demo's password is typed and pasted: no dash at its beginning that a command would take for an
# option.
LETTERS = string.ascii_letters + string.digits


@frozen
class Home:
    """The folders of an instance. Only paths: making them is left to whoever first needs them."""

    root: Path

    @property
    def media(self) -> Path:
        return self.root / "media"

    def close_to_others(self) -> None:
        """What people uploaded, releases and logs are no other account's to read. The home itself
        stays open to be passed through: PostgreSQL's own user has its folders in it. A proxy that
        sends media has to be in the group of this folder."""
        for folder in (self.media, self.logs):
            try:
                folder.mkdir(mode=OPEN_TO_GROUP, parents=True, exist_ok=True)
            except OSError as error:
                if error.errno != errno.EROFS:
                    raise
                continue  # a container's, whose logs are its output
            mode = stat.S_IMODE(folder.stat().st_mode)
            if mode & ~OPEN_TO_GROUP:
                with suppress(PermissionError):  # another user's, who keeps it as they like
                    folder.chmod(mode & OPEN_TO_GROUP)

    @property
    def incoming(self) -> Path:
        """What is on its way to the web process or from it, and too large for memory."""
        return self.root / "incoming"

    @property
    def last_backup(self) -> Path:
        """An empty file that is as old as the newest backup of this home: a row that says so would
        be in the next backup alone."""
        return self.kept / "last-backup"

    @property
    def kept(self) -> Path:
        """Where the home's few own files lie: secrets that it drew, the age of the last backup. A
        container's root cannot be written in, so a volume is mounted there as kept/."""
        volume = self.root / "kept"
        return volume if volume.is_dir() else self.root

    @property
    def alive(self) -> Path:
        """Marks for a container's health checks (foundation/alive.py); no folder, no marks."""
        return self.root / "alive"

    @property
    def logs(self) -> Path:
        return self.root / "log"

    @property
    def run(self) -> Path:
        """Sockets and locks: gone when nothing runs. A deep home's sockets lie under /tmp, by the
        home's fingerprint."""
        inside = self.root / "run"
        if len(os.fsencode(inside)) <= LONGEST_SOCKET_FOLDER:
            return inside
        return Path("/tmp") / f"truepool-{self._owner}-{self.fingerprint}"  # noqa: S108  (its owner is checked)

    @property
    def _owner(self) -> int:
        """The same number for all who work in this home: root's commands, and the web that runs as
        a lesser user."""
        try:
            return self.root.stat().st_uid
        except OSError:
            return os.getuid()

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(os.fsencode(self.root)).hexdigest()[:12]

    @property
    def database_socket(self) -> Path:
        """The folder of PostgreSQL's socket: its own, because its system user must be able to write
        there."""
        return self.run / "db"

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres@/truepool?host={self.database_socket}"

    @property
    def broker_socket(self) -> Path:
        """The broker's socket, in its own folder, because its user must be able to write there."""
        return self.run / "broker" / "valkey.sock"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.broker_socket}"

    def secret_or_a_passing_one(self, name: str, characters: int) -> str:
        """The secret of kept_secret, but what would have to be drawn is drawn for this process
        alone, and no file is written."""
        return (
            self.kept_secret(name, characters) if (self.kept / name).exists() else _draw(characters)
        )

    def kept_secret(self, name: str, characters: int) -> str:
        """A secret of this home: drawn the first time it is asked for, readable by its owner alone,
        the same ever after."""
        path = self.kept / name
        try:
            if not path.exists():
                self._keep_secret(path, _draw(characters))
            return path.read_text(encoding="ascii").strip()
        except OSError as error:
            raise SettingError(
                f"TRUEPOOL_HOME: expected a folder that we can write and read in, but {error}"
            ) from None

    def _keep_secret(self, path: Path, secret: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secret + "\n")
            os.link(
                draft, path
            )  # unlike a rename, a link refuses to replace what another process was quicker to keep
        except FileExistsError:
            pass
        finally:
            draft.unlink()


def _draw(characters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(characters))


def home_of(setting: Path | None) -> Home:
    return Home(setting or CHECKOUT / "var")
