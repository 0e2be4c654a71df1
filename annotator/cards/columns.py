"""The tables that are written with typed columns: what each column is called, of which kind it is,
and what it means. Parquet's schema, the data card and Croissant's fields all follow from here."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import Enum

from annotator.scales import Scale
from foundation.frozen import frozen


class ColumnKind(Enum):
    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    TRUTH = "true or false"
    MOMENT = "moment, UTC"


@frozen
class ColumnOf:
    name: str
    kind: ColumnKind
    meaning: str


@frozen
class TypedTable:
    """name: also its file's, without the ending, and the name of the configuration that Hugging
    Face's `load_dataset` takes. facts: what its file says of itself as a whole."""

    name: str
    title: str
    columns: Sequence[ColumnOf]
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.name}.parquet"


def _texts(**meanings: str) -> list[ColumnOf]:
    return [ColumnOf(name, ColumnKind.TEXT, meaning) for name, meaning in meanings.items()]


CAPTION = "Key of the caption; of captions with the same text, the first."
PROBABILITY = (
    "Probability that the pair is relevant, where a model of the raters was fitted; else null."
)
TRIPLETS = TypedTable(
    "triplets",
    "One verdict for each judged pair",
    (
        *_texts(
            caption_id=CAPTION,
            video_id="Key of the video.",
            label="The pair's verdict: relevant, irrelevant or disagreement.",
        ),
        ColumnOf("probability", ColumnKind.NUMBER, PROBABILITY),
    ),
)
LOG = TypedTable(
    "log",
    "Every single label, in the order in which they were given",
    (
        ColumnOf("label", ColumnKind.WHOLE, "The label's number in this file."),
        *_texts(
            caption_id=CAPTION,
            video_id="Key of the video.",
            rater="Pseudonym of the rater, drawn for this release.",
            kind="first, second, third, adjudication, or gold for a check by a known answer.",
            answer="relevant, irrelevant, cannot_judge, or withdrawn.",
            reason="Why the pair could not be judged; else null.",
            comment="What the rater wrote; null where nothing, or where comments are left out.",
        ),
        ColumnOf(
            "given_at",
            ColumnKind.MOMENT,
            "When the label was given; in a release the day, from midnight UTC.",
        ),
        ColumnOf(
            "active_ms", ColumnKind.WHOLE, "Active time on the pair in milliseconds, if known."
        ),
        ColumnOf("plays", ColumnKind.WHOLE, "How often the clip was played, if known."),
        ColumnOf("too_fast", ColumnKind.TRUTH, "Whether it came sooner than the clip can be seen."),
        ColumnOf("guideline_version", ColumnKind.WHOLE, "Version of the guidelines the rater had."),
        ColumnOf("supersedes", ColumnKind.WHOLE, "Number of the label that it replaces, if any."),
        ColumnOf("superseded", ColumnKind.TRUTH, "Whether a later label replaces it."),
        *_texts(campaign="Name of the campaign."),
        ColumnOf(
            "disregarded", ColumnKind.TRUTH, "Whether it was asked for again and does not count."
        ),
        *_texts(mistake="Of a decision: what the overruled raters got wrong, where it was named."),
        ColumnOf("probability", ColumnKind.NUMBER, PROBABILITY),
    ),
)
CAPTIONS = TypedTable(
    "captions",
    "The captions of the benchmark",
    _texts(
        caption_id="Key of the caption.",
        video_id="Key of the video it was written for, its original positive; null if unknown.",
        caption="The text.",
        judged_as="Key of the first caption with this text, under which its pairs are judged.",
    ),
)
VIDEOS = TypedTable(
    "videos", "The videos of the benchmark, by key", _texts(video_id="Key of the video.")
)
TABLES: Mapping[str, TypedTable] = {one.name: one for one in (TRIPLETS, LOG, CAPTIONS, VIDEOS)}
SCALE = "scale"  # of a table's facts


def tables_of(scale: Scale) -> Mapping[str, TypedTable]:
    """Where a scale has more than two values, verdicts have a grade and labels a value, before the
    probability."""
    if not scale.is_graded:
        return TABLES
    grade = f"The verdict's grade: {scale}. Null for a disagreement."
    value = f"What was said, on the scale of its campaign: {scale}. Null where nothing is judged."
    return {
        **TABLES,
        TRIPLETS.name: _with(TRIPLETS, ColumnOf("grade", ColumnKind.WHOLE, grade), scale),
        LOG.name: _with(LOG, ColumnOf("value", ColumnKind.WHOLE, value), scale),
    }


def _with(table: TypedTable, column: ColumnOf, scale: Scale) -> TypedTable:
    *columns, probability = table.columns
    facts = {"words": scale.words, "relevant_from": scale.relevant_from, "far": scale.far}
    written = {SCALE: json.dumps(facts, ensure_ascii=False)}
    return replace(table, columns=(*columns, column, probability), facts=written)


def scale_in(facts: Mapping[str, str]) -> Scale | None:
    """That of a file which says so itself; None where it does not, or not as it is written here."""
    try:
        found = json.loads(facts[SCALE])
        return Scale(tuple(found["words"]), int(found["relevant_from"]), int(found["far"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
