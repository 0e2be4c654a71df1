"""Judges from outside on a person's behalf: a submitter's own, all of them for leads; which pairs
opinions are asked about, and how many more judges a submitter may hand in today."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from foundation.database.rows import the_row
from foundation.paging.sorting import ListColumn, Listing
from measures.arrays import Integers
from people.lists import called
from people.models import User
from pooling.models import Benchmark
from pooling.queries.axes import Axes, original_pairs, pooled_pairs
from pooling.queries.submissions import DAY, require_door
from pooling.queries.visible import readers_pools
from witnesses.models import JudgeSubmission

ROWS_AT_ONCE = 5_000
JUDGES = Listing(
    (
        ListColumn("judge", _("Judge"), Lower("model_name")),
        ListColumn("family", _("Family"), Lower("family")),
        ListColumn("benchmark", _("Benchmark"), Lower("witness__benchmark__name")),
        ListColumn("by", _("By"), called("submitted_by__"), leads=True),
        ListColumn("since", _("Handed in"), "pk", falling=True),
    ),
    usual="-since",
)


def access_judges(asking: User) -> QuerySet[JudgeSubmission]:
    require_door(asking)
    rows = list_judges()
    return rows if asking.is_lead else rows.filter(submitted_by=asking)


def access_judge(asking: User, judge_id: int) -> JudgeSubmission:
    """By its witness's id for leads; by its number for its author, whom an id would tell how many
    witnesses there are."""
    which = {"pk": judge_id} if asking.is_lead else {"number": judge_id}
    return the_row(access_judges(asking), "judge", **which)


def list_judges() -> QuerySet[JudgeSubmission]:
    return JudgeSubmission.objects.select_related("witness__benchmark", "submitted_by")


def id_for(asking: User, judge: JudgeSubmission) -> int:
    """The number by which this person finds it."""
    return judge.pk if asking.is_lead else judge.number


def judges_left(submitter: User) -> int:
    """How many more judges this person may hand in within 24 hours."""
    since = timezone.now() - DAY
    handed = JudgeSubmission.objects.filter(submitted_by=submitter, submitted_at__gt=since)
    return max(0, settings.SUBMISSIONS_A_DAY - handed.count())


def same_judge(submitter: User | None, benchmark: Benchmark, sha256: str) -> JudgeSubmission | None:
    """What this person handed in of this very file. Others' are no matter of theirs."""
    own = JudgeSubmission.objects.filter(submitted_by=submitter, sha256=sha256)
    return own.filter(witness__benchmark=benchmark).first()


def result_for_author(result: Mapping[str, Any]) -> dict[str, Any]:
    """The result of handing in, without an id that counts."""
    row = JudgeSubmission.objects.filter(pk=result.get("judge")).first()
    return {**result, "judge": row and row.number}


def listed_pairs(axes: Axes, benchmark: Benchmark) -> Integers:
    """Those that opinions are asked about, ascending, as `pair_codes` has them: what is in pools
    that every reader may know of, and the originals of the same texts.

    Not what is judged besides, which would be known to be judged; nor pools that tell what a
    private submission ranks first; nor the originals of texts that nobody pooled, of which each
    would stand alone and so be known for what it is.
    """
    pools = readers_pools().filter(benchmark=benchmark)
    none = np.zeros(0, np.int64)
    pooled = np.unique(np.concatenate([none, *(axes.as_codes(pooled_pairs(one)) for one in pools)]))
    originals = axes.as_codes(original_pairs(benchmark))
    of_pooled = np.isin(originals >> 32, pooled >> 32)
    return np.unique(np.concatenate([pooled, originals[of_pooled]]))


def list_as_csv(axes: Axes, pairs: Integers) -> Iterator[str]:
    """caption,video in the order of keys, a part at a time. Of several captions with one text the
    first is named. Keys are as they are, for the file is sent back."""
    captions, videos = axes.keys.captions.order, axes.keys.videos.order
    first = _first_captions(axes, captions)[pairs >> 32]
    video = pairs & 0xFFFFFFFF
    order = np.lexsort((videos[video], captions[first]))
    yield "caption,video\r\n"
    for start in range(0, len(order), ROWS_AT_ONCE):
        part, out = order[start : start + ROWS_AT_ONCE], io.StringIO(newline="")
        rows = zip(first[part].tolist(), video[part].tolist(), strict=True)
        csv.writer(out).writerows(
            (axes.caption_keys[caption], axes.video_keys[video]) for caption, video in rows
        )
        yield out.getvalue()


def _first_captions(axes: Axes, places: Any) -> Integers:
    """(queries,): of each text's captions the one whose key comes first."""
    falling = np.argsort(-places.astype(np.int64), kind="stable")
    first = np.zeros(len(axes.query_ids), np.int64)
    first[axes.caption_queries[falling]] = falling  # the last that is written is the first
    return first
