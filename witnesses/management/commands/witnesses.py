"""manage.py witnesses BENCHMARK: what there is beside people's labels, and how much it covers."""

from typing import Any

from people.management.command import ResultCommand, option
from pooling.queries.names import find_benchmark
from witnesses.queries.coverage import coverages
from witnesses.queries.said import said_by
from witnesses.queries.witnesses import list_witnesses, witness_as_json


class Command(ResultCommand):
    help = "Lists a benchmark's witnesses: how many pairs they have an opinion of."
    takes = (option("benchmark", "The name of the benchmark."),)

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        known = coverages(of)
        rows = [
            witness_as_json(witness)
            | {
                "opinions": said_by(witness).as_json(),
                "warning": known[witness.pk].warning,
                "coverage": known[witness.pk].as_json(),
            }
            for witness in list_witnesses(of)
        ]
        return {"benchmark": of.name, "witnesses": rows}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [_line(row) for row in result["witnesses"]]
        return "\n".join(lines or [f"{result['benchmark']} has no witness."])


def _line(row: dict[str, Any]) -> str:
    covered = ", ".join(
        f"{of['covered']:,} of {of['pairs']:,} {what} pairs" for what, of in row["coverage"].items()
    )
    circular = ", circular" if row["circular"] else ""
    line = f"{row['witness']} ({row['kind']}{circular}; {row['digest'][:12]}): {covered}."
    return f"{line} warning: {row['warning']}" if row["warning"] else line
