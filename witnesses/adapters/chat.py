"""A model behind `POST {base}/chat/completions`, as vLLM, llama.cpp, Ollama and hosted services
offer it."""

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import field
from math import inf
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings as configured

from foundation.frozen import frozen
from foundation.words import sentence
from media.fetching import NotFetched
from media.posting import NotSent, Posted, post
from witnesses.chatting import pacing
from witnesses.chatting.answers import expected_grade, keeps_schema, read_grade
from witnesses.chatting.bodies import body_of, message_of, tokens_in
from witnesses.chatting.pacing import MOST_TRIES, Breaker, Bucket, Patience, Purse, pause_before
from witnesses.chatting.questions import (
    FAILED,
    GIVEN,
    LONGEST_ANSWER,
    REFUSED,
    UNPARSABLE,
    Arrived,
    PairQuestion,
    Reply,
    Stops,
)
from witnesses.chatting.reach import Reach, origin_of

LONGEST_MODEL = 200
NOT_READ = frozenset({"html", "no_bytes"})  # an answer came, and is none
NO_ANSWER = frozenset({"wrong_length", "unreachable", "slow"})
AWAY = frozenset({"unreachable", "unresolved"})  # it may be back in a moment
LONGEST_AWAY = 4  # then it is looked for every ten seconds or so
# Seconds; what is under way is paid for, so it is waited for once all is over.
LOOK_EVERY, LAST_ANSWERS = 1.0, 5.0


def reach() -> Reach:
    return Reach(frozenset(map(origin_of, configured.WITNESS_ORIGINS)), configured.WITNESS_KEY)


@frozen
class _Try:
    """reply: None where it may be tried again. spent: whether it may have cost tokens that nobody
    told of."""

    reply: Reply | None
    why: str = ""
    spent: bool = False
    sent: bool = True
    answered: bool = True
    headers: Mapping[str, str] = field(default_factory=dict)


@frozen
class _Batch:
    """lost: tokens of each question whose answers got lost."""

    questions: Sequence[PairQuestion]
    purse: Purse
    lost: list[int]


