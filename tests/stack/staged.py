"""Runs inside the home of a stack, on its own database: makes a campaign there, and tells what
became of it."""

import json
import sys
from dataclasses import asdict
from hashlib import sha256
from itertools import chain
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from annotator.masks import mask_number
from annotator.models import Campaign, Item, Label
from bench.history import Stored
from foundation.integrity import differences
from jobs.actions.request import start_job
from jobs.inline import run_job_here
from jobs.models import Job
from media.storing import store
from metrics.models import Report
from people.actions.tokens import make_token
from people.actor import SYSTEM, Actor
from people.models import Role, Scope, User
from pooling.actions.uploads import keep_upload
from pooling.models import Video
from stack.backups import take
from stack.backups.contents import write_manifest
from stack.backups.programs import dump_program
from stack.stored_files import file_differences
from tests.annotator.breaking import sql
from tests.factories import make_campaign
from tests.metrics.reporting import ASKED


def stage(raters: int, captions: int = 40) -> None:
    """Half of its pairs are labelled twice, so that second and third labels are under way whenever
    something dies."""
    people = [
        User.objects.create(username=f"rater-{number}", role=Role.RATER) for number in range(raters)
    ]
    campaign = make_campaign(captions=captions, videos=30, raters=people, double_share=0.5)
    secrets = [
        make_token(Actor(person, "command"), person, name="raters", scope=Scope.LABEL)[1]
        for person in people
    ]
    _print(
        {
            "campaign": campaign.pk,
            "raters": [[person.pk, secret] for person, secret in zip(people, secrets, strict=True)],
        }
    )


def tell(campaign_id: int) -> None:
    """What there is, and what there would be if the last label were lost: past every guard it is
    taken away for a moment."""
    with transaction.atomic():
        there = _told(campaign_id)
        sql("SET LOCAL session_replication_role = replica")
        sql(
            "DELETE FROM annotator_label WHERE id = (SELECT max(id) FROM annotator_label WHERE"
            " campaign_id = %s)",
            campaign_id,
        )
        _print({"there": there, "one_lost": _told(campaign_id)})
        transaction.set_rollback(True)


def furnish(campaign_id: int) -> None:
    """Something of every kind that a backup has to hold: files of each kind, a frozen report,
    somebody who is signed in."""
    benchmark = Campaign.objects.get(pk=campaign_id).benchmark
    media = Path(settings.MEDIA_ROOT)
    (media / "videos").mkdir(parents=True, exist_ok=True)
    for video in Video.objects.filter(benchmark=benchmark).order_by("number")[:3]:
        clip = (
            media / f"clip-{min(video.number, 1)}.mp4"
        )  # the third is the second once more: two rows, one file
        clip.write_bytes(f"clip {min(video.number, 1)}".encode() * 1000)
        checksum = sha256(clip.read_bytes()).hexdigest()
        place = store(media / "videos", clip, checksum)
        clip.unlink()
        Video.objects.filter(pk=video.pk).update(
            state="ready", path=f"videos/{place}", sha256=checksum
        )
    keep_upload(SYSTEM, SimpleUploadedFile("run.csv", b"not taken yet"))
    run_job_here("annotator.export", actor=SYSTEM, benchmark=benchmark.pk, format="log")
    # Run here: a worker that serves this home would take a job that it hears of.
    run_job_here(
        "metrics.evaluation",
        actor=SYSTEM,
        benchmark=benchmark.pk,
        runs=list(benchmark.runs.values_list("pk", flat=True)),
        asked=ASKED.as_json(),
        name="",
    )
    session = SessionStore()
    session["who"] = "ada"
    session.create()
    _print({"session": session.session_key})


def kept() -> None:
    """What must come out of a backup as it went in, and what must not come out of it."""
    reports = [
        [report.title, report.sha256, sha256(report.result).hexdigest()]
        for report in Report.objects.order_by("pk")
    ]
    _print(
        {"reports": reports, "people": User.objects.count(), "sessions": Session.objects.count()}
    )


def check_video_by_the_worker() -> None:
    """It writes below the media folder."""
    job = start_job("pooling.check_video", actor=SYSTEM)
    _print({"job": job.pk, "state": job.state})


def state_of(job: int) -> None:
    _print({"state": Job.objects.get(pk=job).state})


def backup_as_it_is(folder: str) -> None:
    """As the version of Truepool that this database is of would have taken it."""
    with take._draft_of(Path(folder)) as draft:
        manifest = take._fill(draft, dump_program(), keep_going=False)
        write_manifest(draft, manifest)
        take._publish(draft, Path(folder))
    _print(manifest.as_json())


def _told(campaign_id: int) -> dict:
    """Slots by the numbers that raters are told. The differences are those that check_integrity
    --files prints."""
    campaign = Campaign.objects.get(pk=campaign_id)
    labels = Label.objects.filter(campaign=campaign).order_by("pk")
    columns = ("pk", "rater_id", "request_id", "slot_id", "item_id", "slot__kind", "answer")
    return {
        "stored": [
            asdict(Stored(a, b, str(c), mask_number(d), *rest))
            for a, b, c, d, *rest in labels.values_list(*columns)
        ],
        "doubled": list(
            Item.objects.filter(campaign=campaign, doubled=True).values_list("pk", flat=True)
        ),
        "limits": [campaign.label_limit, campaign.cannot_judge_limit],
        "differences": [
            asdict(found) for found in chain(differences(), file_differences(all_checksums=True))
        ],
    }


def _print(told: dict) -> None:
    json.dump(told, sys.stdout)
