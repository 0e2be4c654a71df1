"""Go on with a hearing: ask about what is left of its pairs, some at a time, until all is asked or
its budget is spent.

1. What a batch may cost is noted before it is sent, and what came of it is written in one
transaction, in which the job's claim is held. So an attempt that is killed loses one batch, which
counts as spent; the next asks about what has no row; and no pair gets two.
2. A batch is no larger than what is left of the budget pays for, by what questions cost so far.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from foundation.database.rows import lock_row, rows_of
from foundation.frozen import frozen
from foundation.words import sentence
from jobs.claims import Cancelled, ClaimLost, held
from jobs.kinds import Run
from pooling.queries.axes import Axes, read_axes
from witnesses.actions.try_witness import cost_of
from witnesses.chatting.pacing import Purse
from witnesses.chatting.prompts import CANARY
from witnesses.chatting.questions import FAILED, GIVEN, Asker, PairQuestion, Reply, Stops
from witnesses.models import Hearing, Opinion, Probe, Purpose
from witnesses.queries.material import ClipsAndTexts
from witnesses.queries.plan import left_of, share_of
from witnesses.queries.spent import spent_by

REPEATED, TURNED = 0.02, 0.05
A_CANARY_IN = 200
MOST_IN_A_BATCH = 256
KNOWN = """
    SELECT DISTINCT ON (o.content) o.content, o.value, o.answer FROM witnesses_opinion o
    JOIN witnesses_hearing h ON h.id = o.hearing_id JOIN witnesses_witness w ON w.id = h.witness_id
    WHERE w.digest = %s AND o.status = 'given' AND o.content = ANY(%s) ORDER BY o.content"""


@frozen
class Put:
    """A question as it is put. probe: of what kind, or empty for an opinion on the pair, whose
    code is `pair`."""

    probe: str
    pair: int
    question: PairQuestion | None
    why: str = ""  # there is none
    content: bytes = b""


@frozen
class Came:
    """What came of a batch. known: opinions by the places of questions that needed not be asked."""

    put: Sequence[Put]
    replies: Mapping[int, Reply]
    known: Mapping[int, tuple[float, str]]
    minutes: float


class Hearer:
    """One attempt at one hearing."""

    def __init__(self, run: Run, hearing: Hearing) -> None:
        self._run = run
        self.hearing = hearing
        assert hearing.tryout is not None  # noqa: S101  (a constraint: who asks knows how)
        self._settings: dict[str, Any] = hearing.tryout.settings
        self._axes: Axes = read_axes(hearing.witness.benchmark)
        self._material = ClipsAndTexts(hearing.witness.benchmark, self._settings)
        self._highest = len(self._settings["scale"]) - 1
        self._canaries = hearing.probes.filter(kind=Probe.Kind.CANARY).count()

    def go_on(self, asker: Asker) -> str:
        """Why it ended before all was asked; empty where all was."""
        try:
            return self._go_on(asker)
        finally:
            self._material.close()

    def _go_on(self, asker: Asker) -> str:
        self._count_what_was_lost()
        left = left_of(self.hearing, self._axes).tolist()
        done, total = self._asked, self._asked + len(left)
        while left:
            spent = spent_by(self.hearing)
            if why := spent.used_up:
                return why
            size = min(max(16, 8 * self._settings["at_once"]), MOST_IN_A_BATCH, spent.affords)
            batch, left = left[:size], left[size:]
            put = self._put(batch, left[:size])
            self._stake(sum(one.question is not None for one in put))
            stopped = self._ask(asker, put, spent.beside(len(batch)), done, total)
            done += len(batch)
            if isinstance(stopped, Stops):
                return str(stopped)
            if stopped is not None:
                raise stopped
        return ""

    @property
    def _asked(self) -> int:
        if self.hearing.purpose == Purpose.AGAIN:
            return self.hearing.probes.filter(kind=Probe.Kind.LATER).count()
        return self.hearing.given + self.hearing.failed

    def _count_what_was_lost(self) -> None:
        """A batch was sent by an attempt that died: it has its price all the same."""
        if not self.hearing.at_stake:
            return
        spent, lost = spent_by(self.hearing), self.hearing.at_stake
        with transaction.atomic():
            hearing = self._locked()
            hearing.lost += lost
            hearing.spent_money += lost * spent.money_each
            hearing.spent_tokens += round(lost * spent.tokens_each)
            hearing.at_stake = 0
            hearing.save()
        self.hearing = hearing

    def _stake(self, questions: int) -> None:
        with transaction.atomic():
            hearing = self._locked()
            hearing.at_stake = questions
            hearing.save(update_fields=["at_stake"])

    def _locked(self) -> Hearing:
        """Of a job that another attempt has taken over nothing more is written."""
        job = self._run.job
        if job.claim is None or not held(job.pk, job.claim).select_for_update().first():
            raise ClaimLost
        return lock_row(Hearing, self.hearing.pk)

    def _put(self, batch: Sequence[int], ahead: Sequence[int]) -> list[Put]:
        texts = self._material.texts(code >> 32 for code in batch)
        now, then = ([code & 0xFFFFFFFF for code in codes] for codes in (batch, ahead))
        frames = self._material.frames(now, then)
        again = self.hearing.purpose == Purpose.AGAIN
        put: list[Put] = []
        for code in batch:
            taken, text = frames[code & 0xFFFFFFFF], texts[code >> 32]
            own = Probe.Kind.LATER.value if again else ""
            if isinstance(taken, str):
                put.append(Put(own, code, None, taken))
                continue
            content = self._material.content(text, code & 0xFFFFFFFF)
            put.append(Put(own, code, PairQuestion(text, taken), content=content))
            if not again:
                put += self._probes(code, text, taken)
        return put if again else put + self._canary(batch, frames, put)

    def _probes(self, code: int, text: str, frames: tuple[bytes, ...]) -> list[Put]:
        """Which pairs they are of follows from the pair and the witness."""
        words, put = f"{self.hearing.witness.digest}:{code}", []
        if share_of(f"{words}:repeated") < REPEATED:
            put.append(Put(Probe.Kind.REPEATED, code, PairQuestion(text, frames)))
        if share_of(f"{words}:turned") < TURNED:
            put.append(Put(Probe.Kind.TURNED, code, PairQuestion(text, frames, turned=True)))
        return put

    def _canary(self, batch: Sequence[int], frames: Any, put: Sequence[Put]) -> list[Put]:
        """One in each 200 pairs, from the first on."""
        due = -(-(self._asked + len(batch)) // A_CANARY_IN) - self._canaries
        clips = [one for one in put if one.question and not one.probe]
        if due <= 0 or not clips:
            return []
        self._canaries += 1
        code = clips[0].pair
        question = PairQuestion(CANARY % self._highest, frames[code & 0xFFFFFFFF])
        return [Put(Probe.Kind.CANARY, code, question)]

    def _known(self, put: Sequence[Put]) -> dict[int, tuple[float, str]]:
        """What the same witness said of the same clip and text, in any benchmark."""
        own = {one.content: place for place, one in enumerate(put) if one.content}
        if self.hearing.purpose == Purpose.AGAIN or not own:
            return {}
        rows = rows_of(KNOWN, [self.hearing.witness.digest, list(own)])
        return {own[bytes(content)]: (value, answer) for content, value, answer in rows}

    def _ask(
        self, asker: Asker, put: Sequence[Put], purse: Purse, done: int, total: int
    ) -> Stops | Cancelled | ClaimLost | None:
        """What came is kept, whatever ends the asking; that is returned."""
        known, begun = self._known(put), time.monotonic()
        places = [
            place
            for place, one in enumerate(put)
            if one.question is not None and place not in known
        ]
        replies = {
            place: Reply(FAILED, None, one.why)
            for place, one in enumerate(put)
            if one.question is None
        }
        stopped: Stops | Cancelled | ClaimLost | None = None
        try:
            questions = [question for place in places if (question := put[place].question)]
            for came in asker.ask(questions, purse):
                if came:
                    replies[places[came[0]]] = came[1]
                try:
                    self._run.report(done, total, f"Asking {self.hearing.witness.name}")
                except (Cancelled, ClaimLost) as stop:
                    asker.halt()  # what is under way is paid for
                    stopped = stop
        except Stops as stop:
            stopped = stopped or stop
        self._keep(Came(put, replies, known, (time.monotonic() - begun) / 60))
        return stopped

    @transaction.atomic
    def _keep(self, came: Came) -> None:
        hearing = self._locked()
        opinions, probes = [], []
        for place, one in enumerate(came.put):
            reply = came.replies.get(place)
            if place in came.known:
                value, answer = came.known[place]
                opinions.append(self._opinion(one, Reply(GIVEN, value, answer), reused=True))
                hearing.reused += 1
            elif reply is not None and one.probe:
                probes.append(self._probe(one, reply))
            elif reply is not None:
                opinions.append(self._opinion(one, reply))
        Opinion.objects.bulk_create(opinions)
        Probe.objects.bulk_create(probes)
        hearing.given += sum(one.status == GIVEN for one in opinions)
        hearing.failed += sum(one.status != GIVEN for one in opinions)
        replies = came.replies.values()
        hearing.spent_tokens += sum(reply.read + reply.written for reply in replies)
        hearing.spent_money += sum(cost_of(reply, self._settings) for reply in replies)
        hearing.spent_minutes += came.minutes
        hearing.at_stake = 0
        hearing.save()
        self.hearing = hearing

    def _ids(self, code: int) -> dict[str, int]:
        return {
            "query_id": int(self._axes.query_ids[code >> 32]),
            "video_id": int(self._axes.video_ids[code & 0xFFFFFFFF]),
        }

    def _opinion(self, one: Put, reply: Reply, *, reused: bool = False) -> Opinion:
        return Opinion(
            hearing=self.hearing,
            sample=0,
            status=reply.status,
            value=reply.value,
            content=one.content or None,
            answer=reply.answer,
            tokens=None if reused else reply.read + reply.written,
            cost=None if reused else cost_of(reply, self._settings),
            ms=None if reused else reply.ms,
            **self._ids(one.pair),
        )

    def _probe(self, one: Put, reply: Reply) -> Probe:
        return Probe(
            hearing=self.hearing,
            kind=one.probe,
            status=reply.status,
            value=reply.value,
            answer=reply.answer,
            **self._ids(one.pair),
        )


def close_hearing(hearing: Hearing, why: str) -> Hearing:
    """In the caller's transaction."""
    row = lock_row(Hearing, hearing.pk)
    row.is_open, row.why = False, why
    row.save(update_fields=["is_open", "why"])
    return row


OVER = sentence("This hearing is over: run another one.")
