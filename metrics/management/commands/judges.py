"""manage.py judges BENCHMARK: what submitters handed in as judges, and what each is worth."""

from typing import Any

from metrics.actions.judge_kept import JudgeStandingAsked
from metrics.queries.outside_judge import exact_as_json
from people.management.command import ResultCommand, option
from pooling.queries.names import find_benchmark
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import list_judges


class Command(ResultCommand):
    help = (
        "Lists a benchmark's judges from outside: what each is worth, and which runs it flatters."
    )
    takes = (option("benchmark", "The name of the benchmark."),)

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        rows = list_judges().filter(witness__benchmark=of).order_by("pk")
        return {"benchmark": of.name, "judges": [_row(row) for row in rows]}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [_line(row) for row in result["judges"]]
        return "\n".join(lines or [f"{result['benchmark']} has no judge from outside."])


def _row(judge: JudgeSubmission) -> dict[str, Any]:
    by = judge.submitted_by
    return {
        "judge": judge.blind_name,
        "id": judge.pk,
        "model": judge.model_name,
        "family": judge.family or None,
        "submitter": by.username if by else None,
        "submitted_at": judge.submitted_at.isoformat(),
        "standing": exact_as_json(JudgeStandingAsked(judge).compute(), judge),
    }


def _line(row: dict[str, Any]) -> str:
    standing = row["standing"]
    saved, ends = standing["saved"]["value"], standing["saved"]["interval"]
    worth = standing["saved"]["why"]
    if saved is not None:
        between = f" ({100 * ends[0]:.1f} to {100 * ends[1]:.1f})" if ends else ""
        worth = f"saves {100 * saved:.1f} %{between} of the labels"
    covered = f"{standing['covered']:,} of {standing['labelled']:,} labelled pairs"
    return f"{row['judge']}, {row['model']} by {row['submitter']}: {covered}; {worth}"
