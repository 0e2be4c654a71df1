"""What the doctor looks at: captions, clips and runs as they are before any label; and grades."""

from collections.abc import Mapping, Sequence
from dataclasses import field

from foundation.frozen import frozen
from metrics.labels import Labels
from metrics.snapshot import Snapshot
from metrics.studies.doctor_told import CitedCaption, CitedVideo

# Ranks of each run that are looked at.
DEPTH = 50


@frozen
class Clips:
    """The videos that play. Each of equal length; a fingerprint is None where it was not taken,
    empty where its pictures tell nothing."""

    videos: Sequence[int] = ()
    fingerprints: Sequence[bytes | None] = ()
    seconds: Sequence[float] = ()
    sha256: Sequence[str] = ()


@frozen
class StoredScores:
    """What the scores of a run's file tell. constant: rankings of one score throughout. tied:
    rankings with equal scores among their first ten."""

    rankings: int = 0
    constant: int = 0
    tied: int = 0


@frozen
class Material:
    snapshot: Snapshot
    texts: Sequence[str]
    caption_keys: Sequence[str]
    video_keys: Sequence[str]
    training_texts: Sequence[str] = ()
    training_videos: Sequence[str] = ()
    clips: Clips = Clips()
    scores: Mapping[str, StoredScores] = field(default_factory=dict)  # by the run's name
    graded: Sequence[Labels] = ()  # of each campaign with more than two values

    def caption(self, number: int) -> CitedCaption:
        own = int(self.snapshot.own_videos[number])
        video = self.video_keys[own] if own >= 0 else ""
        return CitedCaption(int(number), self.caption_keys[number], self.texts[number], video)

    def video(self, number: int) -> CitedVideo:
        return CitedVideo(int(number), self.video_keys[number])
