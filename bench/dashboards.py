"""Dashboards at the size of the paper's release: 27,763 captions, 670 videos, 5 runs, 555,391 pairs
with 659,126 labels. Each page is asked for 40 times once its figures are computed, and its p95 is
shown, with what a browser has to fetch for it. The peer of each is what computing it takes.

A home that BENCH_HOME names is kept, and used again, so that people can look at it.
"""

import argparse
import gzip
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from bench.stage.child import measured_command, measured_job
from bench.stage.peers import seconds_of
from bench.stage.studied import LABELS, PAIRS, RUNS, studied_world
from bench.stage.world import migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from config.workspace import TAB_PAGES
from explorer.actions.keep import keep_facts
from metrics.actions.agreement_kept import AgreementAsked
from metrics.actions.make_demo_report import ASKED
from metrics.models import Report
from people.models import Role, User
from pooling.models import Benchmark, Caption
from pooling.queries.benchmarks import runs_of

LOOKS = 40
# But for proxies: this world's captions are of numbered words.
EVERYTHING = replace(ASKED, relevance="", proxies=False)
KIB = 1024
STATIC = re.compile(r'(?:src|href)="/static/([^"]+)"')


def reader() -> Client:
    client = Client(headers={"host": "localhost"})
    lead, _ = User.objects.get_or_create(username="lead", role=Role.LEAD)
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    return client


def world() -> Benchmark:
    return Benchmark.objects.first() or studied_world()


def computing(benchmark: Benchmark) -> dict[str, float]:
    """Seconds that each took to compute, once; the pages below show what came of it."""
    asked = AgreementAsked(benchmark=benchmark)
    runs = [run.pk for run in runs_of(benchmark)]
    report = partial(
        measured_job,
        "metrics.evaluation",
        benchmark=benchmark.pk,
        runs=runs,
        asked=EVERYTHING.as_json(),
        name="everything",
    )
    return {
        "agreement": seconds_of(asked.keep),
        "the explorer's facts": seconds_of(lambda: keep_facts(benchmark, lambda *_: None)),
        "a report of everything": report().seconds,
        "the doctor": measured_command("doctor", benchmark.name, "--json").seconds,
    }


def pages(benchmark: Benchmark) -> dict[str, tuple[str, float]]:
    """What is asked, and how long it may take."""
    of, report = [benchmark.pk], Report.objects.latest("pk")
    caption = Caption.objects.get(benchmark=benchmark, number=12_345)
    search = reverse("explorer:captions", args=of)
    return {
        "home": (reverse("home"), 0.3),
        "the benchmark": (reverse("pooling:benchmark", args=of), 0.3),
        **{f"its {tab}": (reverse(page, args=of), 0.3) for page, tab in TAB_PAGES.items()},
        "agreement": (reverse("metrics:agreement", args=of), 0.3),
        "the report": (reverse("metrics:evaluation", args=[report.pk]), 0.3),
        "the list of reports": (reverse("metrics:evaluations"), 0.3),
        "the doctor": (reverse("metrics:doctor", args=of), 0.3),
        "releases": (reverse("publishing:releases"), 0.3),
        "explorer: search": (f"{search}?search=man+guitar", 0.2),
        "explorer: where runs differ": (f"{search}?differ=on", 0.2),
        "explorer: a caption": (
            reverse("explorer:caption", args=[*of, caption.number]),
            0.15,
        ),
        "explorer: a video": (reverse("explorer:video", args=[*of, 123]), 0.15),
    }


def weight(html: bytes) -> float:
    """Compressed KiB of a page with the scripts and styles that it names, in an empty cache."""
    names = sorted(set(STATIC.findall(html.decode())))
    found = [finders.find(name) for name in names]
    contents = [html, *(Path(path).read_bytes() for path in found if path)]
    return sum(len(gzip.compress(content)) for content in contents) / KIB


def looking(benchmark: Benchmark) -> list[Row]:
    client, rows = reader(), []
    for what, (address, seconds) in pages(benchmark).items():
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")
        looks = sorted(seconds_of(partial(client.get, address)) for _ in range(LOOKS))
        label = f"{what}: p95 of {LOOKS}, {weight(answer.content):.0f} KiB to fetch"
        rows.append(row(label, [looks[int(0.95 * (LOOKS - 1))]], goal=Goal(seconds=seconds)))
    return rows


def measure(_: argparse.Namespace) -> list[Row]:
    with migrated_database():
        benchmark = world()
        taken = computing(benchmark)
        tidy_tables()
        return [
            *looking(benchmark),
            *(row(f"peer: computing {what}", [seconds]) for what, seconds in taken.items()),
        ]


if __name__ == "__main__":
    asked = arguments()
    size = f"{RUNS} runs, {PAIRS:,} pairs, {LABELS:,} labels"
    show(f"Dashboards: {size} ({machine()})", measure(asked), asked)
