"""The API's addresses, /api/v1/. Each app lists its own in api/urls.py."""

from django.urls import include, path

from foundation.api.views import Root, Schema, docs, try_out

urlpatterns = [
    path("", Root.as_view(), name="api-root"),
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("docs/try/", try_out, name="api-try"),
    path("", include("annotator.api.urls")),  # asked most often
    path("", include("people.api.urls")),
    path("", include("jobs.api.urls")),
    path("", include("pooling.api.urls")),
    path("", include("semantics.api.urls")),
    path("", include("retrieval.api.urls")),
    path("", include("metrics.api.urls")),
    path("", include("explorer.api.urls")),
    path("", include("publishing.api.urls")),
]
