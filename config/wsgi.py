"""Django as a WSGI application. The web process calls it from stack/web/entry.py, which reads
bodies first."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["TRUEPOOL_DATABASE_POOL"] = os.environ.get("TRUEPOOL_DATABASE_POOL") or "10"

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
