"""The API's addresses, /api/v1/. Each app lists its own in api/urls.py."""

from django.urls import include, path

from foundation.api.views import Root, Schema, docs, try_out
from foundation.pages import page

ABOVE = (
    *("pooling", "semantics", "retrieval", "witnesses", "metrics", "explorer"),
    "publishing",
)
urlpatterns = [
    path("", Root.as_view(), name="api-root"),
    path("schema/", Schema.as_view(), name="api-schema"),
    page("docs/", docs, "api", name="api-docs"),
    page("docs/try/", try_out, "api#signing-in", name="api-try"),
    path("", include("annotator.api.urls")),  # asked most often
    path("", include("people.api.urls")),
    path("", include("jobs.api.urls")),
    *(path("", include(f"{name}.api.urls")) for name in ABOVE),
]
