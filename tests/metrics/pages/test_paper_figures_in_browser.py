"""The paper's figures in a browser: drawn under the policy of all pages, wide and on a phone."""

import pytest

from people.models import User
from tests.metrics.pages.figures_page import every_chart

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light"), (320, "dark")], ids=str
)
def test_every_figure_is_drawn_and_fits(settings, browse_as, lead, width, theme):
    settings.ROOT_URLCONF = "tests.metrics.pages.figures_page"
    User.objects.filter(pk=lead.pk).update(theme=theme)
    page = browse_as(lead)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/test/figures/")
    charts = every_chart()
    for chart in charts:
        figure = page.locator(f"#chart-{chart.key}")
        figure.scroll_into_view_if_needed()
        page.wait_for_selector(f"#chart-{chart.key}[data-drawn] svg")
        # Every chart is closed: what it could not compute would be NaN.
        assert "NaN" not in figure.locator("svg").evaluate("one => one.outerHTML")
        assert figure.locator("svg [role=graphics-symbol]").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
