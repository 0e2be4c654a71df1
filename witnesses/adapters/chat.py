"""A model behind `POST {base}/chat/completions`, as vLLM, llama.cpp, Ollama and hosted services
offer it."""

import json
import threading
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from typing import Any

from django.conf import settings as configured

from foundation.frozen import frozen
from media.fetching import NotFetched
from media.posting import Posted, post
from witnesses.chatting.answers import expected_grade, read_grade, schema_of
from witnesses.chatting.pacing import MOST_TRIES, Breaker, Bucket, pause_before
from witnesses.chatting.prompts import SYSTEM, parts_of
from witnesses.chatting.questions import (
    FAILED,
    GIVEN,
    LONGEST_ANSWER,
    REFUSED,
    UNPARSABLE,
    PairQuestion,
    Reply,
    Stops,
)
from witnesses.chatting.reach import Reach, origin_of

TOP = 20  # alternatives of a token, which is as many as services tell
LONGEST_MODEL = 200
NOT_READ = frozenset({"html", "no_bytes"})  # an answer came, and is none
NO_ANSWER = frozenset({"wrong_length", "unreachable", "slow", "unresolved"})


def reach() -> Reach:
    return Reach(frozenset(map(origin_of, configured.WITNESS_ORIGINS)), configured.WITNESS_KEY)


@frozen
class _Try:
    """reply: None where it may be tried again. spent: whether it may have cost tokens that nobody
    told of."""

    reply: Reply | None
    why: str = ""
    spent: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


