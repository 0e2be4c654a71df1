"""Pages of labelling."""

from django.urls import path

from annotator.views import (
    adjudication,
    answers,
    campaigns,
    exports,
    guidelines,
    known,
    leading,
    planning,
    quality,
    rating,
    remarks,
    training,
)

app_name = "annotator"
urlpatterns = [
    path("campaigns/", campaigns.campaigns, name="campaigns"),
    path("campaigns/new/", planning.new_campaign, name="new_campaign"),
    path("campaigns/<int:campaign_id>/", campaigns.campaign, name="campaign"),
    path("campaigns/<int:campaign_id>/policy/", planning.policy, name="policy"),
    path("campaigns/<int:campaign_id>/pace/", campaigns.measure, name="measure_pace"),
    path("campaigns/<int:campaign_id>/begin/", campaigns.open_draft, name="open_draft"),
    path("campaigns/<int:campaign_id>/comments/", remarks.comments, name="comments"),
    path("campaigns/<int:campaign_id>/clips/", remarks.reports, name="reported_clips"),
    path("campaigns/<int:campaign_id>/send/", campaigns.send, name="send_to_adjudication"),
    path("campaigns/<int:campaign_id>/open/", campaigns.move, {"state": "open"}, name="move_open"),
    path(
        "campaigns/<int:campaign_id>/pause/",
        campaigns.move,
        {"state": "paused"},
        name="move_paused",
    ),
    path("campaigns/<int:campaign_id>/close/", campaigns.close, name="move_closed"),
    path("campaigns/<int:campaign_id>/members/", leading.add, name="add_member"),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/", leading.member, name="member"),
    path("campaigns/<int:campaign_id>/guidelines/", leading.guidelines, name="write_guidelines"),
    path("campaigns/<int:campaign_id>/priorities/", leading.priorities, name="priorities"),
    path("campaigns/<int:campaign_id>/known/", known.known, name="known"),
    path("campaigns/<int:campaign_id>/known/file/", known.from_file, name="known_file"),
    path("campaigns/<int:campaign_id>/known/draw/", known.draw, name="known_draw"),
    path("campaigns/<int:campaign_id>/known/<int:known_id>/", known.use, name="known_use"),
    path("campaigns/<int:campaign_id>/training/", known.answered, name="training_answers"),
    path(
        "campaigns/<int:campaign_id>/training/<int:trial_id>/", known.review, name="training_review"
    ),
    path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/quality/",
        quality.quality,
        name="quality",
    ),
    path("train/<int:campaign_id>/", training.train, name="train"),
    path("train/<int:campaign_id>/answer/", training.answer, name="train_answer"),
    path("rate/", rating.campaigns, name="rate_list"),
    path("rate/<int:campaign_id>/", rating.rate, name="rate"),
    path("rate/<int:campaign_id>/answer/", rating.answer, name="answer"),
    path("rate/<int:campaign_id>/not-counted/", rating.not_counted, name="not_counted"),
    path("rate/<int:campaign_id>/later/", rating.later, name="later"),
    path("rate/<int:campaign_id>/undo/<int:label_id>/", rating.undo, name="undo"),
    path("answers/", answers.campaigns, name="answers_list"),
    path("answers/<int:campaign_id>/", answers.my_answers, name="my_answers"),
    path("answers/<int:campaign_id>/<int:label_id>/", answers.my_answer, name="my_answer"),
    path("adjudication/", adjudication.campaigns, name="disputes_list"),
    path("adjudication/<int:campaign_id>/", adjudication.disputes, name="disputes"),
    path("adjudication/<int:campaign_id>/<int:item_id>/", adjudication.pair, name="dispute"),
    path(
        "adjudication/<int:campaign_id>/<int:item_id>/decide/", adjudication.decide, name="decide"
    ),
    path(
        "adjudication/<int:campaign_id>/<int:item_id>/reopen/",
        adjudication.open_again,
        name="reopen",
    ),
    path("exports/", exports.exports, name="exports"),
    path("exports/labels/", exports.import_labels, name="import_labels"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/<int:campaign_id>/", guidelines.guideline, name="guideline"),
]
