"""All addresses. Each app lists its own pages in urls.py and its part of the API in api/urls.py."""

from django.contrib import admin
from django.urls import include, path

from config import health, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("admin/", admin.site.urls),
    path("people/", include("people.urls")),
    path("jobs/", include("jobs.urls")),
    path("media/", include("pooling.urls")),
    path("api/v1/", include("config.api_urls")),
]
