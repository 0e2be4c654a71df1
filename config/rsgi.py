"""The web process: `granian --interface rsgi config.rsgi:application`."""

from config.wsgi import application as django  # first: it loads the apps

# isort: split
from django.template.loader import get_template
from django.urls import reverse

from foundation.home import CHECKOUT
from stack.web.entry import Entry


def warm() -> None:
    """Reads all views and templates, which the process's first page would wait some seconds for. A
    process that is not done with it does not answer /healthz."""
    reverse("home")
    folder = CHECKOUT / "templates"
    for file in folder.rglob("*.html"):
        get_template(str(file.relative_to(folder)))


warm()
application = Entry(django)
