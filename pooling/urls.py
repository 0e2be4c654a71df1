"""Pages."""

from django.urls import path

from pooling.views.media import media

app_name = "pooling"
urlpatterns = [
    path("<str:signed>/<str:name>", media, name="media"),
]
