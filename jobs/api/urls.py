"""The API's part for jobs; where slow work is, `202` names one of these."""

from django.urls import path

from jobs.api import views

urlpatterns = [
    path("jobs", views.Jobs.as_view()),
    path("jobs/<int:job_id>", views.OneJob.as_view(), name="api-job"),
    path("jobs/<int:job_id>/cancel", views.CancelJob.as_view()),
]
