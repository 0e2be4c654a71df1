"""A deployment in containers; skipped, with its reason, where there is no engine to make one."""

import os
import secrets

import pytest

from tests.containers.engine import OWNER, Engine, why_not
from tests.stack.stack import free_port


@pytest.fixture
def engine(tmp_path, capsys):
    """A deployment in a folder of its own. Nothing of it is left."""
    if reason := why_not():
        pytest.skip(reason)
    backups = tmp_path / "backups"
    backups.mkdir(mode=0o700)
    os.chown(backups, OWNER, OWNER)
    (tmp_path / "deployed").mkdir()
    ports = {name: f"127.0.0.1:{free_port()}" for name in ("HTTP_PORT", "HTTPS_PORT")}
    env = {"PUBLIC_HOST": "localhost", **ports, "BACKUPS": backups, "LOG_SIZE": "1m"}
    engine = Engine(tmp_path / "deployed", f"truepool-{secrets.token_hex(4)}", env)
    engine.origin = f"https://localhost:{ports['HTTPS_PORT'].split(':')[1]}"
    try:
        yield engine
    finally:
        with capsys.disabled():
            print("", *engine.transcript, sep="\n")
        engine.compose("down", "--volumes", "--remove-orphans", "--timeout", 20)
