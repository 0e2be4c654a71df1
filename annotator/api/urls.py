"""The API's addresses of campaigns and labelling; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

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

urlpatterns = [
    path("campaigns", campaigns.Campaigns.as_view()),
    path("campaigns/<int:campaign_id>", campaigns.OneCampaign.as_view()),
    path("campaigns/<int:campaign_id>/state", campaigns.State.as_view()),
    path("campaigns/<int:campaign_id>/pace", campaigns.Pace.as_view()),
    path("campaigns/<int:campaign_id>/look", campaigns.LookNow.as_view()),
    path("benchmarks/<int:benchmark_id>/audit-originals", campaigns.AuditOriginals.as_view()),
    path("campaigns/<int:campaign_id>/shown", campaigns.ShownEffect.as_view()),
    path("campaigns/<int:campaign_id>/priorities", campaigns.Priorities.as_view()),
    path("hours", running.Hours.as_view()),
    path("campaigns/<int:campaign_id>/stuck", running.WhatIsStuck.as_view()),
    path("campaigns/<int:campaign_id>/outlook", running.Outlook.as_view()),
    path("campaigns/<int:campaign_id>/remarks/read", running.ReadRemarks.as_view()),
    path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/figures",
        running.MemberFigures.as_view(),
    ),
    path("campaigns/<int:campaign_id>/comments", remarks.Comments.as_view()),
    path("campaigns/<int:campaign_id>/clip-failures", remarks.ClipFailures.as_view()),
    path("campaigns/<int:campaign_id>/reported-clips", remarks.ReportedClips.as_view()),
    path("campaigns/<int:campaign_id>/send-to-adjudication", campaigns.Waiting.as_view()),
    path("campaigns/<int:campaign_id>/members", members.Members.as_view()),
    path("campaigns/<int:campaign_id>/members/many", members.ManyMembers.as_view()),
    path("campaigns/<int:campaign_id>/members/<int:member_id>", members.OneMember.as_view()),
    path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/state", members.MemberState.as_view()
    ),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/checks", members.Checks.as_view()),
    path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/ask-again", members.AskAgain.as_view()
    ),
    path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/training",
        members.MemberTraining.as_view(),
    ),
    path("campaigns/<int:campaign_id>/guidelines", campaigns.Guidelines.as_view()),
    path("campaigns/<int:campaign_id>/guidelines/versions", campaigns.GuidelineVersions.as_view()),
    path("campaigns/<int:campaign_id>/guidelines/confirm", campaigns.Confirm.as_view()),
    path("campaigns/<int:campaign_id>/training", training.Training.as_view()),
    path("campaigns/<int:campaign_id>/training/answers", training.Answers.as_view()),
    path("campaigns/<int:campaign_id>/training/<int:trial_id>/review", members.Review.as_view()),
    path("campaigns/<int:campaign_id>/known-answers", known.KnownAnswers.as_view()),
    path("campaigns/<int:campaign_id>/known-answers/file", known.KnownAnswersFile.as_view()),
    path("campaigns/<int:campaign_id>/known-answers/draw", known.DrawKnownAnswers.as_view()),
    path(
        "campaigns/<int:campaign_id>/known-answers/<int:known_id>", known.OneKnownAnswer.as_view()
    ),
    path("campaigns/<int:campaign_id>/guidelines/examples", known.Examples.as_view()),
    path("campaigns/<int:campaign_id>/questions", questions.Questions.as_view()),
    path(
        "campaigns/<int:campaign_id>/questions/<int:question_id>/answer",
        questions.AnswerQuestion.as_view(),
    ),
    path(
        "campaigns/<int:campaign_id>/questions/<int:question_id>/note",
        questions.NoteAnswer.as_view(),
    ),
    path("campaigns/<int:campaign_id>/my-questions", questions.MyQuestions.as_view()),
    path("campaigns/<int:campaign_id>/disputes", deciding.Disputes.as_view()),
    path("campaigns/<int:campaign_id>/mistakes", deciding.Mistakes.as_view()),
    path("campaigns/<int:campaign_id>/feedback", deciding.Feedback.as_view()),
    path("campaigns/<int:campaign_id>/claim", labelling.Claim.as_view()),
    path("campaigns/<int:campaign_id>/labels", history.MyLabels.as_view()),
    path("labels", labelling.Labels.as_view()),
    path("labels/<int:label_id>/undo", labelling.Undo.as_view()),
    path("labels/<int:label_id>/change", labelling.Change.as_view()),
    path("slots/<int:slot_id>/release", labelling.Release.as_view()),
    path("labels/<int:label_id>/ask", questions.AskAboutLabel.as_view()),
    path("slots/<int:slot_id>/ask", questions.AskAboutSlot.as_view()),
    path("slots/<int:slot_id>/clip-failed", labelling.ClipFails.as_view()),
    path("slots/<int:slot_id>/heartbeat", labelling.Heartbeat.as_view()),
    path("exports", exchange.Exports.as_view()),
    path("benchmarks/<int:benchmark_id>/labels", exchange.ImportLabels.as_view()),
    path("items/<int:item_id>/adjudicate", deciding.Adjudicate.as_view()),
    path("items/<int:item_id>/reopen", deciding.Reopen.as_view()),
]
