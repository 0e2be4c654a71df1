"""The standing cast: the people whom most tests are about."""

import pytest
from django.test import Client

from people.models import Role, User
from tests.factories import make_user


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def viewer(db) -> User:
    return make_user(Role.VIEWER, username="vera", name="Vera Viewer")


@pytest.fixture
def rater(db) -> User:
    return make_user(Role.RATER, username="rosa", name="Rosa Rater")


@pytest.fixture
def other_rater(db) -> User:
    return make_user(Role.RATER, username="omar", name="Omar Rater")


@pytest.fixture
def adjudicator(db) -> User:
    return make_user(Role.ADJUDICATOR, username="ada", name="Ada Adjudicator")


@pytest.fixture
def lead(db) -> User:
    return make_user(Role.LEAD, username="lena", name="Lena Lead")


@pytest.fixture
def administrator(db) -> User:
    return make_user(Role.ADMIN, username="anton", name="Anton Administrator")


@pytest.fixture
def signed_in(client: Client):
    """signed_in(person) is a browser's worth of session, without the sign-in page."""

    def sign_in(person: User) -> Client:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in
