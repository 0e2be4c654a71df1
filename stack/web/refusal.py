"""What is said to somebody whose request is not read to its end."""

import json
from collections.abc import Sequence
from http import HTTPStatus


class Refusal(Exception):
    """A status, and in words what was wrong and what was expected."""

    def __init__(self, status: int, detail: str, *, again: int = 0, standing: int = 0) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.again = again
        self.standing = standing


def plain_answer(refusal: Refusal, path: str) -> tuple[Sequence[tuple[str, str]], bytes]:
    """Headers and body without Django: refusing a crowd must cost next to nothing."""
    title = HTTPStatus(refusal.status).phrase
    if path.startswith("/api/"):
        kind = "application/problem+json"
        problem = {
            "type": "about:blank",
            "title": title,
            "status": refusal.status,
            "detail": refusal.detail,
            "instance": path,
        }
        body = json.dumps(problem, ensure_ascii=False)
    else:
        kind = "text/plain; charset=utf-8"
        body = f"{title}\n\n{refusal.detail}\n"
    headers = [
        ("Content-Type", kind),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ]
    if refusal.again:
        headers.append(("Retry-After", str(refusal.again)))
    return headers, body.encode()
