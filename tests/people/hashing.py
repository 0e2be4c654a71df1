"""A password hasher that counts how often it is asked whether a password is right: how many guesses were heard."""

import itertools
from time import sleep

from django.contrib.auth.hashers import MD5PasswordHasher

verified = itertools.count()


class CountingHasher(MD5PasswordHasher):
    """As long as a real one takes, so that guesses sent at once are looked at beside each other."""

    algorithm = "counted"

    def verify(self, password, encoded):
        next(verified)
        sleep(0.05)
        return super().verify(password, encoded)


def heard_so_far() -> int:
    """Looks at the counter without moving it."""
    return int(repr(verified).removeprefix("count(").removesuffix(")"))
