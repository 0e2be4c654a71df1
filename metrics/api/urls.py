"""The API's addresses of evaluations and agreement; config/api_urls.py puts them under /api/v1/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
