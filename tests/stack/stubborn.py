"""Raters who never give up: what had no answer is sent again, with the same request id, until it
has one."""

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.history import Attempt, Outcome

PATIENCE = 60
PAUSE = 0.02  # before something is sent again


@dataclass(slots=True)
class StubbornRater:
    """`port` is asked for anew for each connection: a stack that was started again listens
    elsewhere."""

    port: Callable[[], int]
    campaign: int
    person: int
    secret: str
    enough: threading.Event
    attempts: list[Attempt] = field(default_factory=list)
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    _line: http.client.HTTPConnection | None = None

    def work(self) -> None:
        """As fast as it goes, until there is enough."""
        chance = random.Random(self.person)
        while not self.enough.is_set():
            for slot in self._until_answered(
                f"/api/v1/campaigns/{self.campaign}/claim", {"count": 2}
            )[1]["slots"]:
                answer = chance.choice(["relevant", "irrelevant"])
                self.answer(
                    {
                        "slot": slot["id"],
                        "lease": slot["lease"],
                        "answer": answer,
                        "request_id": str(uuid.uuid4()),
                    }
                )
        self._hang_up()

    def answer(self, sent: dict[str, Any]) -> None:
        status, body = self._until_answered("/api/v1/labels", sent)
        self._note(sent, "ok" if status in (200, 201) else "fail", body.get("label"))
        if status in (200, 201):
            self.acknowledged.append(sent)

    def ask_again(self) -> set[int]:
        """Sends all that was acknowledged once more. The statuses that came."""
        statuses = set()
        for sent in self.acknowledged:
            status, body = self._until_answered("/api/v1/labels", sent)
            self._note(sent, "ok" if status in (200, 201) else "fail", body.get("label"))
            statuses.add(status)
        self._hang_up()
        return statuses

    def _until_answered(self, path: str, sent: dict[str, Any]) -> tuple[int, Any]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, body = self._post(path, sent)
            except (OSError, http.client.HTTPException):
                self._hang_up()
                status = 0
            if 0 < status < 500:
                return status, json.loads(body)
            if "request_id" in sent:
                self._note(sent, "unknown", None)
            time.sleep(PAUSE)
        raise TimeoutError(f"{path} was not answered for {PATIENCE} seconds")

    def _note(self, sent: dict[str, Any], outcome: Outcome, label: int | None) -> None:
        self.attempts.append(
            Attempt(self.person, sent["request_id"], sent["slot"], sent["answer"], outcome, label)
        )

    def _post(self, path: str, sent: dict[str, Any]) -> tuple[int, bytes]:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port(), timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        self._line.request("POST", path, json.dumps(sent), headers)
        answer = self._line.getresponse()
        return answer.status, answer.read()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
