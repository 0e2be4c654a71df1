"""Data sets' own files in: EPIC-KITCHENS-100 and MSR-VTT at their published sizes, in their
layouts, with made sentences. The floor is COPY of the same captions into a bare table.
"""

import argparse
import csv
import json
from pathlib import Path
from random import Random

from bench.stage.child import measured_job
from bench.stage.peers import bare_table
from bench.stage.processor import processor_rows
from bench.stage.world import HOME, migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from pooling.models import Benchmark

TIMES = 3
EPIC_TEST, EPIC_TRAIN = 9_668, 67_217
MSRVTT_CLIPS, MSRVTT_SENTENCES = 10_000, 20  # of each clip
VERBS, NOUNS = 97, 300
BARE = "COPY of the same captions into a bare table"
EPIC_HEADER = (
    *("narration_id", "participant_id", "video_id", "narration_timestamp", "start_timestamp"),
    *("stop_timestamp", "start_frame", "stop_frame", "narration", "verb", "verb_class", "noun"),
    *("noun_class", "all_nouns", "all_noun_classes"),
)


def write_epic(path: Path, rows: int, seed: int) -> None:
    draw = Random(seed)
    with path.open("w", newline="") as out:
        table = csv.writer(out)
        table.writerow(EPIC_HEADER)
        for number in range(rows):
            film, verb, noun = f"P{number % 37:02}_{number // 200}", *classes(draw)
            start = 2 * (number % 1_000)
            times = [f"00:{second // 60:02}:{second % 60:02}.00" for second in (start, start + 2)]
            said = f"verb{verb} the noun{noun} number {draw.randrange(rows)}"
            names = [f"verb{verb}", verb, f"noun{noun}", noun, [f"noun{noun}"], [noun]]
            frames = (60 * start, 60 * start + 120)
            table.writerow(
                (f"{film}_{number}", film[:3], film, times[0], *times, *frames, said, *names)
            )


def classes(draw: Random) -> tuple[int, int]:
    return draw.randrange(VERBS), draw.randrange(NOUNS)


def write_msrvtt(path: Path, seed: int) -> None:
    draw, sentences = Random(seed), []
    for clip in range(MSRVTT_CLIPS):
        for number in range(MSRVTT_SENTENCES):
            verb, noun = classes(draw)
            caption = f"somebody verb{verb} a noun{noun} and talks of it {draw.randrange(1 << 20)}"
            place = clip * MSRVTT_SENTENCES + number
            sentences.append({"caption": caption, "video_id": f"video{clip}", "sen_id": place})
    splits = ["train", "validate", "test"]
    videos = [
        {
            "video_id": f"video{clip}",
            "id": clip,
            "category": clip % 20,
            "url": "made up",
            "start time": 0.0,
            "end time": 15.0,
            "split": splits[clip % 3],
        }
        for clip in range(MSRVTT_CLIPS)
    ]
    path.write_text(json.dumps({"info": {}, "videos": videos, "sentences": sentences}))


def taken(what: str, files: list[tuple[Path, dict[str, object]]], goal: Goal) -> list[Row]:
    """The files one after the other into a benchmark of their own."""
    ours, theirs = [], []
    for number in range(TIMES):
        name = f"{files[0][0].stem}-{number}"
        each = [
            measured_job("pooling.import_captions", upload=str(path), benchmark=name, **options)
            for path, options in files
        ]
        ours.append(each)
        of = Benchmark.objects.get(name=name).pk
        theirs.append(0.0)
        for table in ("caption", "trainingcaption"):
            rows = f"SELECT * FROM pooling_{table} WHERE benchmark_id = {of}"
            with bare_table(rows) as fill:
                theirs[-1] += fill()
        tidy_tables()
    seconds = [sum(one.seconds for one in each) for each in ours]
    megabytes = [max(one.megabytes for one in each) for each in ours]
    return [
        row(what, seconds, BARE, theirs, megabytes=megabytes, goal=goal),
        *processor_rows(
            [sum(one.own for one in each) for each in ours],
            [sum(one.database for one in each) for each in ours],
        ),
        row(f"peer: {BARE}", theirs),
    ]


def measure(_: argparse.Namespace) -> list[Row]:
    with migrated_database():
        test, train = HOME.root / "epic-test.csv", HOME.root / "epic-train.csv"
        write_epic(test, EPIC_TEST, 1)
        write_epic(train, EPIC_TRAIN, 2)
        sentences = HOME.root / "msrvtt.json"
        write_msrvtt(sentences, 3)
        epic = f"EPIC-KITCHENS-100: {EPIC_TEST:,} segments and {EPIC_TRAIN:,} to train on"
        msrvtt = f"MSR-VTT: {MSRVTT_CLIPS * MSRVTT_SENTENCES:,} captions of {MSRVTT_CLIPS:,} clips"
        return [
            *taken(epic, [(test, {}), (train, {"training": True})], Goal(seconds=10)),
            *taken(msrvtt, [(sentences, {"split": "all"})], Goal(seconds=15)),
        ]


if __name__ == "__main__":
    asked = arguments()
    show(f"Data sets ({machine()})", measure(asked), asked)
