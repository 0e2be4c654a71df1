"""Pages of what the labels do to the scores."""

from django.urls import URLPattern

app_name = "metrics"
urlpatterns: list[URLPattern] = []
