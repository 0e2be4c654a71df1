"""Some of EPIC-KITCHENS-100's segments as a benchmark: their own sentences and classes, and
features that are made. The published features are not part of what is published with the sentences.

A clip's features are a vector of its verb class and the mean of those of its noun classes, each
drawn once from the seed, and noise. So a model can find actions, and nothing else that people see.
"""

import ast
import csv
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import numpy as np
from django.core.management import call_command

WIDTH = 64  # of a verb's vector, and of a noun's
NOISE = 2.0  # of each number, whose own deviation is 1
SEED = 0
PROXIES = ("bow", "pos", "syn", "meteor", "ranp")


@dataclass(frozen=True, slots=True)
class Segment:
    key: str
    text: str
    verb: int
    nouns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    training: list[Segment]
    test: list[Segment]


def choose(folder: Path, training: int, test: int) -> Chosen:
    """Drawn from the sentences without replacement; a training sentence is published once."""
    rng = np.random.default_rng(SEED)
    sides = (
        ("EPIC_100_retrieval_train_sentence.csv", "noun_classes", training),
        ("EPIC_100_retrieval_test.csv", "all_noun_classes", test),
    )
    found = []
    for name, nouns, count in sides:
        rows = _read(folder / name, nouns)
        places = sorted(rng.choice(len(rows), min(count, len(rows)), replace=False).tolist())
        found.append([rows[place] for place in places])
    return Chosen(*found)


def _read(path: Path, nouns: str) -> list[Segment]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Segment(
                row["narration_id"],
                row["narration"],
                int(row["verb_class"]),
                tuple(ast.literal_eval(row[nouns])),
            )
            for row in csv.DictReader(file)
        ]


def features_of(chosen: Chosen) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(SEED + 1)
    segments = [*chosen.training, *chosen.test]
    nouns = 1 + max(noun for one in segments for noun in one.nouns)
    verbs = 1 + max(one.verb for one in segments)
    of_verbs, of_nouns = (rng.normal(size=(count, WIDTH)) for count in (verbs, nouns))
    noise = rng.normal(scale=NOISE, size=(len(segments), 2 * WIDTH))
    return {
        one.key: np.concatenate([of_verbs[one.verb], of_nouns[list(one.nouns)].mean(0)])
        + noise[row]
        for row, one in enumerate(segments)
    }


def closed(segment: Segment, verbs: list[str], nouns: list[str]) -> str:
    """The names of its classes in place of its words (Wray et al. 2019, Table 10)."""
    named = [verbs[segment.verb].replace("-", " ")]
    return " ".join([*named, *(nouns[noun].replace(":", " ") for noun in segment.nouns)])


def names_of(folder: Path, part: str) -> list[str]:
    with (folder / f"EPIC_100_{part}_classes.csv").open(encoding="utf-8", newline="") as file:
        return [row["key"] for row in csv.DictReader(file)]


def import_segments(
    name: str, chosen: Chosen, published: Path, folder: Path, *, closed_words: bool = False
) -> None:
    """The benchmark with its training captions, and all proxies."""
    verbs, nouns = (names_of(published, part) for part in ("verb", "noun"))
    training = [
        (one.key, closed(one, verbs, nouns) if closed_words else one.text)
        for one in chosen.training
    ]
    test = [(one.key, one.text) for one in chosen.test]
    for rows, words in ((test, ()), (training, ("--training",))):
        path = folder / f"{name}{len(words)}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(["caption_id", "video_id", "caption"])
            lines.writerows((key, key, text) for key, text in rows)
        quiet("import_benchmark", name, "--captions", str(path), *words)
    tables = [
        f"--{part}s={published / f'EPIC_100_{part}_classes.csv'}" for part in ("verb", "noun")
    ]
    for kind in PROXIES:
        given = tables if kind in ("syn", "ranp") else []
        quiet("proxy", name, kind, *given)


def quiet(*words: str) -> None:
    call_command(*words, stdout=StringIO())
