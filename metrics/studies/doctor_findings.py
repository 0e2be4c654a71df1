"""The doctor's findings, in words: those that somebody can put right before anybody labels, and
those that say how far a benchmark reaches."""

from collections.abc import Iterator

from metrics.studies.doctor_found import SimilarClips
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_reach import FIRST
from metrics.studies.doctor_runs import SATURATED, RunFindings
from metrics.studies.doctor_texts import TextFindings
from metrics.studies.doctor_told import SHOWN, Example, Finding, finding
from metrics.words import percent


def findings(
    material: Material, texts: TextFindings, clips: SimilarClips, runs: RunFindings
) -> Iterator[Finding]:
    """All findings; of those to mend, what costs most comes first."""
    yield from _suspects(runs)
    yield from _overlap(texts)
    yield from _clips(clips)
    yield from _doubled(material, texts)
    yield from _incomplete(runs)
    yield from _unfit(texts)
    yield from _of_texts(texts)
    yield from _of_runs(material, runs)
    yield from _of_gaps(material, clips)


def _suspects(runs: RunFindings) -> Iterator[Finding]:
    named = {one.run for one in runs.suspects}
    if named:
        yield Finding(
            kind="suspect_runs",
            severity="mend",
            count=len(named),
            detail=f"Runs that are not what they pass for: {len(named):,}.",
            meaning=(
                "A run whose rows or columns belong to other captions or videos scores near zero,"
                " and a pool takes wrong pairs from it."
            ),
            next_step="Look at the order of the run's rows and columns, and import it again.",
            examples=[Example(note=f"{one.run}: {one.detail}") for one in runs.suspects],
        )


