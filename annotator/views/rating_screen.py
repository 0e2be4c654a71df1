"""What the rating screen's scripts are given: the pair in hand as the API gives pairs, addresses,
answers, reasons and sentences."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotator.answers import Choice, choices_on
from annotator.keys import actions_but
from annotator.masks import mask_number, unmask_number
from annotator.models import Answer, Campaign, Label, Member, Reason
from annotator.queries.raters import InHand
from annotator.serializers import clip
from annotator.views.screen import config
from pooling.models import Video

TOGETHER_ACTIONS = actions_but("mistake", "next")
ACTIONS = actions_but("mistake", "next", "others", "play_all")
REASONS = [{"value": reason.value, "label": reason.label} for reason in Reason]
API = "/api/v1/"
LOOK_FIRST = _("Look first: this pair has only just come.")
# In the addresses below 0 stands for a number that the script puts there.
WORDS = {
    "saving": _("Saving: {answer}."),
    "saved": _("Saved: {answer}."),
    "put_off": _("Moved to the end of your queue."),
    "later": _("Judge later"),
    "question": _("question to your lead"),
    "asking": _("Sending your question."),
    "asked": _("Asked. Your lead's answer will be under “Your questions”."),
    "undone": _("Taken back: judge this pair again."),
    "look_first": LOOK_FIRST,
    "nothing_to_undo": _("There is nothing to take back."),
    "undo_away": _("It can be taken back once the connection is back."),
    "nothing_waiting": _("nothing waiting"),
    "waiting": _("{number} waiting to be sent"),
    "away": _("No connection. Carry on: {number} waiting, sent when it is back."),
    "away_dry": _(
        "No connection. Wait here, nothing is lost: {number} waiting, sent when it is back."
    ),
    "signed_out": _(
        "Your session has ended. {number} waiting on this computer for you to sign in."
    ),
    "another": _(
        "Someone else is signed in on this computer by now. {number} waiting here until you sign in"
        " again; nothing is sent in the other person's name."
    ),
    "others_wait": _(
        "Answers of someone else wait on this computer: {number}. They are sent when that person"
        " signs in here."
    ),
    "not_saved": _("Not saved: {answer}, for “{caption}”. {why}"),
    "refused": _("The server refused it (status {status})."),
    "lost": _("“{caption}” was taken from the screen. {why}"),
    "dismiss": _("Dismiss"),
    "storage_full": _(
        "This browser cannot keep answers (its storage is full or switched off). Leave this page"
        " open until it says “nothing waiting”."
    ),
    "loading": _("Fetching the next pair."),
    "no_more_loaded": _(
        "Wait here, nothing is lost. All pairs that were loaded are answered; the next ones come"
        " with the connection."
    ),
    "no_clip": _(
        "This clip cannot be played just now. Choose Cannot judge with the reason “The clip does"
        " not play”, or judge it later."
    ),
    "elsewhere": _(
        "This clip is not shown here. Watch it where your lead has put it, then answer."
    ),
    "clip_key": _("Clip: {key}"),
    "failed_not_found": _("The server did not deliver this clip."),
    "failed_decode": _("Your browser cannot decode this clip."),
    "failed_stall": _("This clip stopped and did not continue."),
    "failed_network": _("The connection broke off while this clip was loading."),
    "try_again": _("Try again"),
    "does_not_play": _("Cannot judge: the clip does not play"),
    "still_there": _("Are you still there?"),
    "still_there_what": _("The clock is stopped. Press any key to continue."),
    "go_on": _("Continue"),
    "open_elsewhere": _("This campaign is open in another tab of this browser."),
    "taken_over": _("You continued in another tab."),
    "continue_here": _("Continue here"),
    "sign_in": _("Sign in"),
    "rest": _("50 minutes without a break: rest your eyes."),
    "today": _("{number} today"),
    "pace": _("{number} an hour"),
    "left": _("{number} left"),
    "left_about": _("about {number} left"),
    "left_some": _("some left"),
    "guidelines_away": _("The guidelines cannot be fetched just now."),
}


def answers_of(campaign: Campaign) -> list[Choice]:
    return choices_on(campaign.scale, {value: str(label) for value, label in Answer.choices})


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
    words: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """`words` and `more`: what a screen has beside, or instead."""
    campaign = member.campaign
    of_all = {
        "campaign": campaign.pk,
        "withoutClips": campaign.without_clips,
        "leaseSeconds": campaign.lease_seconds,
        "lookMs": campaign.look_ms,
        "answers": [{"value": one.value, "label": one.label} for one in answers_of(campaign)],
        "reasons": REASONS,
        "first": pair(request, campaign, held),
        "last": last.pk if last else None,
        "counts": {
            "today": counts["today"],
            "left": counts["left"],
            "about": counts["about"],
            "few": counts["few"],
            "pace": counts["pace"],
        },
        "urls": _addresses(campaign),
    }
    sentences = {name: str(sentence) for name, sentence in (WORDS | dict(words or {})).items()}
    return config(request, sentences, **(of_all | more))


def waiting_config(request: HttpRequest, campaign: Campaign) -> dict[str, Any]:
    """The config of pages beside the screen, from which answers that wait are sent too."""
    spoken = {name: str(sentence) for name, sentence in WORDS.items()}
    return config(request, spoken, campaign=campaign.pk, urls=_addresses(campaign))


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
