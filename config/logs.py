"""One line of JSON for each thing worth keeping."""

import json
import logging
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """at, level, logger, message; and the traceback, in one line with the rest, so that a line is always a whole record."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
