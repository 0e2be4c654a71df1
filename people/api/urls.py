"""The API's addresses for people; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from people.api import (
    schema,  # noqa: F401  (the OpenAPI document knows its extensions once they are imported)
    views,
)

urlpatterns = [
    path("me/", views.Me.as_view()),
    path("me/reading/", views.MyReading.as_view()),
    path("tokens/", views.Tokens.as_view()),
    path("tokens/<int:token_id>/", views.Token.as_view()),
    path("people/", views.People.as_view()),
    path("people/<int:person_id>/password-link/", views.PasswordLinkOfPerson.as_view()),
    path("audit-events/", views.AuditEvents.as_view()),
]
