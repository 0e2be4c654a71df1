"""A study's output does not change under the same version: each is computed on one small snapshot
and held to a digest.

Where this fails after a change that was meant: raise the version in the study's module, and store
the digest that the failure prints in study_digests.json under the new version. Earlier versions'
digests stay there, and are never edited.
"""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from re import findall

import numpy as np
import pytest

import metrics.studies
from measures.names import parse_all
from metrics.frozen import canonical, pack_table
from metrics.studies import registry
from metrics.studies.agreement import agreement
from metrics.studies.audit import audit
from metrics.studies.calibration import calibration
from metrics.studies.ceiling import ceilings
from metrics.studies.comparison import compare_runs
from metrics.studies.doctor import examine
from metrics.studies.doctor_material import Clips, Material
from metrics.studies.estimate import estimate
from metrics.studies.evaluation import RULES, evaluate
from metrics.studies.graded import graded_scores
from metrics.studies.hard_negatives import audit_negatives
from metrics.studies.held_witness import HeldWitness
from metrics.studies.label_errors import label_errors
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.leave_one_out import leave_one_out
from metrics.studies.overlap import Overlap, overlap
from metrics.studies.proxied import take_proxied
from metrics.studies.proxies_alone import correlate, count_relevant
from metrics.studies.proxy_study import proxy_study
from metrics.studies.registry import STUDIES, VERSIONS, tables_of
from metrics.studies.reuse import reuse
from metrics.studies.sample_size import sample_sizes, with_witnesses
from metrics.studies.score import score_run
from metrics.studies.slices import slices
from metrics.studies.stability import stability
from metrics.studies.unjudged import unjudged_runs
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witness_study import witness_study
from metrics.studies.witnessed import witnessed_sample
from pooling.formats.checks import Check
from tests.metrics.figures import figure_studies
from tests.metrics.proxied import made_proxy, with_backwards
from tests.metrics.test_agreement_study import labels_of
from tests.metrics.test_audit import audited
from tests.metrics.test_estimate import labelled, sample_of
from tests.metrics.test_estimate_misses import missed_world
from tests.metrics.test_witnessed_pools import drawn_in_strata, opinions
from tests.metrics.worlds import Bare

DIGESTS = Path(__file__).with_name("study_digests.json")
MEASURES = parse_all("C@1,C@3,AP,MedR,GMR,nDCG@3,Judged@3")
MEANS = parse_all("C@1,C@3,AP")


def shuffled(draw: Random) -> list[int]:
    """From `random()` alone, which gives the same on every version of Python."""
    return sorted(range(12), key=lambda _: draw.random())


def small_world() -> Bare:
    """Thirty captions: shared texts and videos, one without a video, one without a ranking, some
    verdicts of either kind."""
    draw = Random(11)
    own = [int(12 * draw.random()) for _ in range(30)]
    own[7] = -1
    rankings = [[shuffled(draw)[:6] for _ in own] for _ in range(3)]
    rankings[1][4] = []
    for number in range(0, 30, 2):
        if own[number] not in rankings[0][number]:
            rankings[0][number][0] = own[number]
    verdicts = {
        (query, video): draw.random() < 0.4 for query in range(28) for video in shuffled(draw)[:4]
    }
    return Bare(
        12, [*range(28), 0, 1], own, verdicts, rankings, [10 + 3 * number for number in range(30)]
    )


def a_witness(snapshot):
    """Of the family of the first run; without an opinion on every seventh pair."""
    draw = Random(5)
    keys = np.array([key for key in range(snapshot.queries * snapshot.videos) if key % 7])
    values = np.array([round(draw.random(), 2) for _ in keys])
    said = HeldWitness("judge", "Model that judges", snapshot.runs[0].family, keys, values)
    return witness_study(snapshot, said, unresolved=snapshot.judged.keys[:3], depth=3)


