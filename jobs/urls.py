"""Pages of background work."""

from foundation.pages import page
from jobs.views import jobs

app_name = "jobs"
urlpatterns = [
    page("", jobs.show_list, "jobs", name="list"),
    page("<int:job_id>/", jobs.show, "jobs#the-life-of-a-job", name="detail"),
    page("<int:job_id>/cancel/", jobs.cancel, "jobs#cancelling"),
    page("<int:job_id>/retry/", jobs.retry, "jobs#the-life-of-a-job"),
    page("selected/cancel/", jobs.cancel_picked, "jobs#cancelling"),
    page("start/<str:kind>/", jobs.start, "jobs"),
]
