"""The API's own pages: what there is, how it is described, and what is not there."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.addresses import PREFIX, routes
from foundation.api.problems import problem_response
from foundation.api.reference import operation_named, reference, written_document


class Root(APIView):
    """What there is to ask for: the addresses without parameters, by name."""

    for_submitters = True

    @extend_schema(
        operation_id="root",
        responses={
            200: {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}
        },
    )
    def get(self, request: Request) -> Response:
        found = [route for route in routes() if "{" not in route and route]
        return Response(
            {route.rstrip("/"): request.build_absolute_uri(PREFIX + route) for route in found}
        )


class Schema(SpectacularAPIView):
    """The OpenAPI 3.1 document, as YAML, or as JSON where that is asked for."""

    for_submitters = True

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Of it there is one for everybody, which follows from the code alone."""
        kind = request.accepted_renderer.media_type
        text, tag = written_document(type(request.accepted_renderer))
        found = HttpResponse(text, content_type=kind)
        found["ETag"], found["Vary"] = tag, "Accept"
        found["Content-Disposition"] = (
            f'inline; filename="Truepool.{request.accepted_renderer.format}"'
        )
        return get_conditional_response(request._request, etag=tag, response=found) or found  # noqa: SLF001


@login_required
def docs(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document to read."""
    base = request.build_absolute_uri(f"/{PREFIX.strip('/')}/")
    return render(request, "api/docs.html", {"parts": reference(), "base": base})


@login_required
@ensure_csrf_cookie
def try_out(request: HttpRequest) -> HttpResponse:
    """One operation to try out, with the reader's own session: `?operation=` says which."""
    wanted = request.GET.get("operation", "")
    chosen = operation_named(wanted)
    if wanted and chosen is None:
        raise Http404("no such operation")
    return render(request, "api/try.html", {"parts": reference(), "chosen": chosen})


@csrf_exempt
def elsewhere(request: HttpRequest) -> HttpResponse:
    """What no pattern knows. With or without the last slash is the same address; any other is none
    of ours.

    A redirect to the other spelling would lose what a POST carries, so the view is called at once.
    """
    path = request.path_info
    try:
        match = resolve(path.removesuffix("/") if path.endswith("/") else f"{path}/")
    except Resolver404:
        match = None
    if match is None or match.func is elsewhere:
        nothing = f"There is nothing at {request.path}: GET {PREFIX} lists what there is."
        return problem_response(request, 404, "Not Found", nothing)
    request.resolver_match = match
    answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return answer