def _overlap(texts: TextFindings) -> Iterator[Finding]:
    found = texts.overlap
    if found is None or not (found.exact or found.near or found.videos):
        return
    yield Finding(
        kind="train_overlap",
        severity="mend" if found.exact or found.videos else "know",
        count=found.shared,
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
    return finding(
        "similar_clips",
        "mend",
        clips.pairs,
        clips.examples,
        detail=(
            f"Pairs of clips that look nearly the same: {clips.pairs:,}, with"
            f" {clips.videos:,} of {clips.compared + clips.plain:,} clips in them."
        ),
        meaning=(
            "What a caption says is true of both, and only one of them counts as found: a run loses"
            " points for a right answer."
        ),
        next_step="Look at each pair. Take copies out, or judge both for each other's captions.",
    )


def _doubled(material: Material, texts: TextFindings) -> Iterator[Finding]:
    found = texts.duplicated
    return finding(
        "duplicated_texts",
        "mend" if found.different_videos else "know",
        found.captions,
        found.examples,
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
    )


def _incomplete(runs: RunFindings) -> Iterator[Finding]:
    return finding(
        "incomplete_runs",
        "mend",
        runs.unranked,
        runs.incomplete,
        detail=(
            f"Captions or videos without a ranking, summed over runs: {runs.unranked:,}, in"
            f" {len(runs.incomplete):,} of the runs."
        ),
        meaning="Each counts as not found: a run that leaves some out scores lower than it could.",
        next_step="Import the whole run again.",
    )


def _unfit(texts: TextFindings) -> Iterator[Finding]:
    yield from finding(
        "empty_captions",
        "mend",
        texts.empty,
        detail=f"Captions that say next to nothing: {len(texts.empty):,}.",
        meaning="They are true of nearly every clip, and no search can find the one meant.",
        next_step="Take them out of the benchmark, or report scores without them.",
    )
    yield from finding(
        "text_debris",
        "mend",
        texts.debris,
        detail=(
            "Captions with traces of markup, of a wrong encoding or of an address:"
            f" {len(texts.debris):,}."
        ),
        meaning="Raters read them as they are, and models were perhaps given other texts.",
        next_step="Clean the file, and import it as a new benchmark.",
    )


def _of_texts(texts: TextFindings) -> Iterator[Finding]:
    near, fits = texts.near, texts.ambiguous
    yield from finding(
        "near_duplicates",
        "know",
        near.captions,
        near.examples,
        detail=(
            f"Captions that say in other words nearly what another one says: {near.captions:,}"
            f" ({percent(near.share)} %), {near.different_videos:,} of them as a caption of"
            " another video does."
        ),
        meaning=(
            "The other video is often right for them as well: on these pairs labels will change"
            " scores first."
        ),
        next_step="Judge the pairs below first; they cost little and tell much.",
    )
    yield from finding(
        "ambiguous_captions",
        "know",
        fits.captions,
        fits.examples,
        detail=(
            f"Captions that fit several videos in text: {fits.captions:,}"
            f" ({percent(fits.share)} %), {fits.ten_or_more:,} of them ten other videos or"
            " more."
        ),
        meaning=(
            "All that they say is said of other videos too: with one right answer each, C@1 has"
            " a ceiling that no model can pass."
        ),
        next_step=(
            "Read C@1 by original positives as a lower bound, and let people label before runs"
            " are ranked."
        ),
    )


def _of_runs(material: Material, runs: RunFindings) -> Iterator[Finding]:
    if not material.snapshot.runs:
        yield Finding(
            kind="no_runs",
            severity="know",
            count=0,
            detail="There is no run to look at.",
            meaning="Alignment, saturation and differences are looked at once there are runs.",
            next_step="Import a run, and let the doctor look again.",
        )
    tested = [one for one in runs.pairs if one.measure == FIRST]
    unlike = [Example(note=one.verdict) for one in tested if one.apart is False]
    yield from finding(
        "indistinct_runs",
        "know",
        unlike,
        detail=(
            f"Pairs of runs that cannot be told apart by {FIRST}: {len(unlike):,} of"
            f" {len(tested):,}."
        ),
        meaning="Which of the two is better is open: other captions may turn their order.",
        next_step="Do not rank these runs; use more captions, or compare by labels.",
    )
    yield from finding(
        "saturated",
        "know",
        [Example(note=f"{a.run}: {a.measure} {percent(a.value)} %") for a in runs.saturated],
        detail=(
            f"Scores of {percent(SATURATED)} % and more: {len(runs.saturated):,} of"
            f" {len(runs.scores):,}."
        ),
        meaning="Where nearly everything is found, a better run cannot show that it is.",
        next_step="Compare runs by a measure that is not saturated.",
    )
    yield from _reach(runs)
    yield from _odd(runs)


def _reach(runs: RunFindings) -> Iterator[Finding]:
    typical = runs.typical
    if typical is None or typical.detectable is None:
        return
    seen = percent(typical.detectable)
    worst = typical.at_worst is not None and percent(typical.at_worst) != seen
    upper = f" to {percent(typical.at_worst)}" if worst else ""
    yield from finding(
        "detectable",
        "know",
        typical.captions,
        detail=(
            f"Smallest difference that {typical.captions:,} captions of {typical.videos:,} videos"
            f" show between two runs near 50 %: {seen}{upper} points."
        ),
        meaning=(
            "A true difference of this size is found four times of five, a smaller one less often."
        ),
        next_step="Announce no smaller gain on this benchmark.",
    )


def _odd(runs: RunFindings) -> Iterator[Finding]:
    yield from finding(
        "tied_runs",
        "know",
        runs.tied,
        detail=f"Runs with equal scores among the first ten ranks: {len(runs.tied):,}.",
        meaning="Ties are broken by the videos' keys, and not by the model.",
        next_step="Import the run with all digits of its scores.",
    )
    yield from finding(
        "hubs",
        "know",
        runs.hubs,
        detail=f"Runs with one video first for a tenth of all captions: {len(runs.hubs):,}.",
        meaning="A clip that is near to everything takes the place of the right one.",
        next_step="Look at the clip, and tell the authors of the run.",
    )


def _of_gaps(material: Material, clips: SimilarClips) -> Iterator[Finding]:
    own, videos = material.snapshot.own_videos, material.snapshot.videos
    unknown, named = int((own < 0).sum()), set(own.tolist())
    without = [video for video in range(videos) if video not in named]
    yield from finding(
        "captions_without_video",
        "know",
        unknown,
        detail=f"Captions whose source video is not known: {unknown:,} of {len(own):,}.",
        meaning="They have no original positive, so only labels can score them.",
        next_step="Import captions with their videos, if there is such a file.",
    )
    yield from finding(
        "videos_without_captions",
        "know",
        len(without),
        [Example(videos=[material.video(one)]) for one in without[:SHOWN]],
        detail=f"Videos without a caption: {len(without):,} of {material.snapshot.videos:,}.",
        meaning="They can be found wrongly, and never rightly, unless labels say otherwise.",
        next_step="Nothing, if they are meant as distractors.",
    )
    yield from finding(
        "clips_not_compared",
        "know",
        clips.waiting,
        detail=(
            f"Clips that play and have no fingerprint yet: {clips.waiting:,} of"
            f" {clips.waiting + clips.compared + clips.plain:,}."
        ),
        meaning="Copies among them are not found.",
        next_step="Take their fingerprints, and let the doctor look again.",
    )
