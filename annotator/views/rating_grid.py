"""The rating page of a campaign that shows pairs together: its cells, and what its scripts are
given. Each cell is a form of its own, so that the page works without scripts."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from annotator.forms import RateForm
from annotator.masks import mask_number
from annotator.models import Label, Member, Shown
from annotator.queries import raters as queries
from annotator.queries.raters import InHand
from annotator.views import rating_screen as screens

WORDS = {
    "clip_number": _("Clip {number}"),
    "caption_number": _("Caption {number}"),
    "still_to_see": _("Not yet: {number} of the others have not been on the screen long enough."),
}


@dataclass(frozen=True, slots=True)
class Cell:
    slot: int  # its number, as scripts have it
    held: InHand
    form: RateForm
    can_be_seen: bool


def context_of(
    request: HttpRequest,
    member: Member,
    held: list[InHand],
    counts: dict[str, Any],
    last: Label | None,
    form: RateForm | None,
) -> dict[str, Any]:
    """`form`: the one that was sent and could not be taken."""
    campaign = member.campaign
    cells = [
        Cell(
            mask_number(one.slot),
            one,
            form if form and form.slot_id == one.slot else RateForm.of(one, f"cell-{number}-%s"),
            queries.can_be_seen(campaign, one.video),
        )
        for number, one in enumerate(held, 1)
    ]
    answers = screens.answers_of(campaign)
    return {
        "cells": cells,
        "with_clip": campaign.show == Shown.CAPTIONS,
        "answers": answers,
        "reasons": screens.REASONS,
        "actions": [
            one
            for one in screens.TOGETHER_ACTIONS
            if one.name != "play_all" or campaign.show != Shown.CAPTIONS  # one clip plays anyway
        ],
        "screen": screens.config_of(
            request,
            member,
            held[0],
            counts,
            last,
            words=WORDS,
            show=campaign.show,
            seenMs=campaign.seen_ms,
            lowest=campaign.scale[0],
            together=[screens.pair(request, campaign, one) for one in held],
            answers=[
                {"value": one.value, "label": one.label, "key": one.key, "sign": one.sign}
                for one in answers
            ],
        ),
    }
