"""Every word of a page is marked for translation."""

import pytest

from foundation.home import CHECKOUT
from tests.languages.unmarked import in_python, in_template
from tests.packages import PACKAGES

TEMPLATES = sorted((CHECKOUT / "templates").rglob("*.html"))
PAGES = sorted(
    file
    for package in PACKAGES
    for file in (CHECKOUT / package).rglob("*.py")
    if {"views", "forms.py", "pages.py", "middleware.py"} & set(file.parts)
    or file.name.endswith("_forms.py")
)


@pytest.mark.parametrize(
    ("template", "unmarked"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('{% translate "Hello" %} {{ name }}', []),
        ("{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}, you", [", you"]),
        ('<button aria-label="Close">x</button>', ["Close"]),
        ("""<button aria-label="{% translate 'Close' %}">×</button>""", []),
        ("{% if a > 1 %}{{ a }} pairs{% endif %}", ["… pairs"]),
        ("<kbd>Enter</kbd> <code>qid Q0</code> Truepool 5 %", []),
        ("{% comment %}Why this is here.{% endcomment %}", []),
    ],
)
def test_a_word_that_is_not_marked_is_found(template, unmarked):
    assert in_template(template) == unmarked


@pytest.mark.parametrize(
    ("code", "unmarked"),
    [
        ('messages.success(request, "Saved.")', ["Saved."]),
        ('messages.success(request, f"Saved {x}.")', ["f'Saved {x}.'"]),
        ('messages.success(request, _("Saved."))', []),
        ('messages.success(request, _("Saved %(x)s.") % {"x": x})', []),
        ('messages.success(request, "Saved %s." % x)', ["Saved %s."]),
        ('form.add_error("name", "Taken.")', ["Taken."]),
        ('forms.CharField(label="Name")', ["Name"]),
        ('forms.CharField(label=_("Name"))', []),
    ],
)
def test_a_literal_of_a_view_that_is_not_marked_is_found(code, unmarked):
    assert list(in_python(code)) == unmarked


def test_templates():
    found = {
        file.relative_to(CHECKOUT).as_posix(): words
        for file in TEMPLATES
        if (words := in_template(file.read_text(encoding="utf-8")))
    }
    assert len(TEMPLATES) > 100
    assert found == {}


def test_views_and_forms():
    found = {
        file.relative_to(CHECKOUT).as_posix(): words
        for file in PAGES
        if (words := list(in_python(file.read_text(encoding="utf-8"))))
    }
    assert len(PAGES) > 30
    assert found == {}
