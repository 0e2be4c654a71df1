"""Pages of background work."""

from django.urls import path

from foundation.pages import page
from jobs.views import jobs

app_name = "jobs"
urlpatterns = [
    path("", jobs.show_list, name="list"),
    path("<int:job_id>/", jobs.show, name="detail"),
    page("<int:job_id>/cancel/", jobs.cancel),
    page("<int:job_id>/retry/", jobs.retry),
    page("selected/cancel/", jobs.cancel_picked),
    page("start/<str:kind>/", jobs.start),
]
