"""Releases for tests, made as the product makes them."""

import json
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from annotator.models import Release
from metrics.models import FrozenRelease
from people.actor import SYSTEM
from pooling.models import Query
from tests.annotator.test_export_labels import lively_campaign
from tests.factories import make_run

# What a spreadsheet would take for a formula, a line break, and other scripts.
FORMULA = '=HYPERLINK("x")'
ODD = 'a cat\nsays "mjau", 猫 und Größe'


def release(benchmark, name: str, out: Path | None = None, **options) -> dict:
    words = {"out": str(out)} if out else {}
    return json.loads(call_command("release", benchmark.name, name, json=True, **words, **options))


def releasable(rater, other_rater, adjudicator, lead):
    """A lively campaign whose captions have what breaks files, and two more runs."""
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    of = campaign.benchmark
    for number, text in enumerate((FORMULA, ODD)):
        Query.objects.filter(benchmark=of, number=number).update(text=text)
    for name in ("alpha", "beta"):
        make_run(of, {n: [1, 0] for n in range(3)}, name, depth=2)
    return campaign


def make_frozen_release(benchmark, actor=SYSTEM, name: str = "kept") -> FrozenRelease:
    """A row with files that hold next to nothing, for pages that only name them."""
    file = {"bytes": 12, "sha256": "0" * 64, "rows": 1}
    names = ("triplets.csv", "qrels.txt", "README.md")
    folder = Path(settings.MEDIA_ROOT) / "releases" / name
    folder.mkdir(parents=True, exist_ok=True)
    for one in (*names, "all.zip"):
        (folder / one).write_text("nothing yet\n")
    return FrozenRelease.objects.create(
        benchmark=benchmark,
        name=name,
        pseudonyms=Release.objects.create(benchmark=benchmark, name=name),
        asked={"campaign": None, "comments": False, "least_labels": 1},
        log_position=7,
        folder=f"releases/{name}",
        files=[{"name": one, **file} for one in names],
        archive={"name": "all.zip", **file},
        made_by=actor.user,
    )
