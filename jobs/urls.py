"""Pages of background work."""

from django.urls import path

from jobs.views import jobs

app_name = "jobs"
urlpatterns = [
    path("", jobs.show_list, name="list"),
    path("<int:job_id>/", jobs.show, name="detail"),
    path("<int:job_id>/cancel/", jobs.cancel, name="cancel"),
    path("<int:job_id>/retry/", jobs.retry, name="retry"),
    path("selected/cancel/", jobs.cancel_picked, name="cancel_picked"),
    path("start/<str:kind>/", jobs.start, name="start"),
]
