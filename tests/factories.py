"""Makes things for tests as the product's own tables hold them."""

import itertools

from people.models import Role, User

_numbers = itertools.count(1)
PASSWORD = "correct horse battery staple"


def make_user(role: Role = Role.RATER, **fields) -> User:
    number = next(_numbers)
    return User.objects.create_user(**({"username": f"{role}-{number}", "password": PASSWORD, "role": role} | fields))
