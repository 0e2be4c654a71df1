"""Pages of what captions say."""

from foundation.pages import page
from semantics.views import proxies

app_name = "semantics"
urlpatterns = [
    page("benchmarks/<int:benchmark_id>/proxies/", proxies.proxies, "semantics#proxies"),
    page(
        "benchmarks/<int:benchmark_id>/proxies/new/",
        proxies.new_proxy,
        "semantics#making-a-proxy",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/proxies/import/",
        proxies.import_proxy,
        "semantics#importing-and-exporting",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/",
        proxies.proxy,
        "semantics#proxies",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/matrix.<str:ending>",
        proxies.matrix,
        "semantics#importing-and-exporting",
        name="proxy_matrix",
    ),
    page(
        "benchmarks/<int:benchmark_id>/proxies/<int:proxy_id>/delete/",
        proxies.delete,
        "semantics#files-and-rows",
        name="delete_proxy",
    ),
]
