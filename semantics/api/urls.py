"""The API's addresses of proxies; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from semantics.api import proxies

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/proxies", proxies.Proxies.as_view()),
    path("benchmarks/<int:benchmark_id>/proxies/import", proxies.ImportProxy.as_view()),
    path("benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>", proxies.OneProxy.as_view()),
    path(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/matrix.<str:ending>",
        proxies.Matrix.as_view(),
        name="api-proxy-matrix",
    ),
]
