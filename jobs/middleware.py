"""What jobs need around every view."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from foundation.form_page import page_of_form
from foundation.middleware import Middleware
from jobs.quota import TooManyJobs


class TooManyJobsMiddleware(Middleware):
    """Leads whoever may start no further job back to where they asked for it, with the words why.
    (The API answers by itself.)"""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyJobs):
            return None
        messages.error(request, str(exception))
        back = page_of_form(request)
        return (
            HttpResponseClientRedirect(back) if HtmxDetails(request) else HttpResponseRedirect(back)
        )
