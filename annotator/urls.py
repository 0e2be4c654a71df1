"""Pages of labelling."""

from django.urls import include, path

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
of_a_campaign = [
    path("", campaigns.campaign, name="campaign"),
    path("policy/", planning.policy, name="policy"),
    path("pace/", campaigns.measure, name="measure_pace"),
    path("begin/", campaigns.open_draft, name="open_draft"),
    path("comments/", remarks.comments, name="comments"),
    path("clips/", remarks.reports, name="reported_clips"),
    path("send/", campaigns.send, name="send_to_adjudication"),
    path("open/", campaigns.move, {"state": "open"}, name="move_open"),
    path("pause/", campaigns.move, {"state": "paused"}, name="move_paused"),
    path("close/", campaigns.close, name="move_closed"),
    path("members/", leading.add, name="add_member"),
    path("members/<int:member_id>/", leading.member, name="member"),
    path("members/<int:member_id>/quality/", quality.quality, name="quality"),
    path("guidelines/", leading.guidelines, name="write_guidelines"),
    path("priorities/", leading.priorities, name="priorities"),
    path("known/", known.known, name="known"),
    path("known/file/", known.from_file, name="known_file"),
    path("known/draw/", known.draw, name="known_draw"),
    path("known/<int:known_id>/", known.use, name="known_use"),
    path("training/", known.answered, name="training_answers"),
    path("training/<int:trial_id>/", known.review, name="training_review"),
]
of_a_pair = [
    path("", adjudication.pair, name="dispute"),
    path("decide/", adjudication.decide, name="decide"),
    path("reopen/", adjudication.open_again, name="reopen"),
]
urlpatterns = [
    path("campaigns/", campaigns.campaigns, name="campaigns"),
    path("campaigns/new/", planning.new_campaign, name="new_campaign"),
    path("campaigns/<int:campaign_id>/", include(of_a_campaign)),
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
    path("adjudication/<int:campaign_id>/<int:item_id>/", include(of_a_pair)),
    path("exports/", exports.exports, name="exports"),
    path("exports/labels/", exports.import_labels, name="import_labels"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/<int:campaign_id>/", guidelines.guideline, name="guideline"),
]
