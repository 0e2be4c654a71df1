"""The manifest beside exported files: what they are, by which rules, and of which campaigns."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from annotator.actions.create_campaign import POLICY
from annotator.asked.exchange import ExportWanted
from annotator.formats.format import Files
from annotator.formats.registry import FORMATS
from annotator.models import Campaign, Export, GradeMap, Guideline, Release
from annotator.queries.export_rows import ExportRows
from annotator.scales import Scale
from foundation.checksum import sha256_of
from pooling.models import Benchmark

# Said besides the format's own convention.
TWICE = (
    "{safe} is for spreadsheets: a cell that one would take for a formula begins with a quote, and"
    " its header's first name is quoted if there is any such cell. {exact} is for tools. Either can"
    " be imported."
)
BY_RULE = {
    "unanimous": "A pair is relevant only where all of its labels say so, and else irrelevant.",
    "any": "A pair is relevant where one of its labels says so, and else irrelevant.",
    "probability": (
        "The verdicts are the majority's. probability: how likely the pair is to be relevant, given"
        " who said what, by Dawid and Skene's model with rates shrunk to the raters' mean; empty"
        " where nobody knows who labelled the pair."
    ),
}
GRADED = (
    "Grades are of the scale {}. grade, or the rel of qrels, is the verdict's; value is a label's,"
    " on the scale of its campaign. A pair that was judged as relevant or irrelevant alone has no"
    " grade; in qrels it has the lowest relevant one, or 0."
)
FIRE_IS_BINARY = (
    "FIRE's release knows relevant and irrelevant alone: labels of the scale {}, which is where"
    " relevant begins here."
)
SHARED = (
    "Captions with the same text are one query, named by the first of them.",
    "Raters bear pseudonyms drawn for this release.",
)


def write_manifest(
    wanted: ExportWanted, release: Release, created: datetime, files: Files, rows: ExportRows
) -> dict[str, Any]:
    names = dict(zip(("safe", "exact"), files.rows, strict=False))
    twins = [TWICE.format(**names)] if files.twins else []
    rule = [BY_RULE[wanted.verdict]] if wanted.verdict in BY_RULE else []
    manifest = {
        "format": wanted.format,
        "release": release.name,
        "created": created.isoformat(timespec="seconds"),
        "benchmark": benchmark_facts(wanted.benchmark),
        "campaigns": [campaign_facts(campaign) for campaign in wanted.scope.campaigns],
        **({"map": map_facts(grade_map)} if (grade_map := rows.scope.grade_map) else {}),
        "conventions": [
            FORMATS[wanted.format].convention,
            *scale_conventions(rows.scale(), wanted.format),
            *rule,
            *twins,
            *SHARED,
        ],
        "files": [file_facts(files.folder / name, rows) for name, rows in files.rows.items()],
    }
    written = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (files.folder / files.beside(Export.MANIFEST)).write_text(written, encoding="utf-8")
    return manifest


def benchmark_facts(benchmark: Benchmark) -> dict[str, Any]:
    return {
        "name": benchmark.name,
        "title": benchmark.title,
        "captions": benchmark.caption_count,
        "queries": benchmark.query_count,
        "videos": benchmark.video_count,
    }


def file_facts(path: Path, rows: int) -> dict[str, Any]:
    size = path.stat().st_size
    return {"name": path.name, "bytes": size, "sha256": sha256_of(path), "rows": rows}


def campaign_facts(campaign: Campaign) -> dict[str, Any]:
    guidelines = Guideline.objects.filter(campaign=campaign).order_by("version")
    return {
        "name": campaign.name,
        "source": campaign.source,
        "state": campaign.state,
        "pairs": campaign.items_count,
        **scale_facts(campaign.on_scale),
        "policy": {field: getattr(campaign, field) for field in POLICY},
        "guidelines": [{"version": text.version, "markdown": text.markdown} for text in guidelines],
    }


def map_facts(by: GradeMap) -> dict[str, Any]:
    steps = {str(value): to for value, to in enumerate(by.values)}
    return {"values": steps, "stated": by.at.isoformat(timespec="seconds"), **_scale_of(by.target)}


def scale_facts(scale: Scale) -> dict[str, Any]:
    """What manifests say of a scale; nothing of two values, which conventions explain."""
    if not scale.is_graded:
        return {}
    return _scale_of(scale)


def _scale_of(scale: Scale) -> dict[str, Any]:
    words, level = list(scale.words), scale.relevant_from
    return {"scale": words, "relevant_from": level, "far": scale.far}


def scale_conventions(scale: Scale, *formats: str) -> list[str]:
    """formats: those that are written."""
    if not scale.is_graded:
        return []
    binary = FIRE_IS_BINARY.format(scale) if "fire" in formats else ""
    said = GRADED.format(scale) if set(formats) - {"fire"} else ""
    return [sentence for sentence in (said, binary) if sentence]
