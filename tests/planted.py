"""Forty mistakes of one line each, and the tests that have to catch them.

`python -m tests.planted` plants one after the other in a copy of the commit that is checked out
(`--commit` names another), runs the tests beside it, and fails where these pass. It shows that
tests which became faster or fewer are not weaker. `--only WORD` takes those with it in their path.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Mistake(NamedTuple):
    path: str
    right: str
    wrong: str
    tests: str


KINDS = "tests/measures/test_kinds.py"
EFFECT = "tests/measures/test_effectiveness.py"
OF_LABELS = "tests/annotator/test_labelling.py"

MISTAKES = (
    # Arithmetic
    Mistake("measures/kinds/recall.py", "hits.rank <=", "hits.rank <", f"{KINDS} {EFFECT}"),
    Mistake(
        "measures/kinds/ndcg.py", "np.log2(rank + 1)", "np.log2(rank + 2)", f"{KINDS} {EFFECT}"
    ),
    Mistake("measures/kinds/ndcg.py", "gain * np.log(2)", "gain", f"{KINDS} {EFFECT}"),
    Mistake(
        "measures/kinds/average_precision.py",
        "np.maximum(number, 1)",
        "np.maximum(number, 2)",
        f"{KINDS} {EFFECT}",
    ),
    Mistake(
        "measures/kinds/reciprocal_rank.py", "1 / first", "1 / (first + 1)", f"{KINDS} {EFFECT}"
    ),
    Mistake("measures/kinds/precision.py", "hits.rank <= k", "hits.rank < k", f"{KINDS} {EFFECT}"),
    Mistake(
        "measures/kinds/rank_biased.py",
        "gain * p ** (hits.rank - 1)",
        "gain * p**hits.rank",
        f"{KINDS} tests/metrics/test_rank_biased.py",
    ),
    Mistake(
        "measures/comparison.py",
        "np.arange(len(order), 0, -1)",
        "len(order)",
        "tests/measures/test_comparison.py tests/measures/test_resampling.py",
    ),
    Mistake(
        "measures/shares.py",
        "squared**2 / 4",
        "squared**2 / 2",
        "tests/measures/test_dependence.py tests/metrics/test_estimate_misses.py",
    ),
    Mistake(
        "measures/uneven.py",
        "sizes.sum() ** 2 / (sizes**2).sum()",
        "float(len(sizes))",
        "tests/measures/test_uneven.py",
    ),
    Mistake(
        "measures/agreement.py",
        "counts * (counts - 1)",
        "counts * counts",
        "tests/measures/test_agreement.py",
    ),
    Mistake(
        "measures/estimates.py",
        "unseen * _spread(known)",
        "_spread(known)",
        "tests/measures/test_estimates.py",
    ),
    Mistake(
        "measures/letters.py",
        "if {a, b} <= group]",
        "if {a, b} < group]",
        "tests/measures/test_letters.py",
    ),
    Mistake(
        "measures/power.py",
        "np.ceil(n * ratio**2)",
        "np.ceil(n * ratio)",
        "tests/measures/test_comparison.py tests/metrics/test_comparing_runs.py",
    ),
    # Labels and locks
    Mistake("annotator/consensus.py", "2 * relevant > len(votes) else", "relevant else", OF_LABELS),
    Mistake("annotator/consensus.py", "unable >= policy", "unable > policy", OF_LABELS),
    Mistake(
        "annotator/consensus.py",
        "max(decisions",
        "min(decisions",
        "tests/annotator/pages/test_adjudication.py tests/annotator/api/test_deciding_by_api.py "
        "tests/annotator/test_settling_in_bulk.py",
    ),
    Mistake(
        "annotator/slots/free.py",
        "s.lease_ends <= now()\nAND",
        "s.lease_ends > now()\nAND",
        OF_LABELS,
    ),
    Mistake(
        "annotator/slots/free.py",
        "AND lease = %(lease)s",
        "",
        f"{OF_LABELS} tests/annotator/api/test_rating_by_api.py tests/annotator/test_put_off.py",
    ),
    Mistake(
        "annotator/slots/free.py",
        'i, s SKIP LOCKED\n"""\n# Where the',
        'i, s\n"""\n# Where the',
        "tests/annotator/test_races.py",
    ),
    Mistake(
        "annotator/slots/give.py",
        "min(count, standing.leases_per_rater, MOST_AT_ONCE)",
        "count",
        f"{OF_LABELS} tests/annotator/api/test_rating_by_api.py",
    ),
    Mistake(
        "annotator/labels/live.py",
        "given = live(labels).exclude(slot__kind=Slot.Kind.GOLD)",
        "given = live(labels)",
        "tests/annotator/test_gold.py tests/annotator/test_gold_is_no_opinion.py "
        "tests/annotator/test_export_labels.py",
    ),
    Mistake(
        "annotator/labels/live.py",
        "is_live(label) and not label.disregarded_since",
        "is_live(label)",
        "tests/annotator/test_ask_again.py",
    ),
    Mistake(
        "annotator/locks/once.py",
        'a_request_counts_once" in',
        'a_request_counts_once" not in',
        f"{OF_LABELS} tests/annotator/test_races.py",
    ),
    Mistake(
        "jobs/actions/attempt.py",
        "claim=claim, cancel_requested_at__isnull=False",
        "claim=claim",
        "tests/jobs",
    ),
    # Access
    Mistake(
        "people/guards.py",
        "require_role(person_of(request), Role.LEAD)",
        "pass",
        "tests/annotator/pages/test_running.py tests/addresses",
    ),
    Mistake(
        "people/api/authentication.py",
        "if token.is_expired:",
        "if False:",
        "tests/people/test_tokens.py",
    ),
    Mistake(
        "people/api/authentication.py",
        "if token.revoked_at is not None:",
        "if False:",
        "tests/people/test_tokens.py",
    ),
    Mistake(
        "people/api/permissions.py",
        "scope_of(request).rank < needed.rank",
        "False",
        "tests/people/test_tokens.py tests/people/test_people_api.py",
    ),
    Mistake(
        "people/doorkeeper.py",
        "guess.refuse_while_locked()\n        found",
        "found",
        "tests/people/test_lock_out.py tests/people/test_joining.py "
        "tests/people/test_guessing.py tests/people/test_forgotten_passwords.py",
    ),
    Mistake(
        "annotator/queries/progress.py",
        "    require_role(asking, Role.LEAD)\n    return Campaign.objects.select",
        "    return Campaign.objects.select",
        "tests/annotator/api/test_campaigns_by_api.py tests/annotator/api/test_members_by_api.py "
        "tests/addresses",
    ),
    # Readers of files
    Mistake(
        "pooling/formats/scores.py",
        "[+-]?(?:[0-9]+(?:",
        "[+-]?(?:[0-9_]+(?:",
        "tests/pooling/formats",
    ),
    Mistake(
        "pooling/formats/csv_rows.py",
        "csv.reader(source, strict=True)",
        "csv.reader(source)",
        "tests/pooling/formats",
    ),
    Mistake(
        "pooling/formats/npy_header.py",
        "    _check_size(header, size, problems)\n    return",
        "    return",
        "tests/pooling/formats",
    ),
    Mistake(
        "pooling/formats/json_items.py", "object_pairs_hook=_pairs, ", "", "tests/pooling/formats"
    ),
    Mistake(
        "pooling/formats/json_items.py", "parse_constant=_constant, ", "", "tests/pooling/formats"
    ),
    Mistake("media/archives/members.py", 'if ".." in parts:', "if False:", "tests/media"),
    # Screens
    Mistake(
        "static/js/screen/look.js",
        ">= config.lookMs) return",
        ">= 0) return",
        "tests/annotator/pages/test_look_first.py",
    ),
    Mistake(
        "static/js/screen/outbox.js",
        "a.order - b.order",
        "b.order - a.order",
        "tests/annotator/pages/test_in_browser.py tests/annotator/pages/test_ahead.py",
    ),
    Mistake(
        "static/js/screen/held.js",
        " || this.leases.has(slot.lease)) continue",
        ") continue",
        "tests/annotator/pages/test_held.py",
    ),
    Mistake(
        "static/js/screen/keys.js",
        "if (event.repeat && !",
        "if (false && !",
        "tests/annotator/pages/test_look_first.py tests/annotator/pages/test_in_browser.py "
        "tests/annotator/pages/test_every_screen.py",
    ),
)


