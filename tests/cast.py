"""The standing cast: the people whom most tests are about."""

import pytest
from django.test import Client

from people.models import Role, User
from tests.factories import make_user

QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CAST = {
    "submitter": (Role.SUBMITTER, "sina", "Sina Submitter"),
    "other_submitter": (Role.SUBMITTER, "olga", "Olga Submitter"),
    "viewer": (Role.VIEWER, "vera", "Vera Viewer"),
    "rater": (Role.RATER, "rosa", "Rosa Rater"),
    "other_rater": (Role.RATER, "omar", "Omar Rater"),
    "adjudicator": (Role.ADJUDICATOR, "ada", "Ada Adjudicator"),
    "lead": (Role.LEAD, "lena", "Lena Lead"),
    "administrator": (Role.ADMIN, "anton", "Anton Administrator"),
}


def cast(part: str) -> User:
    role, username, name = CAST[part]
    return make_user(role, username=username, name=name)


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = QUICK


@pytest.fixture
def submitter(db) -> User:
    return cast("submitter")


@pytest.fixture
def other_submitter(db) -> User:
    return cast("other_submitter")


@pytest.fixture
def viewer(db) -> User:
    return cast("viewer")


@pytest.fixture
def rater(db) -> User:
    return cast("rater")


@pytest.fixture
def other_rater(db) -> User:
    return cast("other_rater")


@pytest.fixture
def adjudicator(db) -> User:
    return cast("adjudicator")


@pytest.fixture
def lead(db) -> User:
    return cast("lead")


@pytest.fixture
def administrator(db) -> User:
    return cast("administrator")


@pytest.fixture
def signed_in(client: Client):
    """signed_in(person) is a browser's worth of session, without the sign-in page."""

    def sign_in(person: User) -> Client:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in
