"""Charts, for templates."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from metrics.charts.chart import Chart, specification
from metrics.charts.style import Style

register = template.Library()

# The picture's files, then the numbers': folder, ending, what the link says.
FILES = (
    ("charts", "svg", "SVG"),
    ("charts", "png", "PNG"),
    ("charts", "pdf", "PDF"),
    ("tables", "csv", "CSV"),
    ("tables", "json", "JSON"),
    ("tables", "tex", "LaTeX"),
)


@register.simple_tag(takes_context=True)
def chart_data(context: template.Context, chart: Chart) -> SafeString:
    """What static/js/charts.js draws, in the colours of `style` where the page gives one."""
    style = context.get("style") or Style()
    return json_script(specification(chart, style), f"chart-{chart.key}-data")


@register.filter
def chart_files(chart: Chart) -> list[tuple[str, str, str, str]]:
    keys = {"charts": chart.key, "tables": chart.table.key}
    return [(folder, keys[folder], ending, kind) for folder, ending, kind in FILES]
