"""Raters who answer as fast as they are let, or with time to think; each in a thread, over one kept
connection."""

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.scales import Scale
from bench.history import Attempt

TWO_VALUES = Scale()
REPEATED = 0.02  # of answers: sent again although they were acknowledged
# Of answers: the connection is closed before the acknowledgement is read, and they are sent again.
CUT_OFF = 0.005


@dataclass(frozen=True, slots=True)
class Target:
    port: int
    campaign: int
    bare: bool = False
    scale: Scale = TWO_VALUES


@dataclass(slots=True)
class Client:
    """One rater. `attempts` is the history; its first sending of each answer is what is
    measured."""

    target: Target
    rater: int
    secret: str
    think: float  # seconds on average
    until: float
    chance: random.Random
    attempts: list[Attempt] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    _line: http.client.HTTPConnection | None = None

    def work(self) -> None:
        time.sleep(self.chance.random() * self.think)
        slots = self._claim()
        while slots and time.monotonic() < self.until:
            slots = self._answer(slots[0]) or self._claim()
            if self.think:
                time.sleep(self.chance.uniform(0.5, 1.5) * self.think)
        if self._line:
            self._line.close()

    def _claim(self) -> list[dict[str, Any]]:
        status, body = self._post(f"/api/v1/campaigns/{self.target.campaign}/claim", {"count": 1})
        if status not in (200, 201):
            self.troubles.append(f"claim: {status} {body}")
            return []
        slots: list[dict[str, Any]] = body["slots"]
        return slots

    def _answer(self, slot: dict[str, Any]) -> list[dict[str, Any]]:
        value = self.chance.randrange(len(self.target.scale.words))
        answer = self.target.scale.answer_of(value)
        sent = {
            "slot": slot["id"],
            "lease": slot["lease"],
            **({"value": value} if self.target.scale.is_graded else {"answer": answer}),
            "request_id": str(uuid.uuid4()),
            "claim": 1,
        }
        if not self.target.bare and self.chance.random() < CUT_OFF:
            self._send("/api/v1/labels", self._body(sent))
            self._hang_up()
            self._note(sent, "unknown", None, 0.0, again=False)
            return self._send_answer(sent, again=True)
        following = self._send_answer(sent)
        if not self.target.bare and self.chance.random() < REPEATED:
            return self._send_answer(sent, again=True)
        return following

    def _send_answer(self, sent: dict[str, Any], *, again: bool = False) -> list[dict[str, Any]]:
        started = time.perf_counter()
        try:
            status, body = self._post("/api/v1/labels", sent)
        except (OSError, http.client.HTTPException) as error:
            self.troubles.append(repr(error))
            self._hang_up()
            self._note(sent, "unknown", None, time.perf_counter() - started, again=again)
            return []
        seconds = time.perf_counter() - started
        if status in (200, 201):
            self._note(sent, "ok", body["label"], seconds, again=again)
            following: list[dict[str, Any]] = body["next"]
            return following
        # What a proxy or an overloaded server says is no word on what became of the answer.
        self.troubles.append(f"answer: {status} {body}")
        self._note(sent, "fail" if status < 500 else "unknown", None, seconds, again=again)
        return []

    def _note(
        self, sent: dict[str, Any], outcome: Any, label: int | None, seconds: float, *, again: bool
    ) -> None:
        answer = sent.get("answer") or self.target.scale.answer_of(sent["value"])
        content = (self.rater, sent["request_id"], sent["slot"], answer)
        self.attempts.append(Attempt(*content, outcome, label, seconds, again))

    def _post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        answer = self._send(path, self._body(body)).getresponse()
        read = answer.read()
        return answer.status, (
            json.loads(read)
            if answer.headers.get_content_subtype().endswith("json")
            else read[:200]
        )

    def _body(self, body: dict[str, Any]) -> bytes:
        return json.dumps({**body, "rater": self.rater} if self.target.bare else body).encode()

    def _send(self, path: str, body: bytes) -> http.client.HTTPConnection:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.target.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        self._line.request("POST", path, body, headers)
        return self._line

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


@dataclass(frozen=True, slots=True)
class Hammered:
    attempts: tuple[Attempt, ...]
    troubles: tuple[str, ...]
    seconds: float

    @property
    def times(self) -> list[float]:
        """Of answers that were counted when they were first sent, in order."""
        return sorted(a.seconds for a in self.attempts if a.outcome == "ok" and not a.again)

    @property
    def pace(self) -> float:
        return len(self.times) / self.seconds

    def at(self, share: float) -> float:
        """In milliseconds."""
        times = self.times
        return (
            1_000 * times[min(len(times) - 1, int(len(times) * share))] if times else float("nan")
        )


def hammer(
    target: Target, raters: Sequence[tuple[int, str]], seconds: float, think: float = 0.0
) -> Hammered:
    started = time.monotonic()
    clients = [
        Client(target, rater, secret, think, started + seconds, random.Random(f"{rater} {target}"))
        for rater, secret in raters
    ]
    threads = [threading.Thread(target=client.work) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = min(
        time.monotonic() - started, seconds
    )  # some are still thinking when time is up; all end sooner if nothing is left
    attempts = tuple(attempt for client in clients for attempt in client.attempts)
    return Hammered(
        attempts, tuple(trouble for client in clients for trouble in client.troubles), took
    )
