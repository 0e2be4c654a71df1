"""The one settings file. What may differ between installations is read from the environment by
foundation/env.py."""

import os
import sys
from typing import Any

from csp.constants import NONCE, NONE, SELF

from foundation.catalogue.languages import languages_in
from foundation.env import database_url, read_settings
from foundation.home import CHECKOUT, home_of
from foundation.version import VERSION

TRUEPOOL_VERSION = VERSION  # for packages below this one: what they freeze says what made it
GIVEN = read_settings(os.environ)
HOME = home_of(GIVEN["TRUEPOOL_HOME"])

# The embedded start makes its own secret and serves plain HTTP on this machine; whoever gives a
# secret runs it for others.
EMBEDDED = GIVEN["SECRET_KEY"] is None
# A restore that is refused leaves an empty home empty; one that is not refused puts the backup's
# key there, or draws one.
_secret_key = HOME.secret_or_a_passing_one if sys.argv[1:2] == ["restore"] else HOME.kept_secret
SECRET_KEY = GIVEN["SECRET_KEY"] or _secret_key("secret-key", 80)
DEBUG = GIVEN["DEBUG"]
HTTPS = (not EMBEDDED) if GIVEN["TRUEPOOL_HTTPS"] is None else GIVEN["TRUEPOOL_HTTPS"]
ALLOWED_HOSTS = GIVEN["ALLOWED_HOSTS"] or (["127.0.0.1", "localhost", "[::1]"] if EMBEDDED else [])
CSRF_TRUSTED_ORIGINS = GIVEN["CSRF_TRUSTED_ORIGINS"]
TRUSTED_PROXIES = GIVEN["TRUEPOOL_TRUSTED_PROXIES"]

INSTALLED_APPS = [
    "config.apps.TruepoolConfig",
    "stack.apps.StackConfig",
    # In the order of their layers: of two commands with one name, the app that stands first has its
    # own (annotator's add_user and demo do more than those of people and pooling).
    "publishing.apps.PublishingConfig",
    "explorer.apps.ExplorerConfig",
    "metrics.apps.MetricsConfig",
    "witnesses.apps.WitnessesConfig",
    "retrieval.apps.RetrievalConfig",
    "annotator.apps.AnnotatorConfig",
    "semantics.apps.SemanticsConfig",
    "pooling.apps.PoolingConfig",
    "jobs.apps.JobsConfig",
    "people.apps.PeopleConfig",
    "people.apps.BackroomConfig",  # django.contrib.admin, with our own site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "stack.web.answered.AnsweredMiddleware",
    "stack.health.HealthMiddleware",
    "stack.figures.door.FiguresMiddleware",
    "stack.web.middleware.TrustedProxyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "foundation.middleware.NoStoreMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "people.middleware.ReaderMiddleware",
    "people.middleware.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "people.middleware.SignInAgainMiddleware",
    "foundation.middleware.NotAllowedMiddleware",
    "foundation.middleware.RefusedMiddleware",
    "jobs.middleware.TooManyJobsMiddleware",
    "stack.web.middleware.RefusalMiddleware",
    "foundation.costly.CostlyMiddleware",
    "people.middleware.LockedOutMiddleware",
    "foundation.middleware.UnstorableMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
# What stack/supervisor.py starts as the web process and as workers.
RSGI_APPLICATION = "config.rsgi:application"
CELERY_APPLICATION = "config"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [CHECKOUT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "config.navigation.navigation",
                "people.reader.reader",
                "config.handbook.help_on_page",
            ],
            "builtins": ["foundation.tags"],
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": GIVEN["DATABASE_URL"] or database_url(HOME.database_url)
}
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", "5")
if GIVEN["TRUEPOOL_DATABASE_POOL"]:
    # Only the web process pools (config/wsgi.py asks for it): a pool does not survive the fork of a
    # worker.
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": GIVEN["TRUEPOOL_DATABASE_POOL"],
        "timeout": 10,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People
AUTH_USER_MODEL = "people.User"
# The first decides alone; the second only keeps open the sessions that name it, as those of
# invitations did.
AUTHENTICATION_BACKENDS = ["people.doorkeeper.Guard", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = ["people.hashing.Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "people:sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "people:sign_in"
SIGN_IN_FAILURES = GIVEN["TRUEPOOL_SIGN_IN_FAILURES"]
SIGN_IN_PAUSE_MINUTES = GIVEN["TRUEPOOL_SIGN_IN_PAUSE_MINUTES"]
SIGN_IN_FAILURES_OF_ADDRESS = GIVEN["TRUEPOOL_SIGN_IN_FAILURES_OF_ADDRESS"]
# Roles whose second factor is demanded, not only offered.
SECOND_FACTOR_ROLES = frozenset(GIVEN["TRUEPOOL_SECOND_FACTOR"])

# Sessions, cookies, transport
SESSION_ENGINE = "people.sessions"
SESSION_COOKIE_AGE = GIVEN["TRUEPOOL_SESSION_HOURS"] * 3_600
SESSION_SAVE_EVERY_REQUEST = False
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "foundation.errors.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# A list that browsers are shipped with, for the whole of a domain, and hard to leave: only on
# request, whatever Django's check says.
SECURE_HSTS_PRELOAD = HTTPS and GIVEN["TRUEPOOL_HSTS_PRELOAD"]
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "media-src": [SELF, "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}

# Files
STATIC_URL = "static/"
STATICFILES_DIRS = [CHECKOUT / "static"]
# `collectstatic` gathers them here, named by content and compressed; `manage.py up` does it at each
# start. What has not been gathered is served from where it lies.
STATIC_ROOT = None if DEBUG else HOME.root / "static"
MEDIA_ROOT = HOME.media
MEDIA_ACCEL = GIVEN["TRUEPOOL_MEDIA_ACCEL"]
MEDIA_SECONDS = GIVEN["TRUEPOOL_MEDIA_SECONDS"]
WHITENOISE_USE_FINDERS = EMBEDDED or DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "stack.web.static_files.NamedByContent"
        )
    },
}
FILE_UPLOAD_PERMISSIONS = 0o640
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