def some_labels():
    """Two labels for each of twelve pairs, a third for some, checks by gold, and a pair that
    somebody could not judge."""
    draw = Random(3)
    rows = [
        (pair, 10 + place, place + 1, int(draw.random() < 0.5))
        for pair in range(12)
        for place in range(2)
    ]
    rows += [(pair, 12, 3, 1) for pair in (2, 5)] + [(12, 11, 1, -1)]
    verdicts = [int(3 * draw.random()) for _ in range(12)] + [-1]
    return labels_of(
        rows, verdicts, [n // 2 for n in range(13)], [(10, 1, 1), (11, 0, 1), (10, 0, 0)]
    )


def some_texts(snapshot) -> Material:
    """Captions in four words each of a few, so that some are doubled, near, or say all of others;
    clips of which two are the same file; training captions, one of them known."""
    who, what = ["a man", "a woman", "two dogs", "someone"], ["plays", "is slicing", "sings"]
    where = ["a guitar", "a tomato", "on a stage", "in the rain", ""]
    texts = [f"{who[n % 4]} {what[n % 3]} {where[n % 5]}".strip() for n in range(snapshot.queries)]
    return Material(
        snapshot,
        [texts[query] for query in snapshot.caption_queries],
        [f"c{n}" for n in range(snapshot.captions)],
        [f"v{n}" for n in range(snapshot.videos)],
        [texts[3], "a train leaves"],
        ["v3", "t1"],
        Clips([1, 4, 5], [b"", b"", None], [3.0, 3.0, 4.0], ["a", "a", "b"]),
    )


def outputs(name: str):
    world, drawn = small_world(), {"seed": 5, "resamples": 60}
    snapshot, half = world.snapshot(6), sample_of(world, list(range(0, 30, 2)), depth=5)
    studies = {
        "evaluation": lambda: [
            evaluate(snapshot, MEASURES, rule, intervals=True, **drawn) for rule in RULES
        ],
        "label_errors": lambda: [label_errors_of(snapshot)],
        "comparison": lambda: [compare_runs(snapshot, None, MEANS, permutations=60, seed=5)],
        "overlap": lambda: [overlap(snapshot, 3)],
        "leave_one_out": lambda: [
            leave_one_out(snapshot, MEANS, by, 5) for by in ("run", "family")
        ],
        "sample_size": lambda: [sample_sizes(snapshot, MEANS, [5, 20], **drawn), sized_of()],
        "unjudged": lambda: [unjudged_runs(snapshot, 3, pace=200.0, pace_from="assumed")],
        "estimate": lambda: [estimate(snapshot, half, MEANS)],
        "witnessed": lambda: [witnessed_of(), witnessed_of(alike=True, against="run1")],
        "reuse": lambda: [reuse(snapshot, None, 3, seed=5), figure_studies()["reuse"]],
        "slices": lambda: [slices(snapshot, MEANS, **drawn)],
        "score": lambda: [
            score_run(
                replace(small_world().snapshot(6), runs=snapshot.runs[:1]),
                MEASURES,
                checks=(Check("order", "good", "fine"),),
                intervals=True,
                depth=3,
                **drawn,
            )
        ],
        "doctor": lambda: [examine(some_texts(snapshot))],
        "audit": lambda: [audit(snapshot, audited(snapshot), parse_all("C@1,C@3"))],
        "calibration": lambda: [calibration(snapshot)],
        "stability": lambda: [stability(snapshot, MEANS, **drawn)],
        "agreement": lambda: [
            agreement(some_labels(), which, **drawn) for which in ("independent", "all")
        ],
    }
    return (studies | of_proxies())[name]()


def label_errors_of(snapshot):
    """Every pair with a verdict has labels of two of three raters, who differ now and then."""
    draw, keys = Random(5), snapshot.judged.keys
    rows = [(key, (place + nth) % 3) for place, key in enumerate(keys) for nth in (0, 1)]
    found = set(snapshot.collected.keys.tolist())
    value = [int((key in found) != (draw.random() < 0.15)) for key, _ in rows]
    key, rater = np.array(rows).T
    gold = tuple(np.array(column) for column in ([0, 1, 1], [1, 0, 1], [1, 0, 0]))
    labels = LabelEvidence.of(key, rater, np.array(value), np.full(len(rows), -1), gold)
    scored = evaluate(snapshot, MEASURES, intervals=True, seed=5, resamples=60)
    return label_errors(snapshot, labels, scored, seed=5, resamples=60, draws=12)


def witnessed_of(*, alike: bool = False, against: str = ""):
    """Half of 300 captions, drawn in strata, and what somebody says of every pair."""
    world = missed_world()
    sample = drawn_in_strata(world, 150, 1, "length")
    of = labelled(world, sample.captions).snapshot(4)
    said, measures = [opinions(world)], parse_all("C@1,P@4,AP")
    return witnessed_sample(of, sample, said, measures, HowDrawn(alike=alike), against)


def sized_of():
    """The same with a witness: how many captions to label."""
    world, measures = missed_world(), parse_all("C@1,P@4,AP")
    sample = drawn_in_strata(world, 150, 1, "length")
    of = labelled(world, sample.captions).snapshot(4)
    found = sample_sizes(of, measures, [100], seed=5, resamples=60)
    return with_witnesses(found, of, measures, [opinions(world)], sample)


def of_proxies():
    """Those under proxies, of the same world with a run that ranks captions."""
    snapshot, drawn = with_backwards(small_world().snapshot(6)), {"seed": 5, "resamples": 60}
    named = [made_proxy(snapshot, seed, name=name) for seed, name in ((1, "syn"), (4, "bow"))]
    syn, bow = (take_proxied(one, snapshot, ranks=True) for one in named)
    return {
        "graded": lambda: [graded_scores(snapshot, syn, **drawn)],
        "thresholds": lambda: [count_relevant(snapshot, [syn, bow])],
        "ceiling": lambda: [ceilings(snapshot, syn, **drawn)],
        "hard_negatives": lambda: [audit_negatives(snapshot, syn, 3, **drawn)],
        "proxy_study": lambda: [proxy_study(snapshot, [syn, bow], **drawn)],
        "proxy_correlation": lambda: [correlate("bare", named)],
        "witness_study": lambda: [a_witness(snapshot)],
    }


def rounded(content):
    """Nine places, so that the last digits of another processor's sums make no other digest."""
    if isinstance(content, float):
        return round(content, 9) + 0.0
    if isinstance(content, dict):
        return {key: rounded(value) for key, value in content.items()}
    return [rounded(value) for value in content] if isinstance(content, list | tuple) else content


def digest_of(name: str) -> str:
    told = [
        {"told": one.as_json(), "tables": [pack_table(table) for table in tables_of(one)]}
        for one in outputs(name)
    ]
    return sha256(canonical(rounded(told))).hexdigest()


@pytest.mark.parametrize("name", sorted(VERSIONS))
def test_its_output_has_the_digest_of_its_version(name):
    stored, version, found = json.loads(DIGESTS.read_text()), str(VERSIONS[name]), digest_of(name)
    known = stored.get(name, {})
    assert version in known, f"store the digest of {name}, version {version}: {found}"
    assert known[version] == found, (
        f"{name} gives another output than its version {version} did: raise the version in"
        f" metrics/studies/{name}.py, and store this digest under the new version: {found}"
    )


def test_no_version_goes_back_or_is_skipped():
    for name, digests in json.loads(DIGESTS.read_text()).items():
        numbers = sorted(map(int, digests))
        assert numbers == list(range(numbers[0], VERSIONS[name] + 1)), name


def test_every_study_is_registered_with_its_tables_and_a_version():
    """Also one that would be forgotten because nobody wrote its tables."""
    folder = Path(metrics.studies.__path__[0])
    sources = {
        module.name: (folder / f"{module.name}.py").read_text()
        for module in iter_modules(metrics.studies.__path__)
    }
    studies = {name for name, text in sources.items() if "\nSTUDY = Study(" in text}
    parts = sources["proxies"].partition("\nSTUDIES = (")[2]
    studies |= set(findall(r"\n    _part\(\d+, \"(\w+)\"", parts))
    assert studies == set(VERSIONS) == {study.name for study in STUDIES.values()}
    assert all(isinstance(version, int) and version > 0 for version in VERSIONS.values())


def test_a_changed_note_alone_makes_another_digest(monkeypatch):
    before = digest_of("overlap")
    monkeypatch.setitem(registry._MAKERS, Overlap, lambda _: [])
    assert digest_of("overlap") != before
