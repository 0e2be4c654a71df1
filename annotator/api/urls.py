"""The API's addresses of campaigns and labelling; config/api_urls.py puts them under /api/v1/."""

from collections.abc import Mapping
from typing import Any

from django.urls import include, path
from rest_framework.views import APIView

from annotator.api import (
    campaigns,
    deciding,
    exchange,
    history,
    known,
    labelling,
    members,
    questions,
    remarks,
    running,
    training,
)

OF_A_MEMBER = {
    "figures": running.MemberFigures,
    "state": members.MemberState,
    "checks": members.RaterChecks,
    "ask-again": members.AskAgain,
    "training": members.MemberTraining,
}
OF_A_CAMPAIGN = {
    "state": campaigns.State,
    "pace": campaigns.CampaignPace,
    "look": campaigns.LookNow,
    "shown": campaigns.CampaignShownEffect,
    "priorities": campaigns.Priorities,
    "stuck": running.WhatIsStuck,
    "outlook": running.CampaignOutlook,
    "remarks/read": running.ReadRemarks,
    "comments": remarks.Comments,
    "clip-failures": remarks.ClipFailures,
    "reported-clips": remarks.ReportedClips,
    "send-to-adjudication": campaigns.CampaignWaiting,
    "members": members.Members,
    "members/many": members.ManyMembers,
    "members/<int:member_id>": members.OneMember,
    "guidelines": campaigns.Guidelines,
    "guidelines/versions": campaigns.GuidelineVersions,
    "guidelines/confirm": campaigns.Confirm,
    "training": training.Training,
    "training/answers": training.Answers,
    "training/<int:trial_id>/review": members.Review,
    "known-answers": known.KnownAnswers,
    "known-answers/file": known.KnownAnswersFile,
    "known-answers/draw": known.DrawKnownAnswers,
    "known-answers/<int:known_id>": known.OneKnownAnswer,
    "guidelines/examples": known.Examples,
    "questions": questions.Questions,
    "questions/<int:question_id>/answer": questions.AnswerQuestion,
    "questions/<int:question_id>/note": questions.NoteAnswer,
    "my-questions": questions.MyQuestions,
    "disputes": deciding.Disputes,
    "mistakes": deciding.CampaignMistakes,
    "feedback": deciding.GiveFeedback,
    "claim": labelling.Claim,
    "labels": history.MyLabels,
}
OTHERS = {
    "campaigns": campaigns.Campaigns,
    "campaigns/<int:campaign_id>": campaigns.OneCampaign,
    "benchmarks/<int:benchmark_id>/audit-originals": campaigns.AuditOriginals,
    "hours": running.Hours,
    "labels": labelling.GiveLabels,
    "labels/<int:label_id>/undo": labelling.Undo,
    "labels/<int:label_id>/change": labelling.ChangeLabel,
    "slots/<int:slot_id>/release": labelling.ReleasePair,
    "labels/<int:label_id>/ask": questions.AskAboutLabel,
    "slots/<int:slot_id>/ask": questions.AskAboutSlot,
    "slots/<int:slot_id>/clip-failed": labelling.ClipFails,
    "slots/<int:slot_id>/heartbeat": labelling.Heartbeat,
    "exports": exchange.Exports,
    "benchmarks/<int:benchmark_id>/labels": exchange.ImportLabels,
    "items/<int:item_id>/adjudicate": deciding.Adjudicate,
    "items/<int:item_id>/reopen": deciding.Reopen,
}


def paths(views: Mapping[str, type[APIView]]) -> list[Any]:
    return [path(address, view.as_view()) for address, view in views.items()]


urlpatterns = [
    *paths(OTHERS),
    path("campaigns/<int:campaign_id>/", include(paths(OF_A_CAMPAIGN))),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/", include(paths(OF_A_MEMBER))),
]
