"""A second factor: set up, asked for, replaced and removed."""

from secrets import token_bytes
from time import time

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.lock_person import lock_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import RecoveryCode, Role, SecondFactor, User
from people.queries import find_second_factor
from people.sealing import seal, unseal
from people.secret import digest_of, draw_recovery_code
from people.totp import step_of

KEY_LENGTH = 20  # bytes: SHA-1's, as RFC 4226 recommends
RECOVERY_CODES = 10
# In a row, from whatever addresses: three of a million codes are right at a time, so that this many
# find one with a chance of three in ten thousand.
MOST_WRONG_CODES = 100


class WrongCode(Refused):
    """This is not the code that the app shows now; it shows another every 30 seconds. If the next
    one is refused too, check your phone's clock: if it is a minute off, the app shows wrong
    codes."""


class CodeUsed(Refused):
    """This code was used already. Wait until the app shows the next one."""


class TooManyWrongCodes(Refused):
    """Too many wrong codes were given for this account, so codes of the app are not taken any more.
    Use a recovery code, or ask an administrator to remove your second factor."""


class SecondFactorUnreadable(Refused):
    """The secret of your app cannot be read, because the key of this Truepool has changed. Use a
    recovery code, or ask an administrator to remove your second factor."""


class WrongRecoveryCode(Refused):
    """This is none of your recovery codes."""


class RecoveryCodeUsed(Refused):
    """This recovery code was used already. Each works once: use another."""


class NoSecondFactor(Refused):
    """This person has no second factor."""


class SecondFactorDemanded(Refused):
    """Your role needs a second factor: replace it, or ask an administrator to remove it."""


class OwnSecondFactor(Refused):
    """This is your own second factor: remove it on your account page, which asks for your
    password."""


def is_demanded(person: User) -> bool:
    """Whether somebody in this role signs in with a second factor or not at all."""
    return person.role in settings.SECOND_FACTOR_ROLES


def draw_key() -> bytes:
    return token_bytes(KEY_LENGTH)


@transaction.atomic
def set_up_second_factor(actor: Actor, person: User, key: bytes, code: str) -> list[str]:
    """Takes the place of one that there is. The edge has had the password proven; the code proves
    that the app has the key. Ends all sessions.

    Returns the recovery codes, which are kept nowhere.
    """
    step = step_of(key, code, time())
    if step is None:
        raise WrongCode(field="code")
    locked = lock_person(person.pk)
    earlier = SecondFactor.objects.filter(person=locked).delete()[0]
    factor = SecondFactor.objects.create(person=locked, sealed=seal(key), last_step=step)
    _end_sessions(locked)
    record_audit(
        actor, "replaced the second factor" if earlier else "set up a second factor", locked
    )
    return _draw_recovery_codes(factor)


@transaction.atomic
def make_recovery_codes(actor: Actor, person: User) -> list[str]:
    """New ones, which end those before them. Returns them; they are kept nowhere."""
    locked = lock_person(person.pk)
    factor = _factor_of(locked)
    factor.codes.all().delete()
    record_audit(actor, "made recovery codes", locked)
    return _draw_recovery_codes(factor)


def _draw_recovery_codes(factor: SecondFactor) -> list[str]:
    drawn = [draw_recovery_code() for _ in range(RECOVERY_CODES)]
    rows = [RecoveryCode(factor=factor, digest=digest_of(code)) for code in drawn]
    RecoveryCode.objects.bulk_create(rows)
    return drawn


@transaction.atomic
def give_up_second_factor(actor: Actor, person: User) -> None:
    """One's own. The edge has had the password proven."""
    locked = lock_person(person.pk)
    if is_demanded(locked):
        raise SecondFactorDemanded
    _remove(actor, locked)


@transaction.atomic
def remove_second_factor(actor: Actor, person: User) -> None:
    """Somebody else's, who has lost it. Only administrators may: whoever has the password can then
    sign in with it alone."""
    if not actor.may_manage(Role.ADMIN):
        raise PermissionDenied("Only administrators may remove a second factor.")
    if actor.user == person:
        raise OwnSecondFactor
    _remove(actor, lock_person(person.pk))


def _remove(actor: Actor, locked: User) -> None:
    _factor_of(locked).delete()
    _end_sessions(locked)
    record_audit(actor, "removed the second factor", locked)


def _factor_of(person: User) -> SecondFactor:
    factor = find_second_factor(person)
    if factor is None:
        raise NoSecondFactor
    return factor


def _end_sessions(locked: User) -> None:
    locked.session_round += 1
    locked.save(update_fields=["session_round"])


def use_code(person: User, code: str) -> Refused | None:
    """Whether a code of the app lets its person in: why not, or None. Returned and not raised, as
    what is noted of a wrong one stays. In a transaction: of two who send the same code at once, the
    second finds it used."""
    factor = SecondFactor.objects.select_for_update().filter(person=person).first()
    if factor is None:
        return NoSecondFactor()
    if factor.wrong_codes >= MOST_WRONG_CODES:
        return TooManyWrongCodes()
    key = unseal(factor.sealed)
    if key is None:
        return SecondFactorUnreadable()
    step = step_of(key, code, time())
    if step is None or step <= factor.last_step:
        factor.wrong_codes += 1
        factor.save(update_fields=["wrong_codes"])
        return WrongCode() if step is None else CodeUsed()
    factor.wrong_codes, factor.last_step = 0, step
    factor.save(update_fields=["wrong_codes", "last_step"])
    return None


def use_recovery_code(actor: Actor, person: User, code: str) -> Refused | None:
    """As `use_code`, and codes of the app are taken again, however many were wrong."""
    codes = RecoveryCode.objects.select_for_update(of=("self",)).filter(factor__person=person)
    found = codes.filter(digest=digest_of(code)).first()
    if found is None:
        return WrongRecoveryCode()
    if found.used_at is not None:
        return RecoveryCodeUsed()
    found.used_at = timezone.now()
    found.save(update_fields=["used_at"])
    SecondFactor.objects.filter(pk=found.factor_id).update(wrong_codes=0)
    left = codes.filter(used_at__isnull=True).count()
    record_audit(actor, "used a recovery code", person, after={"recovery codes left": left})
    return None
