# Truepool's one image: web, worker, beat and every manage.py command.
# Tags name exact versions; no digest is given, because none could be looked up where this file was written and tested.

FROM python:3.11.14-slim-bookworm AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements.txt /tmp/requirements.txt
RUN /opt/venv/bin/pip install --require-hashes --only-binary :all: -r /tmp/requirements.txt

FROM python:3.11.14-slim-bookworm
# The proxy reads media as another user of this group; see docker-compose.yml.
RUN groupadd --system --gid 10001 truepool \
 && useradd --system --uid 10001 --gid truepool --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin truepool
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TRUEPOOL_HOME=/srv/truepool
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY manage.py ./
COPY config ./config
COPY foundation ./foundation
COPY people ./people
COPY jobs ./jobs
COPY media ./media
COPY measures ./measures
COPY pooling ./pooling
COPY semantics ./semantics
COPY witnesses ./witnesses
COPY annotator ./annotator
COPY retrieval ./retrieval
COPY metrics ./metrics
COPY explorer ./explorer
COPY publishing ./publishing
COPY stack ./stack
COPY templates ./templates
COPY docs ./docs
COPY static ./static
COPY locale ./locale
# Static files belong to the version, so they are in the image; what people bring lies in a volume, at media/,
# and passes through another, at incoming/.
RUN python -m stack.truepool.install && python -m foundation.catalogue
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" python manage.py collectstatic --no-input \
 && install -d -o truepool -g truepool -m 0750 /srv/truepool /srv/truepool/media \
 && install -d -o truepool -g truepool -m 0700 /srv/truepool/incoming
USER truepool
EXPOSE 8000
# Workers and beat have checks of their own in docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["granian", "--interface", "rsgi", "--host", "0.0.0.0", "--port", "8000", "--http", "1", "--http1-header-read-timeout", "20000", "--workers", "2", "--backpressure", "2048", "--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "25", "--no-ws", "config.rsgi:application"]
