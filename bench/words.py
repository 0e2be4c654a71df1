"""How well the words of captions are found, and how fast.

Precision and recall are against EPIC-KITCHENS-100's own verbs and nouns, over distinct texts: the
rules were drawn up while looking at training sentences, so test sentences are what counts. The peer
in speed is HanTa's own tag_sent, whose tags ours are.
"""

import time
from collections.abc import Callable, Sequence

from HanTa.HanoverTagger import HanoverTagger

from bench.stage.tagged import (
    EPIC,
    MSVD,
    Narration,
    Score,
    parse_by_tagger_alone,
    read_captions,
    read_classes,
    read_test,
    read_training,
    score_classes,
    score_nouns,
    score_verbs,
)
from bench.table import Goal, Row, arguments, machine, row, show
from semantics.words.parsing import parse
from semantics.words.senses import senses_in
from semantics.words.tagger import MODEL
from semantics.words.word import Parsed, tokens_of
from semantics.words.wordnet import open_wordnet

CAPTIONS, OF_PEER = 30_000, 3_000
RUNS = 3


def main() -> None:
    asked = arguments()
    if not EPIC.exists() or not MSVD.exists():
        print(f"skipped: {EPIC} or {MSVD} is not here; TRUEPOOL_PUBLISHED names their folder")
        return
    print("\n".join(table_of_scores()))
    show(f"Words of captions ({machine()})", speeds(), asked)


def table_of_scores() -> list[str]:
    lines = ["| sentences | by | precision | recall | of |", "|---|---|---:|---:|---:|"]
    for name, narrations in (("test", read_test()), ("training", read_training())):
        texts = [narration.text for narration in narrations]
        parsed = parse(texts)
        scores = {
            "verbs, HanTa alone": score_verbs(narrations, parse_by_tagger_alone(texts)),
            "verbs": score_verbs(narrations, parsed),
            "nouns, HanTa alone": score_nouns(narrations, parse_by_tagger_alone(texts)),
            "nouns": score_nouns(narrations, parsed),
            **class_scores(narrations, parsed),
        }
        lines += [
            f"| {name} | {what} | {score.precision:.3f} | {score.recall:.3f} | {score.wanted:,} |"
            for what, score in scores.items()
        ]
    return lines


def class_scores(narrations: Sequence[Narration], parsed: Sequence[Parsed]) -> dict[str, Score]:
    verbs, nouns = read_classes("verb"), read_classes("noun")
    return {
        "classes of verbs": score_classes(
            (frozenset({narration.verb_class}) for narration in narrations),
            (verbs.classes_in(words, "verb") for words in parsed),
            verbs,
        ),
        "classes of nouns": score_classes(
            (narration.noun_classes for narration in narrations),
            (nouns.classes_in(words, "noun") for words in parsed),
            nouns,
        ),
    }


def speeds() -> list[Row]:
    texts = read_captions()[:CAPTIONS]
    peer = HanoverTagger(MODEL)
    parse(["the models are read"])
    share = len(texts) / OF_PEER
    every = texts[:: len(texts) // OF_PEER][:OF_PEER]

    def tag_as_hanta_does() -> None:
        for text in every:
            peer.tag_sent(tokens_of(text))

    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(seconds_of(lambda: parse(texts)))
        theirs.append(share * seconds_of(tag_as_hanta_does))
    parsed = parse(texts)
    speed = len(texts) / sorted(ours)[RUNS // 2]
    what = f"parse {len(texts):,} captions ({speed:,.0f} a second)"
    name = f"HanTa's tag_sent, from {OF_PEER:,} of them"
    return [
        row(what, ours, name, theirs, goal=Goal(seconds=30)),
        row(f"peer: {name}", theirs),
        row("classes of their nouns, by EPIC's table", [seconds_of(lambda: find_classes(parsed))]),
        row(
            "senses of their nouns, by WordNet and Lesk", [seconds_of(lambda: find_senses(parsed))]
        ),
    ]


def find_classes(parsed: Sequence[Parsed]) -> list[tuple[str, ...]]:
    nouns = read_classes("noun")
    return [nouns.classes_in(words, "noun") for words in parsed]


def find_senses(parsed: Sequence[Parsed]) -> list[tuple[str, ...]]:
    wordnet = open_wordnet()
    return [senses_in(words, "noun", wordnet) for words in parsed]


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
