"""What is asked of a training by a user's own code. Only a command asks it: what runs code on
this machine is no page's business."""

import json
from dataclasses import field, fields
from typing import Any, TypeAlias

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.actions.hand_in import AnyFile
from pooling.models import Benchmark
from retrieval.asked.training import TrainingAsked, check_data

A_DAY = 24 * 60 * 60
IN_TRAINING = {one.name: one for one in fields(TrainingAsked)}


def as_in_training(name: str) -> Any:
    """The same question as of a training of ours."""
    one = IN_TRAINING[name]
    return field(default=one.default, metadata=one.metadata, kw_only=True)


@frozen
class OwnAsked:
    """A model that one's own code trains on a benchmark's training captions."""

    benchmark: Benchmark = as_in_training("benchmark")
    name: str = as_in_training("name")
    code: str = asked(
        "The class that is trained, as FILE.py:ClassName.", default="", option="--class"
    )
    command: str = asked(
        "The command that trains and embeds. It is given a folder as its last argument.",
        default="",
    )
    options: str = asked(
        "The options that the class or the command gets, as a JSON object.", default="{}"
    )
    card: AnyFile | None = asked(
        "A JSON file with what readers should know of the model: texts and numbers by name.",
        default=None,
        option="--card",
    )
    time_limit: int = asked(
        "The seconds after which the command is ended, and nothing is stored.",
        default=A_DAY,
        at_least=1,
        at_most=30 * A_DAY,
    )
    relevance: str = as_in_training("relevance")
    tau: float = as_in_training("tau")
    labels_of: Benchmark | None = as_in_training("labels_of")
    allow_evaluated: bool = as_in_training("allow_evaluated")
    features: tuple[AnyFile, ...] = as_in_training("features")
    over_segments: str = as_in_training("over_segments")
    keys: AnyFile | None = as_in_training("keys")
    clips_of: Benchmark | None = as_in_training("clips_of")
    validation: float = as_in_training("validation")
    depth: int = as_in_training("depth")
    seed: int = as_in_training("seed")

    def check(self) -> None:
        if bool(self.code) == bool(self.command):
            raise Refused(
                "Expected either --class FILE.py:ClassName or --command COMMAND.", field="code"
            )
        check_data(self)
        self.given()

    def given(self) -> dict[str, Any]:
        """The options. Raises Refused."""
        try:
            values = json.loads(self.options)
        except ValueError as wrong:
            raise Refused(f"--options: expected a JSON object, {wrong}.", field="options") from None
        if not isinstance(values, dict):
            raise Refused(
                f"--options: expected a JSON object, found {self.options}.", field="options"
            )
        return values

    @property
    def has_clips(self) -> Benchmark:
        """The benchmark with the training videos' clips."""
        return self.clips_of or self.labels_of or self.benchmark


LearningAsked: TypeAlias = TrainingAsked | OwnAsked