def caught(copy: Path, mistake: Mistake) -> bool:
    file = copy / mistake.path
    source = file.read_text(encoding="utf-8")
    if mistake.right not in source:
        raise SystemExit(f"{mistake.path}: expected {mistake.right!r}")
    file.write_text(source.replace(mistake.right, mistake.wrong, 1), encoding="utf-8")
    try:
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "2"]
        ended = subprocess.run(
            [*words, *mistake.tests.split()],
            cwd=copy,
            env=os.environ | {"CI": "1"},
            capture_output=True,
            check=False,
        )
    finally:
        file.write_text(source, encoding="utf-8")
    # Several workers that stop at the first failure end as if they were interrupted.
    if ended.returncode not in (0, 1, 2) or (ended.returncode and b" failed" not in ended.stdout):
        raise SystemExit(f"{mistake.path}: {ended.stdout.decode()[-1_000:]}")
    return ended.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    chosen = [one for one in MISTAKES if given.only in one.path]
    missed = 0
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory(prefix="truepool-planted-") as folder:
        copy = Path(folder) / "copy"
        subprocess.run([*git, "add", "--quiet", "--detach", str(copy), given.commit], check=True)
        try:
            for mistake in chosen:
                found = caught(copy, mistake)
                missed += not found
                says = "caught" if found else "MISSED"
                print(f"{says}  {mistake.path}: {mistake.right!r} -> {mistake.wrong!r}", flush=True)
        finally:
            subprocess.run([*git, "remove", "--force", str(copy)], check=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
