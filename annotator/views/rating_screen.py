"""What the rating screen's scripts are given: the pair in hand as the API gives pairs, addresses,
answers, reasons and sentences; and the cells of a campaign that shows pairs together. Each cell is
a form of its own, so that the page works without scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from annotator.answer_forms import RateForm
from annotator.asked.answering import Answered
from annotator.called import called, said, word_of, words_of
from annotator.keys import Choice, actions_on, choices_on
from annotator.masks import mask_number, unmask_number
from annotator.models import Answer, Campaign, Label, Member, Reason, Shown
from annotator.queries.raters import InHand, can_be_seen
from annotator.serializers import clip
from annotator.views.screen import config
from foundation.frozen import frozen
from foundation.words import translated, translated_lazily
from pooling.models import Video

REASONS = [{"value": reason.value, "label": reason.label} for reason in Reason]
API = "/api/v1/"
# Read by people: foundation/catalogue finds them by this name.
SCREEN_SENTENCES = {
    "saving": "Saving: {answer}.",
    "saved": "Saved: {answer}.",
    "put_off": "Moved to the end of your queue.",
    "later": "Judge later",
    "question": "question to your lead",
    "asking": "Sending your question.",
    "asked": "Asked. Your lead's answer will be under “Your questions”.",
    "undone": "Taken back: judge this pair again.",
    "look_first": "Look first: this pair has only just come.",
    "nothing_to_undo": "There is nothing to take back.",
    "undo_away": "It can be taken back once the connection is back.",
    "nothing_waiting": "nothing waiting",
    "waiting": "{number} waiting to be sent",
    "away": "No connection. Carry on: {number} waiting, sent when it is back.",
    "away_dry": (
        "No connection. Wait here, nothing is lost: {number} waiting, sent when it is back."
    ),
    "signed_out": "Your session has ended. {number} waiting on this computer for you to sign in.",
    "another": (
        "Someone else is signed in on this computer by now. {number} waiting here until you sign in"
        " again; nothing is sent in the other person's name."
    ),
    "others_wait": (
        "Answers of someone else wait on this computer: {number}. They are sent when that person"
        " signs in here."
    ),
    "not_saved": "Not saved: {answer}, for “{caption}”. {why}",
    "refused": "The server refused it (status {status}).",
    "lost": "“{caption}” was taken from the screen. {why}",
    "dismiss": "Dismiss",
    "storage_full": (
        "This browser cannot keep answers (its storage is full or switched off). Leave this page"
        " open until it says “nothing waiting”."
    ),
    "loading": "Fetching the next pair.",
    "no_more_loaded": (
        "Wait here, nothing is lost. All pairs that were loaded are answered; the next ones come"
        " with the connection."
    ),
    "no_clip": (
        "This clip cannot be played just now. Choose Cannot judge with the reason “The clip does"
        " not play”, or judge it later."
    ),
    "elsewhere": "This clip is not shown here. Watch it where your lead has put it, then answer.",
    "clip_key": "Clip: {key}",
    "failed_not_found": "The server did not deliver this clip.",
    "failed_decode": "Your browser cannot decode this clip.",
    "failed_stall": "This clip stopped and did not continue.",
    "failed_network": "The connection broke off while this clip was loading.",
    "try_again": "Try again",
    "does_not_play": "Cannot judge: the clip does not play",
    "still_there": "Are you still there?",
    "still_there_what": "The clock is stopped. Press any key to continue.",
    "go_on": "Continue",
    "open_elsewhere": "This campaign is open in another tab of this browser.",
    "taken_over": "You continued in another tab.",
    "continue_here": "Continue here",
    "sign_in": "Sign in",
    "rest": "50 minutes without a break: rest your eyes.",
    "today": "{number} today",
    "pace": "{number} an hour",
    "left": "{number} left",
    "left_about": "about {number} left",
    "left_some": "some left",
    "guidelines_away": "The guidelines cannot be fetched just now.",
}

GRID_SENTENCES = {
    "clip_number": "Clip {number}",
    "caption_number": "Caption {number}",
    "still_to_see": "Not yet: {number} of the others have not been on the screen long enough.",
}
LOOK_FIRST = translated_lazily(SCREEN_SENTENCES["look_first"])


def answers_of(campaign: Campaign) -> list[Choice]:
    names = {value: str(label) for value, label in Answer.choices}
    return choices_on(campaign.on_scale, names, words_of(campaign.on_scale))


def as_sent(answers: Sequence[Choice], *names: str) -> list[dict[str, Any]]:
    """What scripts are told of each. An answer that is sent by its own name needs no more."""
    return [
        {name: getattr(one, name) for name in ("value", "label", *names)}
        | ({} if one.grade is None else {"sends": one.sends})
        for one in answers
    ]


def others_called(campaign: Campaign) -> str:
    """What one press says of all others that are shown together."""
    scale = campaign.on_scale
    if scale.is_usual:
        return _("All others irrelevant")
    word = word_of(scale, 0)
    lowest = f"0 ({word})" if scale.is_graded and word != "0" else word
    return _("All others: %(answer)s") % {"answer": lowest}


def said_on(campaign: Campaign, given: Answered, *, inside: bool = False) -> str:
    """An answer as it is said again to who gave it, by itself or inside a sentence."""
    scale = campaign.on_scale
    answer, value = scale.said(given.answer, given.value)
    name = translated(str(Answer(answer).label))
    return (said if inside else called)(scale, answer, value, name)


def pair_on_screen(request: HttpRequest) -> int:
    """The slot that a link names, or that the screen's script showed last; 0 where there is
    none."""
    kept = request.GET.get("pair") or request.COOKIES.get("truepool_pair", "")
    return unmask_number(int(kept)) if kept.isascii() and kept.isdigit() and len(kept) < 17 else 0


def config_of(
    request: HttpRequest,
    member: Member,
    held: InHand,
    counts: dict[str, Any],
    last: Label | None,
    words: Mapping[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """`words` and `more`: what a screen has beside, or instead."""
    campaign = member.campaign
    of_all = {
        "campaign": campaign.pk,
        "withoutClips": campaign.without_clips,
        "leaseSeconds": campaign.lease_seconds,
        "lookMs": campaign.look_ms,
        "answers": as_sent(answers_of(campaign)),
        "reasons": REASONS,
        "first": pair(request, campaign, held),
        "last": last.pk if last else None,
        "counts": counts,
        "urls": _addresses(campaign),
    }
    spoken = _spoken(SCREEN_SENTENCES | dict(words or {}))
    return config(request, spoken, campaign.on_scale, **(of_all | more))


def waiting_config(request: HttpRequest, campaign: Campaign) -> dict[str, Any]:
    """The config of pages beside the screen, from which answers that wait are sent too."""
    more = {"campaign": campaign.pk, "urls": _addresses(campaign)}
    return config(request, _spoken(SCREEN_SENTENCES), campaign.on_scale, **more)


def _spoken(sentences: Mapping[str, str]) -> dict[str, str]:
    return {name: translated(sentence) for name, sentence in sentences.items()}


def pair(request: HttpRequest, campaign: Campaign, held: InHand) -> dict[str, Any]:
    """The pair as the API gives it."""
    video = held.video
    path = video.path if video.state == Video.State.READY else ""
    shown = clip(request, path, video.poster if path else "", video.seconds)
    key = {"key": video.key} if campaign.without_clips and not path else {}
    together = {"group": str(held.group), "shown": campaign.show} if held.group else {}
    return {
        "id": mask_number(held.slot),
        "lease": str(held.lease),
        "caption": held.caption,
        "video": shown | key,
        **together,
    }


def _addresses(campaign: Campaign) -> dict[str, str]:
    """0 stands for a number that the script puts there."""
    page = reverse("annotator:rate", args=[campaign.pk])
    return {
        "page": page,
        "standing": reverse("annotator:standing", args=[campaign.pk]),
        "sign_in": f"{reverse('people:sign_in')}?next={page}",
        "claim": f"{API}campaigns/{campaign.pk}/claim",
        "guideline": f"{API}campaigns/{campaign.pk}/guidelines",
        "labels": f"{API}labels",
        "undo": f"{API}labels/0/undo",
        "release": f"{API}slots/0/release",
        "heartbeat": f"{API}slots/0/heartbeat",
        "failed": f"{API}slots/0/clip-failed",
        "ask": f"{API}slots/0/ask",
    }


@frozen
class Cell:
    slot: int  # its number, as scripts have it
    held: InHand
    form: RateForm
    can_be_seen: bool


def context_of_grid(
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
            can_be_seen(campaign, one.video),
        )
        for number, one in enumerate(held, 1)
    ]
    answers, with_clip = answers_of(campaign), campaign.show == Shown.CAPTIONS
    others = others_called(campaign)
    left_out = ("mistake", "next", *(["play_all"] if with_clip else []))  # one clip plays anyway
    return {
        "cells": cells,
        "with_clip": with_clip,
        "answers": answers,
        "others": others,
        "reasons": REASONS,
        "actions": [
            replace(one, label=others) if one.name == "others" else one
            for one in actions_on(answers, *left_out)
        ],
        "screen": config_of(
            request,
            member,
            held[0],
            counts,
            last,
            words=GRID_SENTENCES,
            show=campaign.show,
            seenMs=campaign.seen_ms,
            lowest=answers[0].value,
            together=[pair(request, campaign, one) for one in held],
            answers=as_sent(answers, "key", "sign"),
        ),
    }
