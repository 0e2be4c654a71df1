"""Pages."""

app_name = "pooling"
urlpatterns: list[object] = []
