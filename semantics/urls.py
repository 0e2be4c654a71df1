"""Pages of what captions say."""

from django.urls import path

from semantics.views import proxies

app_name = "semantics"
urlpatterns = [
    path("benchmarks/<int:benchmark_id>/proxies/", proxies.proxies, name="proxies"),
    path("benchmarks/<int:benchmark_id>/proxies/new/", proxies.new_proxy, name="new_proxy"),
    path(
        "benchmarks/<int:benchmark_id>/proxies/import/", proxies.import_proxy, name="import_proxy"
    ),
    path("benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/", proxies.proxy, name="proxy"),
    path(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/matrix.<str:ending>",
        proxies.matrix,
        name="proxy_matrix",
    ),
    path(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/delete/",
        proxies.delete,
        name="delete_proxy",
    ),
]
