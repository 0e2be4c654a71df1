"""Runs inside the home of a stack, on its own database: makes a campaign there, and tells what became of it."""

import json
import sys
from dataclasses import asdict
from itertools import chain

from django.db import transaction

from annotator.masks import mask_number
from annotator.models import Campaign, Item, Label
from annotator.queries.integrity import differences
from annotator.queries.stored_files import file_differences
from bench.history import Stored
from people.actions.make_token import make_token
from people.actor import Actor
from people.models import Role, Scope, User
from tests.annotator.breaking import sql
from tests.factories import make_campaign


def stage(raters: int) -> None:
    """Half of its pairs are labelled twice, so that second and third labels are under way whenever something dies."""
    people = [User.objects.create(username=f"rater-{number}", role=Role.RATER) for number in range(raters)]
    campaign = make_campaign(captions=40, videos=30, raters=people, double_share=0.5)
    secrets = [make_token(Actor(person, "command"), person, name="raters", scope=Scope.LABEL)[1] for person in people]
    _print({"campaign": campaign.pk, "raters": [[person.pk, secret] for person, secret in zip(people, secrets, strict=True)]})


def tell(campaign_id: int) -> None:
    """What there is, and what there would be if the last label were lost: past every guard it is taken away for a moment."""
    with transaction.atomic():
        there = _told(campaign_id)
        sql("SET LOCAL session_replication_role = replica")
        sql("DELETE FROM annotator_label WHERE id = (SELECT max(id) FROM annotator_label WHERE campaign_id = %s)", campaign_id)
        _print({"there": there, "one_lost": _told(campaign_id)})
        transaction.set_rollback(True)


def _told(campaign_id: int) -> dict:
    """Slots by the numbers that raters are told. The differences are those that check_integrity --files prints."""
    campaign = Campaign.objects.get(pk=campaign_id)
    labels = Label.objects.filter(campaign=campaign).order_by("pk")
    columns = ("pk", "rater_id", "request_id", "slot_id", "item_id", "slot__kind", "answer")
    return {
        "stored": [asdict(Stored(a, b, str(c), mask_number(d), *rest)) for a, b, c, d, *rest in labels.values_list(*columns)],
        "doubled": list(Item.objects.filter(campaign=campaign, doubled=True).values_list("pk", flat=True)),
        "limits": [campaign.label_limit, campaign.cannot_judge_limit],
        "differences": [found.told() for found in chain(differences(), file_differences(all_checksums=True))],
    }


def _print(told: dict) -> None:
    json.dump(told, sys.stdout)
