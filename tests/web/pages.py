"""Addresses that exist only in the tests of the frame: pages that break in every way, a form, a
page of many parts.

A test sets `settings.ROOT_URLCONF = "tests.web.pages"`; everything else is where it always is.
"""

from pathlib import Path

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns  # noqa: F401
from pooling.media_links import media_link
from tests.metrics.charted import a_chart


class EveryField(forms.Form):
    name = forms.CharField(help_text="As colleagues know this person.")
    note = forms.CharField(required=False, widget=forms.Textarea)
    role = forms.ChoiceField(choices=[("rater", "Rater"), ("lead", "Lead")])
    pace = forms.ChoiceField(
        choices=[("slow", "Slow"), ("fast", "Fast")],
        widget=forms.RadioSelect,
        help_text="Of an hour.",
    )
    agree = forms.BooleanField(label="I have read the guidelines")

    def clean(self) -> dict[str, object]:
        raise forms.ValidationError("The name and the role do not fit together.")


def show(request: HttpRequest, name: str, **context: object) -> HttpResponse:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return HttpResponse(engines["django"].from_string(text).render(context, request))


def form(request: HttpRequest) -> HttpResponse:
    return show(
        request, "form.html", form=EveryField(request.POST if request.method == "POST" else None)
    )


def parts(request: HttpRequest) -> HttpResponse:
    messages.success(request, "12 captions were imported.")
    messages.info(request, "The pool is being built.")
    messages.warning(request, "No worker is at work.")
    messages.error(request, "The file was not imported: line 4 has two columns, expected three.")
    return show(request, "parts.html")


def raising(error: Exception):
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", {"detail": "Five wrong passwords."}, status=429)


def video(request: HttpRequest) -> HttpResponse:
    return show(request, "video.html", link=media_link(request.user, request.GET["path"]))


def chart(request: HttpRequest) -> HttpResponse:
    return show(request, "chart.html", charts=[a_chart()])


def inline(request: HttpRequest) -> HttpResponse:
    return show(request, "inline.html")


urlpatterns = [
    path("test/form/", form),
    path("test/parts/", parts),
    path("test/inline/", inline),
    path("test/too-many/", too_many),
    path("test/video/", video),
    path("test/chart/", chart),
    path("test/400/", raising(SuspiciousOperation("the session's secret is 1234"))),
    path("test/400-said/", raising(BadRequest("The cursor is not one of ours."))),
    path("test/403/", raising(PermissionDenied())),
    path("test/403-said/", raising(PermissionDenied("Only the owner may."))),
    path("test/500/", raising(RuntimeError("the secret is 1234"))),
    path("api/test/403/", raising(PermissionDenied("Only the owner may."))),
    path("api/test/404/", raising(Http404())),
    path("api/test/500/", raising(RuntimeError("the secret is 1234"))),
    path("api/test/form/", form),
    *urlpatterns,
]
