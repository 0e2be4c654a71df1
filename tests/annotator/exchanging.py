"""Short words for tests of labels that come and go."""

import json
from pathlib import Path

from django.core.management import call_command

from tests.factories import make_benchmark


def bring(benchmark, path: Path, file_format: str, **options) -> dict:
    return json.loads(
        call_command(
            "import_labels", benchmark.name, str(path), format=file_format, json=True, **options
        )
    )


def take(benchmark, path: Path, file_format: str, **options) -> dict:
    return json.loads(
        call_command(
            "export", benchmark.name, format=file_format, out=str(path), json=True, **options
        )
    )


def small_benchmark(queries: int = 6, videos: int = 5):
    return make_benchmark(
        [(f"a person does {n}", f"v{n % videos}") for n in range(queries)],
        videos=[f"v{n}" for n in range(videos)],
    )


def fire_pair(query: str, video: str, answers: list[str], raters: list[int], **more) -> dict:
    """With the label that follows."""
    label = next(
        (a for a in ("relevant", "irrelevant") if 2 * answers.count(a) > len(answers)), None
    )
    return {
        "annotator_ids": raters,
        **({"label": label} if label else {}),
        "video_id": video,
        "query": query,
        "annotator_labels": answers,
        "response_ids": [1000 + rater for rater in raters],
        "queue_ids": [7] * len(raters),
        "models": ["CLIP4CLIP"],
        "dataset": "MSVD",
        **more,
    }


ABOUT = {
    "source_ds": "2022-01-01",
    "source_data_md5": "d41d8cd98f00b204e9800998ecf8427e",
    "source_annotator_map_md5": "0cc175b9c0f1b6a831c399e269772661",
    "created_ds": "2022-02-02 10:00:00",
    "email": "a@example.org",
    "creator": "A. Person",
    "website": "https://example.org/",
    "license": "CC BY-NC 2.0",
    "datasets": ["MSVD"],
}


def write_release(path: Path, pairs: list[dict]) -> dict:
    release = {
        "annotations": [pair for pair in pairs if "label" in pair],
        "disagreements": [pair for pair in pairs if "label" not in pair],
        **ABOUT,
    }
    path.write_text(json.dumps(release))
    return release
