"""The FIRE release: {"annotations": [...], "disagreements": [...], and what the release says of
itself}."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from json.encoder import encode_basestring as in_quotes
from typing import Any, TextIO

from annotator.formats.collected import ADJUDICATION, IRRELEVANT, LONGEST_RATER, RELEVANT, LabelFile
from annotator.formats.fire_blocks import ADJUDICATOR, FACTS, RATERS, facts_of, majority, take_block
from annotator.formats.format import Choices, Files, Format, Labels, Options
from annotator.formats.label_columns import ImportedLabel
from foundation.frozen import frozen
from pooling.formats.fire import LISTS
from pooling.formats.json_items import Block, Item, checked_item, read_blocks
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import Text

ABOUT = (
    "source_ds",
    "source_data_md5",
    "source_annotator_map_md5",
    "created_ds",
    "email",
    "creator",
    "website",
    "license",
    "datasets",
)
AT_ONCE = 1_000  # lines that are written together
_FIELDS: dict[str, type] = {
    "annotator_ids": list,
    "video_id": str,
    "query": str,
    "annotator_labels": list,
    "response_ids": list,
    "queue_ids": list,
    "models": list,
    "dataset": str,
}
_ELEMENTS = {
    "annotator_ids": int,
    "annotator_labels": str,
    "response_ids": int,
    "queue_ids": int,
    "models": str,
}
_BY_RATER = ("annotator_ids", "response_ids", "queue_ids")


@frozen
class FirePair:
    """A pair as it is written. Its label follows from the raters' own: more than half, or it is a
    disagreement.

    Where an adjudicator decided, that is the label. The adjudicator is not one of the raters:
    agreement is among those alone.
    """

    query: str
    video: str
    raters: list[int]
    answers: Sequence[str]
    responses: list[int]
    queues: list[int]
    models: Sequence[str]
    dataset: str
    adjudicator: int | None = None
    decision: str | None = None

    @property
    def label(self) -> str | None:
        return majority(tuple(self.answers)) if self.decision is None else self.decision

    @property
    def line(self) -> str:
        """As JSON. The release knows no adjudicators; its loader passes over the field that is
        added for them."""
        # Half a million pairs share few answers and models, and a list of whole numbers prints as
        # JSON: an encoder would look at each value of each pair.
        says = self.label
        label = "" if says is None else f'"label": "{says}", '
        adjudicator = "" if self.adjudicator is None else f', "{ADJUDICATOR}": {self.adjudicator}'
        return (
            f'{{"annotator_ids": {self.raters}, {label}"video_id": {in_quotes(self.video)},'
            f' "query": {in_quotes(self.query)}, "annotator_labels": {_as_array(*self.answers)},'
            f' "response_ids": {self.responses}, "queue_ids": {self.queues},'
            f' "models": {_as_array(*self.models)}, "dataset": {in_quotes(self.dataset)}'
            f"{adjudicator}}}"
        )


@lru_cache(maxsize=1_000)
def _as_array(*texts: str) -> str:
    return json.dumps(texts, ensure_ascii=False)


def write_fire(
    annotations: Iterable[FirePair],
    disagreements: Iterable[FirePair],
    about: Mapping[str, Any],
    out: TextIO,
) -> tuple[int, int]:
    """One pair a line, so that no release is too large to be written. How many there were of
    each."""
    out.write("{")
    counts = []
    for name, judged in zip(LISTS, (annotations, disagreements), strict=True):
        out.write(f'"{name}": [')
        count, lines = 0, (pair.line for pair in judged)
        while block := list(islice(lines, AT_ONCE)):
            out.write(",\n" if count else "\n")
            out.write(",\n".join(block))
            count += len(block)
        out.write("],\n")
        counts.append(count)
    out.write(json.dumps(dict(about), ensure_ascii=False)[1:] + "\n")
    return counts[0], counts[1]


def read_fire_labels(text: Text, file: LabelFile, dataset: str | None) -> None:
    """dataset: of a release with several, whose queries are of different benchmarks."""
    datasets: Counter[str] = Counter()
    repeated = 0
    for block in read_blocks(text, 'an object with "annotations" and "disagreements"'):
        if block.key in LISTS:
            repeated += _judgements(block, file, dataset, datasets)
        elif block.key in ABOUT:
            for item in block.items():
                _about(item, file)
    if dataset is None and len(datasets) > 1:
        listed = ", ".join(f"{name} ({count:,} pairs)" for name, count in sorted(datasets.items()))
        refuse(
            "dataset",
            f"the file has several data sets, {excerpt(listed)[1:-1]}; name the one to read",
        )
    if repeated:
        file.problems.warn("repeated", _REPEATED.format(repeated))


# Releases have such pairs by the thousand, so they are no mistake of one line.
_REPEATED = (
    "{:,} pairs have several labels by one annotator: all of them count for the verdict, as the"
    " release counts them, and the first alone counts for agreement"
)


def _about(item: Item, file: LabelFile) -> None:
    if item.index is None:
        file.about[item.key] = item.value
    else:
        file.about.setdefault(item.key, []).append(item.value)


def _judgements(block: Block, file: LabelFile, dataset: str | None, datasets: Counter[str]) -> int:
    """How many that were taken have several labels by one annotator."""
    repeated = take_block(block, file, dataset, datasets)
    if repeated is not None:
        return repeated
    return sum(_judgement(item, file, dataset, datasets) for item in block.items())


def _judgement(item: Item, file: LabelFile, dataset: str | None, datasets: Counter[str]) -> bool:
    """Whether it was taken and has several labels by one annotator."""
    value = _checked(item, file.problems)
    if value is None:
        return False
    datasets[value["dataset"]] += 1
    if dataset not in (None, value["dataset"]):
        return False
    if ADJUDICATOR not in value:
        _contradiction(item, value, file.problems)
    # Both are looked up before either is missed, so that one reading reports both.
    query = file.query_of_text(value["query"], item.line)
    video = file.video(value["video_id"], item.line)
    if query is None or video is None or (pair := file.new_pair(query, video, item.line)) is None:
        return False
    file.facts.append(facts_of(*(value[name] for name in FACTS)).encode())
    for rater, answer in zip(value["annotator_ids"], value["annotator_labels"], strict=True):
        file.labels.append(ImportedLabel(pair, str(rater), answer, item.line))
    if ADJUDICATOR in value:
        file.labels.append(
            ImportedLabel(pair, str(value[ADJUDICATOR]), value["label"], item.line, ADJUDICATION)
        )
    return len(set(value["annotator_ids"])) < len(value["annotator_ids"])


def _checked(item: Item, problems: Problems) -> dict[str, Any] | None:
    """The pair's fields, if all are as they should be."""
    if item.is_empty_array:
        return None
    fields = {**_FIELDS, "label": str} if item.key == "annotations" else _FIELDS
    value = checked_item(item, fields, problems)
    if value is None or not _lists_are_right(item, value, problems):
        return None
    return value if _adjudicator_is_right(item, value, problems) else None


