"""A page with every figure of the paper, for tests alone: `settings.ROOT_URLCONF` names this
module."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from metrics.charts.chart import Chart
from metrics.charts.registry import charts_of
from metrics.studies import registry
from tests.metrics.figures import figure_studies
from tests.web.pages import (  # noqa: F401
    handler400,
    handler403,
    handler404,
    handler500,
    show,
    urlpatterns,
)


def every_chart() -> list[Chart]:
    return [
        chart
        for name, found in figure_studies().items()
        for chart in charts_of(name, found.as_json(), registry.tables_of(found))
    ]


def figures(request: HttpRequest) -> HttpResponse:
    return show(request, "chart.html", charts=every_chart())


urlpatterns = [path("test/figures/", figures), *urlpatterns]
