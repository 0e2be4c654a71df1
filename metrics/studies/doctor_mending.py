"""The doctor's findings that somebody can put right before anybody labels, in words."""

from collections.abc import Iterator

from metrics.studies.doctor_found import Finding
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_parts import SHOWN, Example, SimilarClips
from metrics.studies.doctor_runs import RunFindings
from metrics.studies.doctor_texts import TextFindings
from metrics.words import percent


def to_mend(
    material: Material, texts: TextFindings, clips: SimilarClips, runs: RunFindings
) -> Iterator[Finding]:
    """What costs most comes first."""
    yield from _suspects(runs)
    yield from _overlap(material, texts)
    yield from _clips(clips)
    yield from _doubled(material, texts)
    yield from _incomplete(runs)
    yield from _unfit(texts)


def _suspects(runs: RunFindings) -> Iterator[Finding]:
    if not runs.suspects:
        return
    named = {one.run for one in runs.suspects}
    yield Finding(
        kind="suspect_runs",
        severity="mend",
        count=len(named),
        detail=f"Runs that are not what they pass for: {len(named):,}.",
        meaning=(
            "A run whose rows or columns belong to other captions or videos scores near zero, and a"
            " pool takes wrong pairs from it."
        ),
        next_step="Look at the order of the run's rows and columns, and import it again.",
        examples=[Example(note=f"{one.run}: {one.detail}") for one in runs.suspects],
    )


def _overlap(material: Material, texts: TextFindings) -> Iterator[Finding]:
    found = texts.overlap
    if found is None or not (found.exact or found.near or found.videos):
        return
    yield Finding(
        kind="train_overlap",
        severity="mend" if found.exact or found.videos else "know",
        count=found.exact + found.near,
        detail=(
            "Captions that training captions have too:"
            f" {found.exact:,} word for word and {found.near:,} nearly, of"
            f" {found.captions:,} ({percent(found.share)} %); videos in both: {found.videos:,}."
        ),
        meaning=(
            "A model may remember what it was trained on: on these captions it shows memory and not"
            " search."
        ),
        next_step=(
            "Take shared videos out of one of the two; report scores with and without the shared"
            " captions."
        ),
        examples=found.examples[:SHOWN],
    )


def _clips(clips: SimilarClips) -> Iterator[Finding]:
    if not clips.pairs:
        return
    yield Finding(
        kind="similar_clips",
        severity="mend",
        count=clips.pairs,
        detail=(
            f"Pairs of clips that look nearly the same: {clips.pairs:,}, with"
            f" {clips.videos:,} of {clips.compared + clips.plain:,} clips in them."
        ),
        meaning=(
            "What a caption says is true of both, and only one of them counts as found: a run loses"
            " points for a right answer."
        ),
        next_step="Look at each pair. Take copies out, or judge both for each other's captions.",
        examples=clips.examples[:SHOWN],
    )


def _doubled(material: Material, texts: TextFindings) -> Iterator[Finding]:
    found = texts.duplicated
    if not found.captions:
        return
    yield Finding(
        kind="duplicated_texts",
        severity="mend" if found.different_videos else "know",
        count=found.captions,
        detail=(
            f"Captions whose text another caption has too: {found.captions:,} of"
            f" {material.snapshot.captions:,} ({percent(found.share)} %), of which"
            f" {found.different_videos:,} share it with a caption of another video."
        ),
        meaning=(
            "One text with several source videos has several right answers, and each of its"
            " captions counts one of them. One text several times for one video counts that video"
            " more often."
        ),
        next_step="Evaluate with the same text counted as original too (--same-text).",
        examples=found.examples[:SHOWN],
    )


def _incomplete(runs: RunFindings) -> Iterator[Finding]:
    if not runs.incomplete:
        return
    yield Finding(
        kind="incomplete_runs",
        severity="mend",
        count=runs.unranked,
        detail=(
            f"Captions or videos without a ranking, summed over runs: {runs.unranked:,}, in"
            f" {len(runs.incomplete):,} of the runs."
        ),
        meaning="Each counts as not found: a run that leaves some out scores lower than it could.",
        next_step="Import the whole run again.",
        examples=runs.incomplete[:SHOWN],
    )


def _unfit(texts: TextFindings) -> Iterator[Finding]:
    if texts.empty:
        yield Finding(
            kind="empty_captions",
            severity="mend",
            count=len(texts.empty),
            detail=f"Captions that say next to nothing: {len(texts.empty):,}.",
            meaning="They are true of nearly every clip, and no search can find the one meant.",
            next_step="Take them out of the benchmark, or report scores without them.",
            examples=texts.empty[:SHOWN],
        )
    if texts.debris:
        yield Finding(
            kind="text_debris",
            severity="mend",
            count=len(texts.debris),
            detail=(
                "Captions with traces of markup, of a wrong encoding or of an address:"
                f" {len(texts.debris):,}."
            ),
            meaning="Raters read them as they are, and models were perhaps given other texts.",
            next_step="Clean the file, and import it as a new benchmark.",
            examples=texts.debris[:SHOWN],
        )