def _lists_are_right(item: Item, value: dict[str, Any], problems: Problems) -> bool:
    faults = [*_element_faults(value), *_count_faults(value), *_answer_faults(value)]
    # Only where all else is right: what is no number at all has no digits to be counted.
    if not faults and any(rater not in RATERS for rater in value["annotator_ids"]):
        expected = f"expected numbers of at most {LONGEST_RATER} digits"
        faults.append(("length", f"annotator_ids: {expected}"))
    for code, message in faults:
        problems.error(code, f"{item.pointer}/{message}", item.line)
    return not faults


def _element_faults(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, kind in _ELEMENTS.items():
        if any(type(element) is not kind for element in value[name]):
            yield "type", f"{name}: expected only {_WORDS[kind]} in this array"


def _count_faults(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    count = len(value["annotator_labels"])
    for name in _BY_RATER:
        if len(value[name]) != count:
            wanted = f"expected {count}, one for each of annotator_labels"
            yield "count", f"{name}: {wanted}, found {len(value[name])}"
    if not count and ADJUDICATOR not in value:
        yield "count", "annotator_labels: expected at least one"


def _answer_faults(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for answer in value["annotator_labels"]:
        if isinstance(answer, str) and answer not in (RELEVANT, IRRELEVANT):
            wanted = "expected relevant or irrelevant"
            yield "label", f"annotator_labels: {wanted}, found {excerpt(answer)}"


def _adjudicator_is_right(item: Item, value: dict[str, Any], problems: Problems) -> bool:
    """Who decided is none of the raters, and what they decided is the pair's label."""
    if ADJUDICATOR not in value:
        return True
    wrong = []
    if type(value[ADJUDICATOR]) is not int or value[ADJUDICATOR] in value["annotator_ids"]:
        wrong.append(
            f"{ADJUDICATOR}: expected a whole number that is none of annotator_ids, found"
            f" {excerpt(str(value[ADJUDICATOR]))}"
        )
    elif value[ADJUDICATOR] not in RATERS:
        wrong.append(f"{ADJUDICATOR}: expected a number of at most {LONGEST_RATER} digits")
    if item.key != "annotations" or value["label"] not in (RELEVANT, IRRELEVANT):
        wrong.append(
            f"{ADJUDICATOR}: expected it among annotations, with the label relevant or irrelevant"
        )
    for message in wrong:
        problems.error("label", f"{item.pointer}/{message}", item.line)
    return not wrong


_WORDS = {int: "whole numbers", str: "strings"}


def _contradiction(item: Item, value: dict[str, Any], problems: Problems) -> None:
    follows, sentence = (
        majority(tuple(value["annotator_labels"])),
        value.get("label") if item.key == "annotations" else None,
    )
    if follows != sentence:
        found = f"the label {excerpt(sentence)}" if sentence is not None else "a disagreement"
        expected = follows or "a disagreement"
        message = (
            f"{item.pointer}: {found} contradicts its own annotator_labels; more than half of them"
            f" say {expected}"
        )
        if follows is None:
            message = (
                f"{item.pointer}: {found} contradicts its own annotator_labels; none has more than"
                f" half, expected {expected}"
            )
        problems.error("contradiction", message, item.line)


def _write_both(about: Mapping[str, Any], judged: Iterator[FirePair], out: TextIO) -> None:
    """They come with the decided first, so that one reading of the labels serves both lists."""
    first_tied: list[FirePair] = []

    def decided() -> Iterator[FirePair]:
        for pair in judged:
            if pair.label is None:
                first_tied.append(pair)
                return
            yield pair

    # chain asks for the first of these only when the decided ones are written
    write_fire(decided(), chain(first_tied, judged), about, out)


def _write(labels: Labels, files: Files, options: Options) -> None:
    files.write(FORMAT.files[0], labels.judged(), partial(_write_both, labels.about()))


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    read_fire_labels(text, file, choices.dataset)


FORMAT = Format(
    name="fire",
    sentence="fire: the release JSON of FIRE",
    convention=(
        "The raters' own labels; more than half decide, else it is a disagreement."
        " Where adjudicator_id stands, that person decided, and is none of the raters."
    ),
    files=("fire.json",),
    write=_write,
    example=(
        '{"annotations": [{"query": "a man jumps over a fence", "video_id": "video7010",'
        ' "label": "relevant", "annotator_labels": ["relevant"], "annotator_ids": [1],'
        ' "response_ids": [1], "queue_ids": [1], "models": ["CLIP4CLIP"], "dataset": "MSRVTT"}],'
        ' "disagreements": []}\n'
    ),
    read=_read,
    has_pseudonyms=True,
    line_limit=None,  # a release may be one line
)
