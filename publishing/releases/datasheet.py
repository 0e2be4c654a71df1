"""A datasheet: the questions of Gebru et al., Datasheets for Datasets (CACM 2021), answered from
what the system knows. What it does not know it says, so that a person can add it."""

from collections.abc import Iterator

from metrics.words import counted
from publishing.releases.facts import NOT_RECORDED, Facts, figure_of
from publishing.releases.responsible import analysis, biases, collected, limits, privacy, protocol

Answers = Iterator[tuple[str, str]]


def datasheet(facts: Facts) -> str:
    parts = [
        f"# Datasheet of {facts.called}, release {facts.release}\n",
        (
            "After Gebru et al., *Datasheets for Datasets*, CACM 64(12), 2021. Made by Truepool"
            " from what it has recorded; “not recorded” is for the people of the project to fill"
            " in.\n"
        ),
    ]
    for title, answers in (
        ("Motivation", _motivation(facts)),
        ("Composition", _composition(facts)),
        ("Collection process", _collection(facts)),
        ("Preprocessing, cleaning, labelling", _labelling(facts)),
        ("Uses", _uses(facts)),
        ("Distribution", _distribution(facts)),
        ("Maintenance", _maintenance(facts)),
    ):
        parts.append(f"## {title}\n")
        parts += [f"**{question}**\n\n{_first_large(answer)}\n" for question, answer in answers]
    return "\n".join(parts)


def _first_large(answer: str) -> str:
    return f"{answer[:1].upper()}{answer[1:]}"


def _motivation(facts: Facts) -> Answers:
    yield (
        "For what purpose was the dataset created?",
        "To score text-to-video retrieval with more positives than each caption's own video:"
        " people judged what retrieval systems found. "
        + (facts.description or "No description of the benchmark is recorded."),
    )
    yield (
        "Who created the dataset, and on behalf of whom?",
        ", ".join(facts.creators) or NOT_RECORDED,
    )
    yield "Who funded its creation?", NOT_RECORDED


# Long by its questions, one after another.
def _composition(facts: Facts) -> Answers:
    verdicts = ", ".join(f"{count:,} {name}" for name, count in facts.verdicts.items())
    yield (
        "What do the instances represent?",
        (
            "Pairs of a caption and a video, each with the verdict that follows from people's"
            " labels, and the single labels themselves."
        ),
    )
    yield (
        "How many instances are there?",
        (
            f"{counted(facts.judged, 'pair')} with a verdict ({verdicts or 'none'}),"
            f" {counted(facts.label.labels, 'single label')}; {counted(facts.captions, 'caption')}"
            f" with {counted(facts.queries, 'distinct text')}, {counted(facts.videos, 'video')}."
        ),
    )
    yield (
        "Is it a sample from a larger set?",
        (
            "Yes: of all pairs of a caption and a video, those that the top ranks of the pooled"
            f" systems contain. {biases(facts)}"
        ),
    )
    yield (
        "What data does each instance consist of?",
        (
            "Keys of caption and video, the caption's text, the verdict; of each label the rater's"
            " pseudonym, kind, answer, reason, time, active time and version of the guidelines. The"
            " column `probability` is empty where no model of the raters was fitted."
        ),
    )
    yield "Is there a label or target?", "Yes: relevant, irrelevant, or disagreement."
    yield (
        "Is any information missing?",
        f"{limits(facts)} Videos are not included."
        + "".join(f" Left out: {name}, because {why}." for name, why in facts.left_out.items()),
    )
    yield (
        "Are relationships between instances explicit?",
        "Captions with the same text share their judgements (`judged_as` in `captions.parquet`).",
    )
    yield "Are there recommended splits?", "No: all of it is for testing."
    yield "Are there errors, sources of noise, or redundancies?", analysis(facts)
    yield (
        "Is it self-contained?",
        "No: the videos are those of the benchmark, and are named by its keys.",
    )
    yield (
        "Does it contain confidential or offensive data?",
        "Captions are those of the benchmark. They were not screened for this release.",
    )
    yield "Does it relate to people, and can they be identified?", privacy(facts)


def _collection(facts: Facts) -> Answers:
    label = facts.label
    yield "How was the data acquired?", collected(facts)
    yield "What mechanisms or procedures were used?", protocol(facts)
    yield (
        "Who was involved, and how were they compensated?",
        (
            f"{counted(label.raters, 'rater')}, who worked {label.hours:,.1f} hours of active time"
            f" as far as it was measured ({label.timed:,} of {counted(label.labels, 'label')} have"
            f" one). Pay: not recorded."
        ),
    )
    yield "Over what timeframe was it collected?", label.days or NOT_RECORDED
    yield "Were ethical review processes conducted?", NOT_RECORDED
    yield "Did the people involved consent?", NOT_RECORDED


def _labelling(facts: Facts) -> Answers:
    yield (
        "Was any labelling done?",
        (
            "Yes, by people. A pair's verdict is what its labels agree on; where they do not, an"
            " adjudicator decides, or it stays a disagreement. Labels that were superseded,"
            " withdrawn or asked for again remain in the log and count for no verdict."
        ),
    )
    yield "Was the raw data saved as well?", "Yes: the log has every label ever given."
    yield (
        "Is the software available?",
        "Truepool wrote all of these files; `manifest.json` names its version.",
    )
    if facts.agreement is not None:
        figures = facts.agreement.figures
        told = ", ".join(f"{name} {figure_of(figure)}" for name, figure in figures.items())
        yield (
            "How well do raters agree?",
            f"{told}. Intervals: 95 %, of these raters, clustered by video.",
        )


def _uses(facts: Facts) -> Answers:
    yield (
        "Has the dataset been used already?",
        f"For the scores of {counted(len(facts.scores.inputs['runs']), 'run')} in this release"
        f" (report {facts.scores.digest[:12]})."
        if facts.scores
        else f"No scores are part of this release: {facts.no_scores or 'not recorded'}.",
    )
    yield (
        "What could it be used for?",
        "Scoring runs on the same captions and videos, studies of agreement, models of relevance.",
    )
    yield (
        "What should users know, and for what should it not be used?",
        (
            "A pair that was not judged is unknown. A system that was not pooled should be reported"
            " with the share of its top ranks that was judged (Judged@K). It is no training set for"
            " systems that are evaluated on it."
        ),
    )


def _distribution(facts: Facts) -> Answers:
    yield "How and when is it distributed?", f"As files, made on {facts.made_on:%Y-%m-%d}."
    yield "Under which license?", facts.license or NOT_RECORDED
    yield "Have third parties imposed restrictions?", NOT_RECORDED


def _maintenance(facts: Facts) -> Answers:
    yield "Who maintains it, and how can they be contacted?", facts.contact or NOT_RECORDED
    yield (
        "Will it be updated?",
        (
            "This release is frozen: its files never change, and `SHA256SUMS` shows it. Later"
            " releases have their own names."
        ),
    )
    yield "Can others extend or contribute to it?", NOT_RECORDED
