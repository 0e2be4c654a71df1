"""People with an authenticator app: the codes that it shows, now or by a clock that is wrong."""

import secrets
from time import sleep, time

from people.actions.second_factor import draw_key, set_up_second_factor
from people.actor import Actor
from people.models import SecondFactor, User
from people.totp import DRIFT, SECONDS, code_of, step_at, step_of

MARGIN = 6  # seconds


class App:
    def __init__(self, key: bytes) -> None:
        self.key = key

    def code(self, late: int = 0) -> str:
        """By a clock that is so many seconds late or early. Not close before a step ends, so that
        it is looked at in the same one."""
        if (left := SECONDS - time() % SECONDS) < MARGIN:
            sleep(left)
        return code_of(self.key, step_at(time() + late))

    def wrong_code(self) -> str:
        """None of those that are taken now or before long."""
        near = {code_of(self.key, step_at(time()) + off) for off in range(-DRIFT, 20)}
        while (drawn := f"{secrets.randbelow(10**6):06}") in near:
            pass
        return drawn


def give_app(person: User) -> tuple[App, list[str]]:
    """A second factor of which no code was used yet, and its recovery codes."""
    app = App(draw_key())
    codes = set_up_second_factor(Actor(person, "page"), person, app.key, app.code())
    SecondFactor.objects.filter(person=person).update(last_step=0)
    person.refresh_from_db()
    assert step_of(app.key, app.code(), time())
    return app, codes
