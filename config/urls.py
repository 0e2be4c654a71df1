"""All addresses. Each app lists its own pages in urls.py and its part of the API in api/urls.py."""

from django.contrib import admin
from django.urls import include, path, re_path

from config import handbook, pages, search, workspace
from foundation import errors
from foundation.api.views import elsewhere
from foundation.pages import page

ABOVE = (
    *("pooling", "semantics", "annotator", "retrieval", "witnesses", "metrics", "explorer"),
    "publishing",
)
urlpatterns = [
    page("", pages.home, "lists#the-first-page"),
    # Before the apps' pages, whose patterns would all be tried first: scripts and raters' pages ask
    # here with every answer.
    path("api/v1/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    page("search/", search.search, "lists#search"),
    page("help/", handbook.index, "lists#documents", name="help"),
    page("help/<path:name>/", handbook.document, "lists#documents"),
    path("people/", include("people.urls")),
    path("jobs/", include("jobs.urls")),
    *(
        page(
            f"benchmarks/<int:benchmark_id>/{tab}/",
            workspace.tab,
            "lists#a-benchmarks-pages",
            name=name,
            tab=tab,
            given={"tab": tab},
        )
        for name, tab in workspace.TAB_PAGES.items()
    ),
    *(path("", include(f"{name}.urls")) for name in ABOVE),
    re_path(r"^api(?:/|$)", elsewhere),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
