"""Which of the clips that a campaign would show do not play."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from foundation.database.rows import column_of, row_of, rows_of
from foundation.words import plural, sentence
from pooling.models import Pool

UNJUDGED = (
    " AND NOT EXISTS (SELECT FROM pooling_judgedpair j WHERE j.query_id = p.query_id AND j.video_id"
    " = p.video_id)"
)


@dataclass(frozen=True, slots=True)
class Clips:
    """Videos of the pairs that a draft would ask about, those of them that do not play, and the
    pairs of those."""

    videos: int
    silent: int
    pairs: int  # whose clip does not play

    @property
    def none_plays(self) -> bool:
        return self.videos > 0 and self.silent == self.videos

    @property
    def sentence(self) -> str:
        if self.videos == 1:
            return sentence("1 of 1 video does not play")
        if self.silent == 1:
            return sentence(f"1 of {self.videos:,} videos does not play")
        return sentence(f"{self.silent:,} of {self.videos:,} videos do not play")


def silent_videos(videos: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the videos that do not play."""
    statement = "SELECT id FROM pooling_video WHERE id = ANY(%s) AND state <> 'ready'"
    return np.array(column_of(statement, [videos.tolist()]), np.int64)


def keys_to_find(campaign_id: int, videos: list[int]) -> dict[int, str]:
    """The keys in the benchmark, by which raters find a clip that is shown elsewhere, by the
    video's number. Empty where the campaign shows its clips itself."""
    return dict(
        rows_of(
            "SELECT v.id, v.key FROM pooling_video v WHERE v.id = ANY(%s)"
            " AND EXISTS (SELECT FROM annotator_campaign c WHERE c.id = %s AND c.without_clips)",
            [videos, campaign_id],
        )
    )


def clips_of_draft(pool: Pool, *, ask_again: bool) -> Clips:
    judged = "" if ask_again else UNJUDGED
    found = row_of(
        "SELECT count(*), count(*) FILTER (WHERE v.state <> 'ready'),"
        " coalesce(sum(p.pairs) FILTER (WHERE v.state <> 'ready'), 0) FROM (SELECT p.video_id,"
        " count(*) AS pairs"
        f" FROM pooling_poolpair p WHERE p.pool_id = %s{judged} GROUP BY p.video_id) p"
        " JOIN pooling_video v ON v.id = p.video_id",
        [pool.pk],
    )
    return Clips(*map(int, found))


def held_back_sentence(pairs: int) -> str:
    return plural(
        "1 pair is held back because its clip does not play.",
        "%(count)s pairs are held back because their clips do not play.",
        pairs,
    )
