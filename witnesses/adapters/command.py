"""A program of this machine that reads lines of JSON and writes lines of JSON, confined as a
decoder is: without a network, without further processes, within limits.

It reads `{"id", "system", "prompt": [{"text"} or {"jpeg"}], "grades"}` and writes `{"id", "grade"}`
with a number on the scale, or `{"id", "refused"}` with the reason.
"""

import json
import shlex
import shutil
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

from foundation.checksum import digest_of, sha256_of
from media.confining import Bounds, Ended, run_confined
from witnesses.chatting.pacing import Purse
from witnesses.chatting.prompts import SYSTEM, parts_of
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

GIB = 1024**3
AT_A_TIME = 64
# Files beside those that a program needs itself, and memory for a model.
MEMORY, FILE_BYTES, OPEN_FILES = 64 * GIB, 256 * 1024**2, 256


class Command:
    """One start of the program for each few questions."""

    def __init__(self, settings: Mapping[str, Any], known: Mapping[str, Any] | None) -> None:
        self._settings = settings
        self._words = shlex.split(settings["program"])
        program = shutil.which(self._words[0]) or self._words[0]
        self._program = str(Path(program).absolute())
        self._known = known
        self._over = False

    @property
    def identity(self) -> dict[str, Any]:
        """Of the program and of each file that it is called with."""
        try:
            files = [self._program, *self._words[1:]]
            named = [sha256_of(Path(one)) if Path(one).is_file() else one for one in files]
        except OSError as wrong:
            raise Stops(f"{self._words[0]}: {wrong.strerror}.") from None
        return {"model": digest_of(named), "offers": {}}

    def halt(self) -> None:
        self._over = True

    def ask(self, questions: Sequence[PairQuestion], purse: Purse) -> Iterator[Arrived]:
        self._check_same()
        for start in range(0, len(questions), AT_A_TIME):
            if self._over:
                return
            part = questions[start : start + AT_A_TIME]
            for place, reply in enumerate(self._asked(part)):
                yield start + place, reply

    def _check_same(self) -> None:
        if self._known and self.identity["model"] != self._known["model"]:
            raise Stops("This is another program than was tried, and so another witness.")

    def _asked(self, questions: Sequence[PairQuestion]) -> list[Reply]:
        begun = time.monotonic()
        # In all, as if each were asked by itself.
        seconds = float(self._settings["seconds"] * len(questions))
        bounds = Bounds(seconds, int(seconds) * 4, MEMORY, FILE_BYTES, OPEN_FILES)
        with tempfile.TemporaryFile() as given:
            for place, question in enumerate(questions):
                given.write(json.dumps(self._line(place, question)).encode() + b"\n")
            given.seek(0)
            try:
                ended = run_confined([self._program, *self._words[1:]], bounds, stdin=given)
            except OSError as wrong:
                raise Stops(f"{self._words[0]}: {wrong.strerror or wrong}.") from None
        ms = int(1000 * (time.monotonic() - begun) / len(questions))
        return self._read(ended, questions, ms)

    def _line(self, place: int, question: PairQuestion) -> dict[str, Any]:
        parts = parts_of(self._settings["prompt"], self._settings["scale"], question)
        prompt = [
            {"text": part} if isinstance(part, str) else {"jpeg": b64encode(part).decode()}
            for part in parts
        ]
        words = list(self._settings["scale"])
        grades = words[::-1] if question.turned else words
        return {"id": place, "system": SYSTEM, "prompt": prompt, "grades": grades}

    def _read(self, ended: Ended, questions: Sequence[PairQuestion], ms: int) -> list[Reply]:
        found: dict[int, Reply] = {}
        for line in ended.output.decode(errors="replace").splitlines():
            place, reply = self._one(line, questions)
            if place is not None and place not in found:
                found[place] = reply
        why = f"The program wrote no line for it, and ended with status {ended.status}."
        if ended.late:
            why = "The program was ended: it took too long."
        words = f"{why} {ended.complaints}".strip()[:LONGEST_ANSWER]
        without = Reply(FAILED, None, words)
        replies = [found.get(place, without) for place in range(len(questions))]
        return [Reply(one.status, one.value, one.answer, 0, 0, ms) for one in replies]

    def _one(self, line: str, questions: Sequence[PairQuestion]) -> tuple[int | None, Reply]:
        """The place is None where a line is of no question."""
        answer = line.replace("\0", "")[:LONGEST_ANSWER]
        nothing = Reply(UNPARSABLE, None, answer)
        try:
            said = json.loads(line)
            place = said["id"]
            if type(place) is not int or not 0 <= place < len(questions):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            return None, nothing
        if "refused" in said:
            return place, Reply(REFUSED, None, answer)
        grade = _number(said.get("grade"), len(self._settings["scale"]) - 1)
        if grade is None:
            return place, nothing
        if questions[place].turned:
            grade = len(self._settings["scale"]) - 1 - grade
        return place, Reply(GIVEN, grade, answer)


def _number(grade: Any, highest: int) -> float | None:
    if isinstance(grade, bool) or not isinstance(grade, int | float) or not isfinite(grade):
        return None
    return float(grade) if 0 <= grade <= highest else None


class _Adapter:
    name = "command"

    @contextmanager
    def opened(
        self, settings: Mapping[str, Any], known: Mapping[str, Any] | None
    ) -> Iterator[Command]:
        yield Command(settings, known)


ADAPTER = _Adapter()
