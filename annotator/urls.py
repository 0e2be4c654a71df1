"""Pages of labelling."""

from django.urls import path

from annotator.views import answers, guidelines, rating

app_name = "annotator"
urlpatterns = [
    path("rate/", rating.campaigns, name="rate_list"),
    path("rate/<int:campaign_id>/", rating.rate, name="rate"),
    path("rate/<int:campaign_id>/answer/", rating.answer, name="answer"),
    path("rate/<int:campaign_id>/later/", rating.later, name="later"),
    path("rate/<int:campaign_id>/undo/<int:label_id>/", rating.undo, name="undo"),
    path("answers/", answers.campaigns, name="answers_list"),
    path("answers/<int:campaign_id>/", answers.my_answers, name="my_answers"),
    path("answers/<int:campaign_id>/<int:label_id>/", answers.my_answer, name="my_answer"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/<int:campaign_id>/", guidelines.guideline, name="guideline"),
]
