"""What jobs need around every view."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from foundation.form_page import page_of_form
from jobs.quota import TooManyJobs


class TooManyJobsMiddleware:
    """Leads whoever may start no further job back to where they asked for it, with the words why.
    (The API answers by itself.)"""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyJobs):
            return None
        messages.error(request, str(exception))
        back = page_of_form(request)
        return (
            HttpResponseClientRedirect(back) if HtmxDetails(request) else HttpResponseRedirect(back)
        )
