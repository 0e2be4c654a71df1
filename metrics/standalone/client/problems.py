"""What can go wrong between a notebook and the server, in sentences."""

import json
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError

SHOWN_PROBLEMS = 20


class ApiError(Exception):
    """The server refused, or did not answer. status: of HTTP, 0 without an answer. fields: what is
    wrong by the name of each value. reason: one word for scripts, where a 409 has one."""

    def __init__(
        self, status: int, detail: str, fields: dict[str, str] | None = None, reason: str = ""
    ) -> None:
        super().__init__(status, detail)
        self.status, self.detail = status, detail
        self.fields, self.reason = fields or {}, reason

    def __str__(self) -> str:
        lines = [f"{name}: {why}" for name, why in self.fields.items()]
        return "\n  ".join([self.detail, *lines])


class JobFailed(Exception):
    """A job failed or was cancelled. job: as the API shows it."""

    def __init__(self, job: dict[str, Any]) -> None:
        super().__init__(job)
        self.job = job

    def __str__(self) -> str:
        named = f"Job {self.job['id']}, {self.job['title']},"
        error = self.job["error"]
        if error is None:
            return f"{named} was cancelled."
        details = error["details"] if isinstance(error["details"], dict) else {}
        problems = details.get("problems", [])
        more = details.get("total", 0) - len(problems[:SHOWN_PROBLEMS])
        lines = [*problems[:SHOWN_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]
        return "\n  ".join([f"{named} failed: {error['message']}", *lines])


def refusal_of(answer: HTTPError, clean: Callable[[str], str]) -> ApiError:
    """clean: what takes secrets out of what the server says."""
    try:
        problem = json.loads(clean(answer.read().decode()))
        told = {
            one["pointer"].removeprefix("#/"): one["detail"] for one in problem.get("errors", ())
        }
        return ApiError(answer.code, problem["detail"], told, problem.get("reason", ""))
    except (OSError, HTTPException, ValueError, LookupError, AttributeError, TypeError):
        return ApiError(
            answer.code,
            f"The answer is {answer.code} ({answer.reason}), and not in Truepool's own words."
            " Look at the address, and at servers before it.",
        )
