"""What the explorer finds, as the API answers."""

from collections.abc import Mapping
from typing import Any

from annotator.queries.statements import PairHistory, PairInCampaign, PairLabel
from explorer.queries.captions import FoundCaption, Search
from explorer.queries.ranked import CaptionLists, CaptionsOfVideo, Ranked, RankedRow
from explorer.queries.runs import RunShown
from explorer.ranked import Figure
from metrics.snapshot import Rule
from pooling.models import Caption, Run, Video

Shown = Mapping[int, RunShown]


def found_caption(row: FoundCaption, search: Search, shown: Shown) -> dict[str, Any]:
    return of_caption(row.caption) | {
        "words": row.words,
        "original": row.original,
        "corrected": row.corrected,
        "unjudged": row.unjudged,
        "runs": [
            of_run(shown[run])
            | {"first": cell.first or None, "right": cell.right, "turned": cell.turned}
            for run, cell in zip(search.runs, row.runs, strict=True)
        ],
    }


def of_caption(caption: Caption) -> dict[str, Any]:
    return {
        "id": caption.pk,
        "number": caption.number,
        "key": caption.key,
        "text": caption.query.text,
    }


def of_video(video: Video) -> dict[str, Any]:
    return {"id": video.pk, "number": video.number, "key": video.key}


def of_run(run: RunShown) -> dict[str, Any]:
    return {"run": run.pk, "name": run.name}


def ranked(found: Ranked[Any], shown: Shown, rule: Rule) -> dict[str, Any]:
    return {
        "original": found.original,
        "corrected": found.corrected,
        "rows": [_row(row, shown[row.run.pk], rule) for row in found.rows],
    }


def _row(row: RankedRow[Any], run: RunShown, rule: Rule) -> dict[str, Any]:
    return of_run(run) | {
        "direction": row.run.direction,
        "stored": row.stored,
        "first": row.first or None,
        "scores": {figure.measure: _figure(figure, rule) for figure in row.figures},
        "targets": [
            {
                "rank": one.rank,
                "score": one.score,
                "mark": one.mark,
                "verdict": one.verdict or None,
                "shared": one.shared,
            }
            | (of_video(one.target) if isinstance(one.target, Video) else of_caption(one.target))
            for one in row.targets
        ],
    }


def _figure(figure: Figure, rule: Rule) -> dict[str, float | None]:
    both = (figure.value, figure.other)
    original, corrected = both if rule == "original" else both[::-1]
    return {"original": original, "corrected": corrected}


def caption_lists(lists: CaptionLists, runs: list[Run]) -> dict[str, Any]:
    return {name: _captions(getattr(lists, name), runs) for name in ("own", "collected", "found")}


def _captions(found: CaptionsOfVideo, runs: list[Run]) -> list[dict[str, Any]]:
    return [
        of_caption(one.caption)
        | {
            "mark": one.mark,
            "ranks": [
                {"run": run.pk, "rank": rank or None}
                for run, rank in zip(runs, one.ranks, strict=True)
            ],
        }
        for one in found.captions
    ]


def history(found: PairHistory) -> dict[str, Any]:
    return {
        "verdict": found.verdict or None,
        "campaigns": [_in_campaign(one) for one in found.campaigns],
    }


def _in_campaign(one: PairInCampaign) -> dict[str, Any]:
    return {
        "campaign": one.campaign.pk,
        "name": one.campaign.name,
        "verdict": one.item.verdict,
        "adjudicated": one.item.adjudicated,
        "labels": one.labels,
        "first": one.first,
        "last": one.last,
        "given": None if one.said is None else [_label(said) for said in one.said],
    }


def _label(said: PairLabel) -> dict[str, Any]:
    label = said.label
    return {
        "id": label.pk,
        "rater": label.rater.username,
        "slot": label.slot.kind,
        "answer": label.answer,
        "reason": label.reason,
        "comment": label.comment,
        "given_at": label.given_at,
        "guideline_version": label.guideline_version,
        "counts": said.counts,
    }
