"""The API's addresses, /api/v1/."""

urlpatterns: list[object] = []
