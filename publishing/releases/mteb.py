"""Scores in the shape of MTEB's result files: one JSON for each run.

`default` are the corrected scores, with the positives that people found; `original` are those that
the benchmark alone gives.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from publishing.releases.facts import Facts, Scores
from publishing.releases.packing import as_lines

SHAPE = "2.0.0"  # the version of MTEB whose shape this is; MTEB itself was not run
MAIN = (
    "nDCG@10"  # MTEB's own main score for retrieval; the first measure where it was not asked for
)
NAMES = {
    "C": "hit_rate",
    "AP": "map",
    "RR": "mrr",
    "nDCG": "ndcg",
    "P": "precision",
    "R": "recall",
}
SUBSETS = {"default": "all", "original": "original"}
LANGUAGES = {"en": "eng-Latn", "de": "deu-Latn", "zh": "zho-Hans", "fr": "fra-Latn"}
_MEASURE = re.compile(r"(?P<kind>[A-Za-z]+)(?:@(?P<depth>[0-9]+))?")


def mteb_name(measure: str) -> str:
    """`C@10` is `hit_rate_at_10`; what MTEB has no name for keeps its own, in its spelling."""
    found = _MEASURE.fullmatch(measure)
    if found is None or found["kind"] not in NAMES:
        return re.sub(r"[^a-z0-9]+", "_", measure.lower().replace("@", "_at_")).strip("_")
    name = NAMES[found["kind"]]
    return f"{name}_at_{found['depth']}" if found["depth"] else name


def mteb_results(facts: Facts, scores: Scores, revision: str) -> dict[str, str]:
    """revision: of the data set. JSON by the names of files, which follow from the runs'."""
    rows = scores.evaluation["rows"]
    runs = list(dict.fromkeys(row["run"] for row in rows))
    files: dict[str, str] = {}
    for number, run in enumerate(runs, start=1):
        shown = _result(facts, scores, revision, [row for row in rows if row["run"] == run])
        stem = re.sub(r"[^A-Za-z0-9._-]+", "_", run).strip("._")[:80]
        name = f"{stem or number}.json"
        name = name if name.lower() not in {one.lower() for one in files} else f"{number}-{name}"
        files[name] = as_lines(shown)
    return files


def _result(
    facts: Facts, scores: Scores, revision: str, rows: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    return {
        "dataset_revision": revision,
        "task_name": f"{facts.benchmark}-truepool",
        "mteb_version": SHAPE,
        "scores": {"test": _subsets(facts, rows)},
        "evaluation_time": scores.seconds,
        "kg_co2_emissions": None,
        "truepool": {
            "run": rows[0]["run"],
            "release": facts.release,
            "report_sha256": scores.digest,
            "log_position": facts.log_position,
        },
    }


def _subsets(facts: Facts, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Where a report has one rule of positives alone, there is one subset."""
    shown = []
    for subset, rule in SUBSETS.items():
        known = {row["measure"]: row[rule] for row in rows if row[rule] is not None}
        if known:
            main = known.get(MAIN, next(iter(known.values())))
            shown.append(
                {
                    "hf_subset": subset,
                    "languages": [LANGUAGES.get(facts.language, facts.language)],
                    "main_score": main,
                    **{mteb_name(measure): value for measure, value in known.items()},
                }
            )
    return shown
