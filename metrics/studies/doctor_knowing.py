"""The doctor's findings that say how far a benchmark reaches, in words."""

from collections.abc import Iterator

from measures.arrays import Integers
from metrics.studies.doctor_found import Finding
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_parts import SHOWN, Example, SimilarClips
from metrics.studies.doctor_reach import FIRST
from metrics.studies.doctor_runs import SATURATED, RunFindings
from metrics.studies.doctor_texts import TextFindings
from metrics.words import percent


def of_texts(texts: TextFindings) -> Iterator[Finding]:
    near, fits = texts.near, texts.ambiguous
    if near.captions:
        yield Finding(
            kind="near_duplicates",
            severity="know",
            count=near.captions,
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
            examples=near.examples[:SHOWN],
        )
    if fits.captions:
        yield Finding(
            kind="ambiguous_captions",
            severity="know",
            count=fits.captions,
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
            examples=fits.examples[:SHOWN],
        )


def of_runs(material: Material, runs: RunFindings) -> Iterator[Finding]:
    if not material.snapshot.runs:
        yield Finding(
            kind="no_runs",
            severity="know",
            count=0,
            detail="There is no run to look at.",
            meaning="Alignment, saturation and differences are looked at once there are runs.",
            next_step="Import a run, and let the doctor look again.",
        )
    unlike = [one for one in runs.pairs if one.measure == FIRST and one.apart is False]
    tested = [one for one in runs.pairs if one.measure == FIRST]
    if unlike:
        yield Finding(
            kind="indistinct_runs",
            severity="know",
            count=len(unlike),
            detail=(
                f"Pairs of runs that cannot be told apart by {FIRST}: {len(unlike):,} of"
                f" {len(tested):,}."
            ),
            meaning="Which of the two is better is open: other captions may turn their order.",
            next_step="Do not rank these runs; use more captions, or compare by labels.",
            examples=[Example(note=one.verdict) for one in unlike[:SHOWN]],
        )
    if runs.saturated:
        yield Finding(
            kind="saturated",
            severity="know",
            count=len(runs.saturated),
            detail=(
                f"Scores of {percent(SATURATED)} % and more: {len(runs.saturated):,} of"
                f" {len(runs.scores):,}."
            ),
            meaning="Where nearly everything is found, a better run cannot show that it is.",
            next_step="Compare runs by a measure that is not saturated.",
            examples=[
                Example(note=f"{one.run}: {one.measure} {percent(one.value)} %")
                for one in runs.saturated[:SHOWN]
            ],
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
    yield Finding(
        kind="detectable",
        severity="know",
        count=typical.captions,
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
    if runs.tied:
        yield Finding(
            kind="tied_runs",
            severity="know",
            count=len(runs.tied),
            detail=f"Runs with equal scores among the first ten ranks: {len(runs.tied):,}.",
            meaning="Ties are broken by the videos' keys, and not by the model.",
            next_step="Import the run with all digits of its scores.",
            examples=runs.tied[:SHOWN],
        )
    if runs.hubs:
        yield Finding(
            kind="hubs",
            severity="know",
            count=len(runs.hubs),
            detail=f"Runs with one video first for a tenth of all captions: {len(runs.hubs):,}.",
            meaning="A clip that is near to everything takes the place of the right one.",
            next_step="Look at the clip, and tell the authors of the run.",
            examples=runs.hubs[:SHOWN],
        )


def of_gaps(material: Material, clips: SimilarClips) -> Iterator[Finding]:
    own = material.snapshot.own_videos
    unknown, without = int((own < 0).sum()), _without_captions(own, material.snapshot.videos)
    if unknown:
        yield Finding(
            kind="captions_without_video",
            severity="know",
            count=unknown,
            detail=f"Captions whose source video is not known: {unknown:,} of {len(own):,}.",
            meaning="They have no original positive, so only labels can score them.",
            next_step="Import captions with their videos, if there is such a file.",
        )
    if len(without):
        yield Finding(
            kind="videos_without_captions",
            severity="know",
            count=len(without),
            detail=(f"Videos without a caption: {len(without):,} of {material.snapshot.videos:,}."),
            meaning="They can be found wrongly, and never rightly, unless labels say otherwise.",
            next_step="Nothing, if they are meant as distractors.",
            examples=[Example(videos=[material.video(int(one))]) for one in without[:SHOWN]],
        )
    if clips.waiting:
        yield Finding(
            kind="clips_not_compared",
            severity="know",
            count=clips.waiting,
            detail=(
                f"Clips that play and have no fingerprint yet: {clips.waiting:,} of"
                f" {clips.waiting + clips.compared + clips.plain:,}."
            ),
            meaning="Copies among them are not found.",
            next_step="Take their fingerprints, and let the doctor look again.",
        )


def _without_captions(own: Integers, videos: int) -> list[int]:
    named = set(own.tolist())
    return [video for video in range(videos) if video not in named]
