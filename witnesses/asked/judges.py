"""A judge that somebody from outside hands in."""

from typing import Any

from foundation.asking.questions import asked
from foundation.frozen import frozen
from pooling.actions.hand_in import AnyFile
from pooling.models import Benchmark
from pooling.plain_text import one_plain_line
from pooling.queries.submissions import open_benchmarks
from witnesses.models import JudgeSubmission

MODEL: Any = JudgeSubmission._meta.get_field("model_name")
FAMILY: Any = JudgeSubmission._meta.get_field("family")


@frozen
class JudgeAsked:
    """Opinions on the pairs of a benchmark's list, from outside the team."""

    benchmark: Benchmark = asked(
        "The benchmark whose pairs the opinions are of.", rows=open_benchmarks
    )
    model: str = asked(
        "What your judge is called, as in gpt-4o with prompt 3.",
        label="Judge",
        longest=MODEL.max_length,
        checks=MODEL.validators,
    )
    family: str = asked(
        "The models that share its design. Leads look at how it judges runs of its own family.",
        default="",
        longest=FAMILY.max_length,
        checks=(one_plain_line,),
    )
    file: AnyFile = asked(
        "A table with the columns caption, video and score (CSV, JSON Lines, Parquet). A score is"
        " from 0 to 1: how likely it is that people find the pair relevant. Where your judge gave"
        " none, leave it empty and say so in the column status: refused, unparsable or failed.",
        label="Opinions",
    )

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the file."""
        return {"benchmark": self.benchmark.pk, "model": self.model, "family": self.family}
