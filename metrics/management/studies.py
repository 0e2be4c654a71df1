"""The commands of studies, `manage.py NAME BENCHMARK`: what each is asked, and what it computes.

It passes 300 lines, as it is a list: each study has its options and its call here and nowhere
else."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from dataclasses import replace

from django.core.management.base import CommandError

from measures.comparison import PERMUTATIONS
from metrics.actions.study_kept import PROXIES as OF_PROXIES
from metrics.actions.study_kept import asked_of
from metrics.actions.witness_kept import WitnessAsked
from metrics.management.command import CommandGiven, StudyCommand, names_of
from metrics.options import (
    ABOUT,
    AGAINST,
    ALL_WAYS,
    BOTH_WAYS,
    DRAWS,
    INTERVALS,
    PACE,
    PROXIES,
    PROXY,
    RUNS,
    SAME_TEXT,
    SCORED,
    SEED,
    UNLEVELLED,
    WITNESS,
    Option,
    option,
    positives,
    whole,
)
from metrics.queries.audits import take_audit
from metrics.queries.labels import read_label_evidence
from metrics.queries.opinions import find_witnesses
from metrics.queries.pace import labels_an_hour
from metrics.queries.pooled import pools_named, read_sample
from metrics.queries.proxied import find_named, read_named
from metrics.queries.snapshot import take_snapshot, take_snapshot_with_texts
from metrics.studies import (
    by_proxy,
    ceiling,
    comparison,
    estimate,
    evaluation,
    graded,
    hard_negatives,
    label_errors,
    leave_one_out,
    overlap,
    proxies_alone,
    proxy_study,
    reuse,
    sample_size,
    slices,
    stability,
    unjudged,
    witnessed,
)
from metrics.studies.asked import LABELS
from metrics.studies.pooled import Pooled, check_depth, pooled_runs
from metrics.studies.registry import KEPT
from metrics.studies.scored import depth_for
from metrics.studies.study import Findings
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witness_sizes import WITHIN
from pooling.models import Run
from pooling.queries.names import find_pool, find_runs

Compute = Callable[[CommandGiven], Findings]
COMMANDS: dict[str, type[StudyCommand]] = {}


def command(name: str, text: str, *options: Option) -> Callable[[Compute], Compute]:
    """text: its help."""

    def make(compute: Compute) -> Compute:
        words = {"help": text, "options": options, "study": staticmethod(compute)}
        COMMANDS[name] = type("Command", (StudyCommand,), words)
        return compute

    return make


def depth(default: int | None, text: str) -> Option:
    return whole("--depth", default, text)


def persistence(default: float) -> Option:
    text = "Persistence of rank-biased overlap: the higher, the deeper (%(default)s)."
    return option("--p", text, type=float, default=default)


@command(
    "audit",
    "How many of a benchmark's original pairs people reject, and what is left of C@K without them"
    " (see audit_originals).",
    option(
        "--campaign",
        "The campaign in which people looked at them (the newest of audit_originals).",
        default="",
    ),
    RUNS,
    *UNLEVELLED,
)
def _audit(given: CommandGiven) -> Findings:
    measures, runs = given.parsed, given.named(given.runs)
    return take_audit(given.of, given.campaign, measures, runs, same_text=given.same_text)


@command(
    "ceiling",
    "Shows the least and the most that instance-based scores could be, when all that a proxy has"
    " above 0.8 counts as the same as a caption's own video.",
    PROXY,
    BOTH_WAYS,
    option(
        "--measures",
        "Names of measures of the first positive, separated by commas (%(default)s).",
        default=ceiling.MEASURES,
    ),
    *DRAWS,
)
def _ceiling(given: CommandGiven) -> Findings:
    measures = given.parsed
    return ceiling.ceilings(*given.proxied(ranks=True), measures, **given.draws)


@command(
    "compare",
    "Compares every two of the named runs caption by caption: difference, interval, p, p corrected"
    " for all tests in two ways, what could be seen.",
    option("runs", "Name of a run; at least two, of one direction.", nargs="+", metavar="RUN"),
    positives(["all", "original"], "all"),
    whole(
        "--permutations",
        PERMUTATIONS,
        "How many permutations the sign-flip test draws (%(default)s); more, where so few could not"
        " reject any of so many tests.",
    ),
    *SCORED,
    SEED,
    whole("--resamples", None, "Read for older scripts; nothing is resampled here."),
)
def _compare(given: CommandGiven) -> Findings:
    snapshot, measures = given.scored(",".join(given.runs))
    draws = {"seed": given.seed, "permutations": given.permutations}
    return comparison.compare_runs(snapshot, None, measures, given.positives, **draws)


@command(
    "estimate",
    "Estimates, with intervals, what runs would score if every caption were labelled, from a pool"
    " that drew some of them.",
    option("pool", "Name of the pool."),
    RUNS,
    option(
        "--by", "The estimator (%(default)s).", choices=[*estimate.ESTIMATORS, "all"], default="all"
    ),
    WITNESS,
    AGAINST,
    ABOUT,
    *SCORED,
)
def _estimate(given: CommandGiven) -> Findings:
    measures, pool = given.parsed, find_pool(given.of, given.pool)
    runs = given.named(given.runs)
    snapshot = given.read(runs, depth_for(measures))
    sample = read_sample(pool, snapshot, runs)
    if given.witness is not None:
        how = HowDrawn(alike=given.about == "alike")
        said = given.opinions(snapshot)
        return witnessed.witnessed_sample(snapshot, sample, said, measures, how, given.against)
    if given.against or given.about != "these":
        raise CommandError("--against and --about are of witnesses: expected --witness too")
    by = estimate.ESTIMATORS if given.by == "all" else (given.by,)
    return estimate.estimate(snapshot, sample, measures, by)


@command(
    "evaluate",
    "Scores runs with the original positives and with those that people found: Table 1, A (B + C).",
    RUNS,
    positives(list(evaluation.RULES), "both"),
    INTERVALS,
    option(
        "--labels",
        "With posterior, beside the verdicts' scores, those with the raters' errors, and intervals"
        " of captions and labels (%(default)s).",
        choices=list(LABELS),
        default="majority",
    ),
    option(
        "--relevance",
        "Score under this proxy of relevance, in place of positives.",
        metavar="PROXY",
    ),
    option(
        "--threshold",
        "Under a proxy: measures of binary relevance take what reaches this as positive"
        f" ({by_proxy.THRESHOLD:g}).",
        type=float,
    ),
    *SCORED,
    *DRAWS,
)
def _evaluate(given: CommandGiven) -> Findings:
    if given.relevance is not None:
        return _by_proxy(given)
    if given.threshold is not None:
        raise CommandError("--threshold is of a proxy: expected --relevance too")
    posterior = given.labels != "majority"
    snapshot, measures = given.scored(given.runs)
    labels = read_label_evidence(given.of, snapshot.videos) if posterior else None
    intervals, draws = given.intervals or posterior, given.draws
    scored = evaluation.evaluate(snapshot, measures, given.positives, intervals=intervals, **draws)
    return (
        scored
        if labels is None
        else label_errors.with_label_errors(scored, snapshot, labels, **draws)
    )


def _by_proxy(given: CommandGiven) -> Findings:
    if given.labels != "majority":
        raise CommandError("--labels is of people's labels: expected no --relevance")
    proxy = read_named(find_named(given.of, given.relevance))
    snapshot, measures = given.scored(given.runs, within=True)
    threshold = by_proxy.THRESHOLD if given.threshold is None else given.threshold
    words = given.draws | {"intervals": given.intervals}
    return by_proxy.evaluate_by_proxy(snapshot, proxy, measures, threshold, **words)


@command(
    "graded",
    "Scores runs of all directions by nDCG and mAP under a proxy of relevance, with a random order"
    " beside them.",
    PROXY,
    ALL_WAYS,
    *DRAWS,
)
def _graded(given: CommandGiven) -> Findings:
    return graded.graded_scores(*given.proxied(ranks=True, within=True), **given.draws)


@command(
    "hard_negatives",
    "Audits what runs rank high for a caption and no caption claims: how much of it is relevant, by"
    " a proxy and by people.",
    PROXY,
    RUNS,
    depth(hard_negatives.DEPTH, "The rank down to which runs are audited (%(default)s)."),
    *DRAWS,
)
def _hard_negatives(given: CommandGiven) -> Findings:
    return hard_negatives.audit_negatives(*given.proxied(), given.depth, **given.draws)


@command(
    "leave_one_out",
    "Scores each run without the positives that it alone put into the pool: what the labels are"
    " worth to a new model.",
    option("--runs", "Those of the pool, separated by commas (all runs of the benchmark's pools)."),
    option(
        "--by",
        "What is left out at a time (%(default)s).",
        choices=["run", "family"],
        default="run",
    ),
    depth(
        None,
        "Ranks within which a run found a positive (the largest of the pools', or"
        f" {leave_one_out.DEPTH}).",
    ),
    *SCORED,
)
def _leave_one_out(given: CommandGiven) -> Findings:
    measures, shown = given.parsed, pools_named(given.of, find_runs(given.of, None))
    (of_runs, of_depth), deep = shown["says"], shown["depth"]
    runs = list(Run.objects.filter(pk__in=[one["id"] for one in shown["runs"]]).order_by("pk"))
    if given.runs is not None:
        runs, of_runs = given.named(given.runs), "Runs: those asked for."
    if given.depth is not None:
        deep, of_depth = given.depth, f"Depth: {given.depth}, as asked for."
    needed = depth_for(measures)
    snapshot = given.read(runs, None if needed is None else max(needed, deep))
    if given.depth is not None:
        # A pool may be deeper than a run of another; what is asked for may not.
        check_depth(pooled_runs(snapshot), deep)
    names = frozenset(run.name for run in snapshot.runs)
    pooled = Pooled(deep, names, says=(of_runs, of_depth))
    return leave_one_out.leave_one_out(snapshot, measures, given.by, deep, pooled)


@command(
    "overlap",
    "Computes overlap and rank-biased overlap of every two runs that rank videos for captions, as"
    " means over captions.",
    depth(overlap.DEPTH, "How far down the rankings (%(default)s)."),
    persistence(overlap.P),
)
def _overlap(given: CommandGiven) -> Findings:
    # As stored where it is none, which the refusal tells.
    deep = given.depth if given.depth > 0 else None
    snapshot = take_snapshot(given.of, find_runs(given.of, None), deep)
    return overlap.overlap(snapshot, given.depth, given.p)


@command(
    "proxy_correlation",
    "Shows how alike proxies are: of each video, the correlation of every two over all captions.",
    PROXIES,
)
def _proxy_correlation(given: CommandGiven) -> Findings:
    proxies, outdated = given.named_proxies()
    named = [read_named(proxy) for proxy in proxies]
    return proxies_alone.correlate(given.of.name, named, outdated)


@command(
    "proxy_study",
    "Holds proxies of relevance against people: the area under ROC over all judged pairs, precision"
    " and recall by threshold, calibration, and the order of the runs.",
    PROXIES,
    BOTH_WAYS,
    *DRAWS,
)
def _proxy_study(given: CommandGiven) -> Findings:
    snapshot, proxies, outdated = given.of_proxies(given.both_ways())
    return proxy_study.proxy_study(snapshot, proxies, outdated=outdated, **given.draws)


@command(
    "reuse",
    "Shows where positives stand, which captions have them, and how like the captions are to"
    " training captions.",
    option(
        "--runs", "Names, separated by commas; the first two are compared (all from text to video)."
    ),
    depth(None, "Ranks that are looked at (as many as are stored)."),
    whole("--k", reuse.K, "A run is right if a positive is among its first K (%(default)s)."),
    whole("--seed", 0, "Seed of the caption samples (%(default)s)."),
    option(
        "--likeness",
        "How captions are compared with training captions: as the paper's text defines it, as its"
        " release computed it, in both ways, or not at all (%(default)s).",
        choices=["both", "text", "release", "none"],
        default="both",
    ),
    SAME_TEXT,
)
def _reuse(given: CommandGiven) -> Findings:
    deep = None if given.depth is None else max(given.depth, given.k, 1)
    runs = given.named(given.runs)
    snapshot, texts = take_snapshot_with_texts(given.of, runs, deep, same_text=given.same_text)
    ways = given.likeness.replace("none", "")
    return reuse.reuse(snapshot, texts, given.k, ways=ways, seed=given.seed)


def sizes(listed: str) -> list[int]:
    try:
        return list(dict.fromkeys(int(size) for size in names_of(listed) or []))
    except ValueError as wrong:
        raise ArgumentTypeError(
            f"expected whole numbers separated by commas, such as 500,1000, not {listed!r}"
        ) from wrong


def points(listed: str) -> list[float]:
    """As fractions."""
    try:
        found = list(dict.fromkeys(float(one) / 100 for one in names_of(listed) or []))
    except ValueError as wrong:
        raise ArgumentTypeError(
            f"expected points separated by commas, such as 2,0.5, not {listed!r}"
        ) from wrong
    if outside := [one for one in found if not 0 < one < 1]:
        raise ArgumentTypeError(f"expected more than 0 and less than 100, not {100 * outside[0]:g}")
    return found


@command(
    "sample_size",
    "Finds how sure the mean of so many labelled captions is, and for two runs or more how many"
    " captions tell them apart.",
    option("run", "Name of a run, or several names separated by commas."),
    option(
        "--n",
        "Sample sizes, separated by commas (500,1000,3000, as far as there are captions).",
        type=sizes,
    ),
    positives(["all", "original"], "all"),
    WITNESS,
    option(
        "--to",
        "Half-widths that corrected scores are to have, in points, separated by commas; of"
        " witnesses (5,2,1).",
        type=points,
    ),
    option(
        "--pool",
        "The pool that drew what people judged; of witnesses (every judged caption counts as"
        " drawn).",
    ),
    *SCORED,
    *DRAWS,
)
def _sample_size(given: CommandGiven) -> Findings:
    measures, runs = given.parsed, given.named(given.run)
    snapshot = given.read(runs, depth_for(measures))
    found = sample_size.sample_sizes(snapshot, measures, given.n, given.positives, **given.draws)
    if given.witness is None:
        if given.to is not None or given.pool is not None:
            raise CommandError("--to and --pool are of witnesses: expected --witness too")
        return found
    if given.positives == "original":
        raise CommandError("witnesses help with what people label: expected --positives all")
    said, within = given.opinions(snapshot), given.to or WITHIN
    sample = given.pool and read_sample(find_pool(given.of, given.pool), snapshot, runs)
    return sample_size.with_witnesses(found, snapshot, measures, said, sample or None, within)


@command(
    "slices",
    "Scores groups of captions, by their length, the number of their positives and their source,"
    " with intervals.",
    RUNS,
    option(
        "--by",
        f"What captions are grouped by, separated by commas: {', '.join(slices.WAYS)}, or columns"
        " of the benchmark's file (all, but for columns of many values).",
    ),
    *SCORED,
    *DRAWS,
)
def _slices(given: CommandGiven) -> Findings:
    return slices.slices(*given.scored(given.runs), names_of(given.by), **given.draws)


@command(
    "stability",
    "Holds the runs' order by original positives against their order by all positives, with"
    " intervals.",
    RUNS,
    persistence(stability.P),
    *SCORED,
    *DRAWS,
)
def _stability(given: CommandGiven) -> Findings:
    return stability.stability(*given.scored(given.runs), p=given.p, **given.draws)


@command(
    "study",
    "Computes a study of a benchmark's runs as they are, and keeps it for its page.",
    option("study", "Name of the study.", choices=sorted([*KEPT, OF_PROXIES])),
)
def _study(given: CommandGiven) -> Findings:
    return asked_of(given.of, given.study).keep().result


@command(
    "thresholds",
    "Counts how many captions proxies call relevant to a video, threshold by threshold.",
    PROXIES,
)
def _thresholds(given: CommandGiven) -> Findings:
    snapshot, proxies, _ = given.of_proxies()
    return proxies_alone.count_relevant(snapshot, proxies)


@command(
    "unjudged",
    "Counts a run's pairs that nobody has judged, and says what judging them would cost and how far"
    " scores could move.",
    option("run", "Name of the run."),
    depth(unjudged.DEPTH, "Ranks that would be judged (%(default)s)."),
    PACE,
    SAME_TEXT,
)
def _unjudged(given: CommandGiven) -> Findings:
    named = given.named(given.run)
    others = [run for run in find_runs(given.of, None) if run not in named]
    pace, pace_from = labels_an_hour(given.of, given.pace)
    snapshot = given.read([*named, *others], max(given.depth, 1))
    of = replace(snapshot, runs=snapshot.runs[: len(named)])
    rest = snapshot.runs[len(named) :]
    return unjudged.unjudged(of, given.depth, pace=pace, pace_from=pace_from, others=rest)


@command(
    "witness_study",
    "Holds a witness against people: how far it agrees with them, what its values mean, and which"
    " runs it flatters. What it finds is kept for the witness's page.",
    option("witness", "Name of the witness."),
)
def _witness_study(given: CommandGiven) -> Findings:
    (witness,) = find_witnesses(given.of, [given.witness])
    return WitnessAsked(given.of, witness).keep().result
