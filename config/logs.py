"""One line of JSON for each thing worth keeping, without the secrets that stand in addresses."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from foundation.request_ids import request_id
from jobs.doorbell import DAILY, SWEEP

SLASH = r"(?:/|%2F)"
# An invitation's link, or one for a new password, lets its holder in. A media link names a
# person and a file, and has a colon (signing's own), which keeps the places of files on the disk
# readable: /srv/truepool/media/videos/7/clip.mp4.
SECRETS = re.compile(
    rf"(people{SLASH}+(?:join|new-password){SLASH}+|{SLASH}media{SLASH}+(?=[\w.-]*(?::|%3A)))"
    rf"(?:(?!{SLASH})[^\s?#\"'<>])+",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """`/people/join/SECRET/` and `/media/SIGNED/clip.mp4` with dots for what is secret, as
    deploy/nginx.conf writes them."""
    return SECRETS.sub(r"\1...", text)


class JsonLines(logging.Formatter):
    """Records as JSON: at, level, logger, message; the number of the request that it is about; a
    record's own fields; and the traceback, in one line with the rest, so that a line is always a
    whole record."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request := request_id():
            line["request"] = request
        for name, value in getattr(record, "fields", {}).items():
            line[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class WithoutRounds(logging.Filter):
    """Leaves out Celery's three lines about each sweep that goes well, a dozen a minute: what a
    sweep did, it says itself (jobs/background.py)."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.INFO or not record.name.startswith("celery."):
            return True
        given = record.args
        named = {given.get("name")} if isinstance(given, dict) else set(given or ())
        return named.isdisjoint({SWEEP, DAILY})
