"""`python -m tests.deploy_check`: Django's deployment checks and ours, on the production profile,
warnings counting as errors."""

import os
import secrets
import subprocess
import sys
import tempfile

from foundation.home import CHECKOUT


def production_profile(home: str) -> dict[str, str]:
    """What has to be given for others to use it, and nothing more."""
    return {
        "TRUEPOOL_HOME": home,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "truepool.example.org",
        "DATABASE_URL": "postgresql://truepool:word@database.example.org/truepool",
        "BROKER_URL": "redis://broker.example.org:6379/0",
    }


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        order = [
            sys.executable,
            str(CHECKOUT / "manage.py"),
            "check",
            "--deploy",
            "--fail-level",
            "WARNING",
        ]
        return subprocess.run(
            order, env={"PATH": os.environ["PATH"]} | production_profile(home), check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
