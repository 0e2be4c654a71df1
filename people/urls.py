"""Pages."""

app_name = "people"
urlpatterns: list[object] = []
