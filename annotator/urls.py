"""Pages of labelling."""

from django.urls import include, path

from annotator.views import (
    adjudication,
    answers,
    campaigns,
    exports,
    leading,
    questions,
    rating,
    screen,
    training,
)
from foundation.pages import page

app_name = "annotator"
of_a_campaign = [
    page("", campaigns.campaign, "campaigns#what-is-stuck", tab="labels"),
    page("policy/", campaigns.policy, "campaigns#changing-the-policy-of-a-draft", tab="labels"),
    page("pace/", campaigns.measure, "campaigns#the-lease-follows-the-pace", name="measure_pace"),
    page("look/", campaigns.look, "campaigns#asking-until-something-is-known"),
    page("begin/", campaigns.open_draft, "campaigns#opening-it"),
    page(
        "comments/",
        questions.comments,
        "campaigns#comments-and-clips-that-do-not-play-for-a-rater",
        tab="labels",
    ),
    page(
        "clips/",
        questions.reported_clips,
        "campaigns#comments-and-clips-that-do-not-play-for-a-rater",
        tab="labels",
    ),
    page(
        "read/", questions.remarks_read, "campaigns#comments-and-clips-that-do-not-play-for-a-rater"
    ),
    page(
        "send/",
        campaigns.send,
        "campaigns#pairs-that-every-rater-has-seen",
        name="send_to_adjudication",
    ),
    page("feedback/", adjudication.give_feedback, "adjudication#feedback-to-raters"),
    page(
        "open/", campaigns.move, "campaigns#opening-it", name="move_open", given={"state": "open"}
    ),
    page(
        "pause/",
        campaigns.move,
        "campaigns#opening-it",
        name="move_paused",
        given={"state": "paused"},
    ),
    page("close/", campaigns.move_closed, "campaigns#opening-it", tab="labels"),
    page("members/", leading.add, "campaigns#adding-people", name="add_member"),
    page(
        "members/many/",
        leading.add_many,
        "campaigns#adding-people",
        name="add_members",
        tab="labels",
    ),
    page("members/search/", leading.member_search, "campaigns#adding-people"),
    page("invitations/", leading.invite, "campaigns#adding-people", tab="labels"),
    page("members/<int:member_id>/", leading.member, "campaigns#a-raters-page", tab="labels"),
    page(
        "members/<int:member_id>/quality/", leading.quality, "campaigns#hidden-gold", tab="labels"
    ),
    page(
        "guidelines/",
        leading.write_guidelines,
        "campaigns#guidelines-and-their-examples",
        tab="labels",
    ),
    page("priorities/", leading.priorities, "campaigns", tab="labels"),
    page("known/", training.known, "campaigns#training", tab="labels"),
    page("known/file/", training.known_file, "campaigns#training", tab="labels"),
    page("known/draw/", training.known_draw, "campaigns#training", tab="labels"),
    page("known/<int:known_id>/", training.known_use, "campaigns#training", tab="labels"),
    page(
        "known/<int:known_id>/explain/", training.known_explain, "campaigns#training", tab="labels"
    ),
    page(
        "known/<int:known_id>/example/",
        training.known_example,
        "campaigns#guidelines-and-their-examples",
    ),
    page("questions/", questions.questions, "campaigns#questions-from-raters", tab="labels"),
    page(
        "questions/<int:question_id>/",
        questions.answer,
        "campaigns#questions-from-raters",
        name="answer_question",
        tab="labels",
    ),
    page(
        "questions/<int:question_id>/note/",
        questions.note_question,
        "campaigns#questions-from-raters",
    ),
    page("training/", training.training_answers, "campaigns#training", tab="labels"),
    page("training/queue/", training.training_queue, "campaigns#the-training-queue", tab="labels"),
    page(
        "training/queue/<int:known_id>/",
        training.settle,
        "campaigns#the-training-queue",
        tab="labels",
    ),
    page("training/members/<int:member_id>/", training.training_decide, "campaigns#training"),
    page("training/<int:trial_id>/", training.training_review, "campaigns#training", tab="labels"),
]
of_a_pair = [
    page("", adjudication.dispute, "adjudication#a-dispute"),
    page("decide/", adjudication.decide, "adjudication#a-dispute"),
    page("reopen/", adjudication.open_again, "adjudication#a-dispute", name="reopen"),
]
urlpatterns = [
    page("campaigns/", campaigns.campaigns, "campaigns"),
    page("campaigns/hours/", exports.hours, "campaigns#hours-worked"),
    page("campaigns/hours/download/", exports.hours_download, "campaigns#hours-worked"),
    page("campaigns/new/", campaigns.new_campaign, "campaigns#planning-it", tab="labels"),
    page("train/<int:campaign_id>/", training.train, "for-raters#training"),
    page("train/<int:campaign_id>/answer/", training.train_answer, "for-raters#training"),
    page(
        "train/<int:campaign_id>/<int:trial_id>/ask/",
        questions.ask_training,
        "for-raters#questions-and-feedback",
    ),
    page(
        "questions/<int:campaign_id>/", questions.my_questions, "for-raters#questions-and-feedback"
    ),
    page("rate/", rating.rate_list, "for-raters"),
    page("rate/keys/", screen.keys, "rating#keys"),
    page("rate/<int:campaign_id>/standing/", rating.standing, "for-raters#answers"),
    page("rate/<int:campaign_id>/", rating.rate, "for-raters#answers"),
    page("rate/<int:campaign_id>/answer/", rating.answer, "for-raters#answers"),
    page(
        "rate/<int:campaign_id>/not-counted/",
        rating.not_counted,
        "for-raters#when-an-answer-is-not-counted",
    ),
    page("rate/<int:campaign_id>/ask/", questions.ask, "for-raters#questions-and-feedback"),
    page("rate/<int:campaign_id>/later/", rating.later, "for-raters#later-and-undo"),
    page("rate/<int:campaign_id>/undo/<int:label_id>/", rating.undo, "for-raters#later-and-undo"),
    page("answers/", answers.answers_list, "for-raters#later-and-undo"),
    page("answers/<int:campaign_id>/", answers.my_answers, "for-raters#later-and-undo"),
    page(
        "answers/<int:campaign_id>/feedback/", answers.feedback, "for-raters#questions-and-feedback"
    ),
    page(
        "answers/<int:campaign_id>/<int:label_id>/", answers.my_answer, "for-raters#later-and-undo"
    ),
    page(
        "answers/<int:campaign_id>/<int:label_id>/ask/",
        questions.ask_answer,
        "for-raters#questions-and-feedback",
    ),
    page("adjudication/", adjudication.disputes_list, "adjudication#the-queue"),
    page(
        "adjudication/<int:campaign_id>/",
        adjudication.disputes,
        "adjudication#the-queue",
        tab="labels",
    ),
    page(
        "adjudication/<int:campaign_id>/mistakes/",
        adjudication.mistakes,
        "adjudication#kinds-of-mistakes",
        tab="labels",
    ),
    page(
        "adjudication/<int:campaign_id>/mistakes/<str:table>.csv",
        adjudication.mistakes_download,
        "adjudication#kinds-of-mistakes",
    ),
    page("exports/", exports.exports, "formats#labels"),
    page("exports/labels/", exports.import_labels, "formats#labels", tab="publish"),
    page("exports/rescaled/", exports.rescale, "formats#another-scale"),
    page("guidelines/", answers.guidelines, "for-raters#guidelines"),
    page("guidelines/<int:campaign_id>/", answers.guideline, "for-raters#guidelines"),
    path("campaigns/<int:campaign_id>/", include(of_a_campaign)),
    path("adjudication/<int:campaign_id>/<int:item_id>/", include(of_a_pair)),
]