class Chat:
    """One service, asked by several at once."""

    def __init__(self, settings: Mapping[str, Any], known: Mapping[str, Any] | None) -> None:
        self._settings = settings
        self._reach = reach()
        self._url = f"{settings['url'].rstrip('/')}/chat/completions"
        self._model: str | None = known["model"] if known else None
        self._offers = dict(known["offers"] if known else {"logprobs": True, "schema": True})
        self._settled = known is not None
        self._bucket = Bucket(settings["per_minute"], settings["at_once"])
        self._breaker = Breaker()
        self._pool = ThreadPoolExecutor(settings["at_once"])
        self._over = threading.Event()
        self._stop: Stops | None = None

    @property
    def identity(self) -> dict[str, Any]:
        return {"model": self._model, "offers": self._offers}

    @property
    def _highest(self) -> int:
        return len(self._settings["scale"]) - 1

    def halt(self) -> None:
        self._over.set()

    def close(self) -> None:
        self._over.set()
        self._pool.shutdown(cancel_futures=True)

    def ask(self, questions: Sequence[PairQuestion]) -> Iterator[tuple[int, Reply]]:
        places = list(range(len(questions)))
        while places and not self._settled and not self._over.is_set():
            place = places.pop(0)  # alone, until it is known what the service offers
            if reply := self._asked(questions[place]):
                yield place, reply
        waiting = {self._pool.submit(self._asked, questions[place]): place for place in places}
        for done in as_completed(waiting):
            if reply := done.result():
                yield waiting[done], reply
        if self._stop:
            raise self._stop

    def _asked(self, question: PairQuestion) -> Reply | None:
        """None where it is not asked any more."""
        if self._over.is_set():
            return None
        begun = time.monotonic()
        try:
            reply = self._until_answered(question)
        except Stops as stop:
            self._stops(stop)
            return None
        if reply is None:
            return None
        if self._breaker.counts(failed=reply.status in (FAILED, UNPARSABLE)):
            self._stops(Stops(f"Too many answers in a row had no value. The last: {reply.answer}"))
        ms = int(1000 * (time.monotonic() - begun))
        answer = self._reach.without_key(reply.answer).replace("\0", "")[:LONGEST_ANSWER]
        return Reply(reply.status, reply.value, answer, reply.read, reply.written, ms)

    def _stops(self, stop: Stops) -> None:
        self._stop = self._stop or stop
        self._over.set()

    def _until_answered(self, question: PairQuestion) -> Reply | None:
        lost = 0
        for again in range(1, MOST_TRIES + 1):
            self._bucket.wait(self._over)
            if self._over.is_set() and again == 1:
                return None
            tried = self._tried(question)
            lost += self._guess(question) if tried.spent else 0
            if tried.reply is not None:
                reply = tried.reply
                return Reply(
                    reply.status, reply.value, reply.answer, reply.read + lost, reply.written
                )
            why = tried.why
            if again < MOST_TRIES and self._over.wait(pause_before(again, tried.headers)):
                break
        return Reply(FAILED, None, why, lost)

    def _tried(self, question: PairQuestion) -> _Try:
        body = json.dumps(self.body(question)).encode()
        headers = {"Content-Type": "application/json", **self._reach.headers(self._url)}
        limits = self._reach.limits(self._url, self._settings["seconds"])
        try:
            may_reach = self._reach.may_reach(self._url)
            answered = post(self._url, body, headers, limits, may_reach=may_reach)
        except NotFetched as not_fetched:
            if not_fetched.code in NO_ANSWER:
                return _Try(None, str(not_fetched), spent=not_fetched.code != "unresolved")
            status = UNPARSABLE if not_fetched.code in NOT_READ else FAILED
            return _Try(Reply(status, None, str(not_fetched)), spent=True)
        if answered.status == 200:
            return self._read(question, answered.body)
        return self._turned_away(question, answered)

    def _turned_away(self, question: PairQuestion, answered: Posted) -> _Try:
        why = f"The service answered {answered.status}{_message_of(answered.body)}"
        if answered.status in (408, 429) or answered.status >= 500:
            return _Try(None, why, headers=answered.headers)
        if answered.status == 400 and not self._settled and any(self._offers.values()):
            # Another question, not the same again: not all services know these.
            self._offers["logprobs" if self._offers["logprobs"] else "schema"] = False
            return self._tried(question)
        if 300 <= answered.status < 400:
            why = f"The service answered {answered.status}: it leads elsewhere, and is not followed"
        return _Try(Reply(FAILED, None, f"{why}."))

    def _read(self, question: PairQuestion, body: bytes) -> _Try:
        try:
            found = json.loads(body)
            choice = found["choices"][0]
            message = choice["message"]
            content, refusal = message.get("content") or "", message.get("refusal")
            usage = found.get("usage") or {}
            read, written = (
                int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")
            )
            model = str(found.get("model") or self._settings["model"])[:LONGEST_MODEL]
            if not isinstance(content, str):
                raise TypeError
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            words = body[:LONGEST_ANSWER].decode(errors="replace")
            return _Try(Reply(UNPARSABLE, None, words), spent=True)
        self._check_model(model)
        told = max(read, 0), max(written, 0)
        if refusal or choice.get("finish_reason") == "content_filter":
            return _Try(Reply(REFUSED, None, str(refusal or content), *told), spent=not any(told))
        grade = read_grade(content, self._highest)
        if grade is None:
            return _Try(Reply(UNPARSABLE, None, content, *told), spent=not any(told))
        tokens = (choice.get("logprobs") or {}).get("content") or []
        likely = expected_grade(tokens, self._highest) if self._offers["logprobs"] else None
        value = float(grade) if likely is None else likely
        if question.turned:
            value = self._highest - value
        return _Try(Reply(GIVEN, value, content, *told), spent=not any(told))

    def _check_model(self, model: str) -> None:
        if self._model is None:
            self._model, self._settled = model, True
        elif model != self._model:
            raise Stops(
                f"The service answered as {model}, expected {self._model}: another model is"
                " another witness."
            )

    def body(self, question: PairQuestion) -> dict[str, Any]:
        settings = self._settings
        parts = parts_of(settings["prompt"], settings["scale"], question)
        content = [_part(part) for part in parts]
        system = {"role": "system", "content": SYSTEM}
        body: dict[str, Any] = {
            "model": settings["model"],
            "messages": [system, {"role": "user", "content": content}],
            "temperature": settings["temperature"],
            "max_tokens": settings["longest"],
        }
        if self._offers["schema"]:
            schema = {"name": "grade", "strict": True, "schema": schema_of(self._highest)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if self._offers["logprobs"]:
            body |= {"logprobs": True, "top_logprobs": TOP}
        return body

    def _guess(self, question: PairQuestion) -> int:
        """Tokens of a question whose answer does not tell them: rather too many."""
        words = len(self._settings["prompt"]) + len(SYSTEM) + len(question.caption)
        return words // 3 + len(question.frames) * max(1, self._settings["side"] ** 2 // 600)


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": _data_of(part)}}


@lru_cache(256)
def _data_of(frame: bytes) -> str:
    """Many questions are of one clip."""
    return f"data:image/jpeg;base64,{b64encode(frame).decode()}"


def _message_of(body: bytes) -> str:
    """What an error says of itself, as most services put it."""
    try:
        said = json.loads(body)["error"]
        words = said["message"] if isinstance(said, dict) else said
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return f": {' '.join(str(words).split())[:300]}"


class _Adapter:
    name = "chat"

    @contextmanager
    def opened(
        self, settings: Mapping[str, Any], known: Mapping[str, Any] | None
    ) -> Iterator[Chat]:
        chat = Chat(settings, known)
        try:
            yield chat
        finally:
            chat.close()


ADAPTER = _Adapter()
