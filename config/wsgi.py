"""Django as a WSGI application. The web process calls it from stack/web/entry.py, which reads
bodies first."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("TRUEPOOL_DATABASE_POOL", "10")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