class Chat:
    """One service, asked by several at once."""

    def __init__(self, settings: Mapping[str, Any], known: Mapping[str, Any] | None) -> None:
        self._settings = settings
        self._reach = reach()
        self._url = f"{settings['url'].rstrip('/')}/chat/completions"
        self._model: str | None = known["model"] if known else None
        self._offers = dict(known["offers"] if known else {"logprobs": True, "schema": True})
        self._known, self._settled = known, known is not None
        self._told_likelihoods = known is not None
        self._broke_schema = False
        self._bucket = Bucket(settings["per_minute"], settings["at_once"])
        self._breaker = Breaker()
        silent = pacing.SILENT_TRIES * settings["seconds"]
        self._patience = Patience(pacing.HEARING if known else pacing.TRYING, silent)
        self._pool = ThreadPoolExecutor(settings["at_once"])
        self._over = threading.Event()
        self._over_at = inf
        self._stop: Stops | None = None

    @property
    def identity(self) -> dict[str, Any]:
        """Likelihoods are offered only if an answer had them. That a schema is kept can never be
        told, only that it is not."""
        offers = {
            "logprobs": self._offers["logprobs"] and self._told_likelihoods,
            "schema": self._offers["schema"] and not self._broke_schema,
        }
        return {"model": self._model, "offers": offers}

    @property
    def _highest(self) -> int:
        return len(self._settings["scale"]) - 1

    def halt(self) -> None:
        self._over_at = min(self._over_at, time.monotonic())
        self._over.set()

    def close(self) -> None:
        """A request that nobody waits for any more ends by itself, when its time is over."""
        self.halt()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def ask(self, questions: Sequence[PairQuestion], purse: Purse) -> Iterator[Arrived]:
        batch = _Batch(questions, purse, [0] * len(questions))
        places = list(range(len(questions)))
        while places and not self._settled and not self._over.is_set():
            # Alone, until it is known what the service offers.
            yield from self._as_they_come(batch, [places.pop(0)])
        yield from self._as_they_come(batch, places)
        if self._stop:
            raise self._stop

    def _as_they_come(self, batch: _Batch, places: Sequence[int]) -> Iterator[Arrived]:
        waiting: dict[Future[Reply | None], int] = {
            self._pool.submit(self._asked, batch, place): place for place in places
        }
        while waiting:
            done, _ = wait(waiting, LOOK_EVERY, FIRST_COMPLETED)
            for one in done:
                place = waiting.pop(one)
                if reply := one.result():
                    yield place, reply
            if not done:
                yield None
            if time.monotonic() > self._over_at + LAST_ANSWERS:
                break
        for one, place in waiting.items():
            if not one.cancel():
                tokens = batch.lost[place] + tokens_in(self._settings, batch.questions[place])
                yield place, Reply(FAILED, None, sentence("Nobody waited for its answer."), tokens)

    def _asked(self, batch: _Batch, place: int) -> Reply | None:
        """None where it is not asked any more."""
        if self._over.is_set():
            return None
        begun = time.monotonic()
        try:
            reply = self._until_answered(batch, place)
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
        self.halt()

    def _until_answered(self, batch: _Batch, place: int) -> Reply | None:
        question, lost, sent, again = batch.questions[place], batch.lost, 0, 0
        guess, why = tokens_in(self._settings, question), ""
        headers: Mapping[str, str] = {}
        while sent < MOST_TRIES:
            if again:
                self._over.wait(pause_before(again, headers))
            self._bucket.wait(self._over)
            if self._over.is_set() or (again and not batch.purse.pays(guess if lost[place] else 0)):
                break
            begun = time.monotonic()
            tried = self._tried(question)
            lost[place] += guess if tried.spent else 0
            self._is_there(tried, begun)
            if reply := tried.reply:
                read = reply.read + lost[place]
                return Reply(reply.status, reply.value, reply.answer, read, reply.written)
            why, headers = tried.why, tried.headers
            sent += tried.sent
            again = min(again + 1, MOST_TRIES - 1) if tried.sent else min(again + 1, LONGEST_AWAY)
        # What was not sent stays a question.
        return Reply(FAILED, None, why, lost[place]) if sent else None

    def _is_there(self, tried: _Try, begun: float) -> None:
        """Raises Stops where the service has been away, or silent, for too long."""
        if tried.answered:
            self._patience.answered()
        elif self._patience.is_over(begun, sent=tried.sent):
            if not tried.sent:
                raise Stops(self._not_reached(tried.why))
            host, why = urlsplit(self._url).netloc, tried.why
            raise Stops(f"The service at {host} does not answer: {why}")

    def _not_reached(self, why: str) -> str:
        host = urlsplit(self._url).netloc
        return sentence(f"The service at {host} was not reached: {why}")

    def _tried(self, question: PairQuestion) -> _Try:
        body = json.dumps(body_of(self._settings, self._offers, question)).encode()
        headers = {"Content-Type": "application/json", **self._reach.headers(self._url)}
        limits = self._reach.limits(self._url, self._settings["seconds"])
        try:
            may_reach = self._reach.may_reach(self._url)
            answered = post(self._url, body, headers, limits, may_reach=may_reach)
        except NotSent as why:
            if why.code not in AWAY:
                raise Stops(self._not_reached(why.sentence)) from None
            return _Try(None, why.sentence, sent=False, answered=False)
        except NotFetched as not_fetched:
            if not_fetched.code in NO_ANSWER:
                return _Try(None, str(not_fetched), spent=True, answered=False)
            status = UNPARSABLE if not_fetched.code in NOT_READ else FAILED
            return _Try(Reply(status, None, str(not_fetched)), spent=True)
        if answered.status == 200:
            return self._read(question, answered.body)
        return self._turned_away(question, answered)

    def _turned_away(self, question: PairQuestion, answered: Posted) -> _Try:
        why = f"The service answered {answered.status}{message_of(answered.body)}"
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
        if self._known is None and choice.get("finish_reason") != "length":
            self._broke_schema |= not keeps_schema(content, self._highest)
        grade = read_grade(content, self._highest)
        if grade is None:
            return _Try(Reply(UNPARSABLE, None, content, *told), spent=not any(told))
        tokens = (choice.get("logprobs") or {}).get("content") or []
        self._told_likelihoods |= bool(tokens)
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
