"""The web process: `granian --interface rsgi config.rsgi:application`."""

from config.wsgi import application as django  # first: it loads the apps

# isort: split
from stack.web.entry import Entry

application = Entry(django)
