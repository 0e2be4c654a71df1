"""Pages."""

app_name = "jobs"
urlpatterns: list[object] = []
