"""What is said to somebody whose request is not read to its end."""

import json
from dataclasses import dataclass
from http import HTTPStatus


@dataclass(eq=False)
class Refusal(Exception):
    """A status, and in words what was wrong and what was expected."""

    status: int
    detail: str
    again: int = 0
    standing: int = 0


def plain_answer(refusal: Refusal, path: str) -> tuple[list[tuple[str, str]], bytes]:
    """Headers and body without Django: refusing a crowd must cost next to nothing."""
    title = HTTPStatus(refusal.status).phrase
    kind, body = "text/plain; charset=utf-8", f"{title}\n\n{refusal.detail}\n"
    if path.startswith("/api/"):
        problem = {"type": "about:blank", "title": title, "status": refusal.status}
        problem |= {"detail": refusal.detail, "instance": path}
        kind, body = "application/problem+json", json.dumps(problem, ensure_ascii=False)
    headers = {
        "Content-Type": kind,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        "Connection": "close",
        **({"Retry-After": str(refusal.again)} if refusal.again else {}),
    }
    return list(headers.items()), body.encode()