# Background work
BROKER_URL = GIVEN["BROKER_URL"] or HOME.broker_url

# What takes more than 0.3 s, measured on the demo; charts as files belong to it too
# (foundation/costly.py).
COSTLY = frozenset(
    {
        "api-docs",
        "api-schema",
        "metrics:agreement",
        "metrics:agreement_pairs",
        "metrics:changes",
        "metrics:evaluation",
        "explorer:captions",
        "metrics.api.agreement.Agreement",
        "metrics.api.agreement.CountedPairs",
        "metrics.api.evaluations.Compare",
        "metrics.api.evaluations.OneEvaluation",
        "explorer.api.explorer.Explore",
        "pooling:overlap",
        "pooling:overlap_download",
        "pooling.api.benchmarks.Overlap",
        "search",
    }
)

# The API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "people.api.authentication.TokenAuthentication",
        "people.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["people.api.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "foundation.api.json_body.StrictJSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "foundation.api.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "foundation.api.throttle.PersonThrottle",
        "foundation.costly.CostlyThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"person": f"{GIVEN['TRUEPOOL_API_PER_MINUTE']}/min"},
    "EXCEPTION_HANDLER": "foundation.api.problems.problem",
    "LIST_SERIALIZER_ERRORS_AS_DICT": True,
    # TrustedProxyMiddleware has already put the client's own address in its place.
    "NUM_PROXIES": 0,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Truepool",
    "DESCRIPTION": "Human relevance annotation: pools, labels, agreement, corrected metrics.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["people.api.permissions.HasScope"],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {  # fields of one name with several sets of choices
        "RoleEnum": "people.models.Role",
        "CampaignStateEnum": "annotator.models.Campaign.State",
        "MemberRoleEnum": "annotator.models.Member.Role",
        "MemberStateEnum": "annotator.models.Member.State",
        "AnswerEnum": "annotator.asked.answering.ANSWERS",
        "UndecidableEnum": "annotator.asked.answering.UNDECIDABLE",
        "ReasonEnum": "annotator.models.Reason",
        "TruthEnum": "annotator.models.KnownAnswer.Truth",
        "LoggedAnswerEnum": "annotator.models.Answer",
        "KnownAnswerUseEnum": "annotator.models.KnownAnswer.Use",
        "UseEnum": "annotator.asked.known_answers.USES.items",
        "ReportKindEnum": "metrics.models.Report.Kind",
        "WitnessKindEnum": "witnesses.models.Kind",
        "LabelFormatEnum": "annotator.formats.registry.LABEL_FORMATS.items",
        "ShownEnum": "annotator.models.Shown",
        "RunStateEnum": "pooling.models.Run.State",
        "RunFormatEnum": "pooling.formats.runs.RUN_FORMATS",
        "DirectionEnum": "pooling.models.Run.Direction",
        "BetweenDirectionEnum": "pooling.actions.hand_in.BETWEEN.items",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "foundation.api.schema.document_problems",
    ],
}
# Each web process has its own. Limits are counted here only while the broker is away, which must
# not stop the API (foundation/limits.py).
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Words and time
LANGUAGE_CODE = "en-gb"
# Those that pages come in (docs/translating.md); commands, the API and exports are English.
LOCALE_PATHS = [CHECKOUT / "locale"]
CATALOGUES = languages_in(LOCALE_PATHS[0])
LANGUAGES = [("en-gb", "English"), *((one.code, one.name) for one in CATALOGUES)]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
USE_THOUSAND_SEPARATOR = False

# Jobs
JOBS_PER_PERSON: int = GIVEN["TRUEPOOL_JOBS_PER_PERSON"]

# Submitters
SUBMISSIONS_A_DAY: int = GIVEN["TRUEPOOL_SUBMISSIONS_A_DAY"]
SUBMISSION_CHECKS_A_DAY: int = GIVEN["TRUEPOOL_SUBMISSION_CHECKS_A_DAY"]
SUBMITTED_MIB_A_DAY: int = GIVEN["TRUEPOOL_SUBMITTED_MIB_A_DAY"]
WITNESS_ORIGINS: list[str] = GIVEN["TRUEPOOL_WITNESS_ORIGINS"]
WITNESS_KEY: str = GIVEN["TRUEPOOL_WITNESS_KEY"]

# Seen from outside
METRICS_TOKEN: str = GIVEN["TRUEPOOL_METRICS_TOKEN"]
METRICS_NETWORKS = GIVEN["TRUEPOOL_METRICS_NETWORKS"]
CERTIFICATE = GIVEN["TRUEPOOL_CERTIFICATE"]

_UPWARDS: dict[str, Any] = {"handlers": [], "propagate": True}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logs.JsonLines"}},
    "filters": {"rounds": {"()": "config.logs.WithoutRounds"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["rounds"]}
    },
    "root": {"handlers": ["console"], "level": GIVEN["TRUEPOOL_LOG_LEVEL"]},
    "loggers": {
        "django": {"level": "WARNING", **_UPWARDS},
        "django.server": _UPWARDS,
        # The web server's own, in the processes that answer: as JSON and without secrets, too.
        "_granian": _UPWARDS,
        "granian.access": _UPWARDS,
    },
}
