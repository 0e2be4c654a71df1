from people.models.attempt import SignInAttempt
from people.models.audit import AuditEvent, Door
from people.models.link import Invitation, LinkState, OneTimeLink, PasswordLink
from people.models.second_factor import RecoveryCode, SecondFactor
from people.models.token import ApiToken, Scope
from people.models.user import READERS, Role, Theme, User

__all__ = [
    "READERS",
    "ApiToken",
    "AuditEvent",
    "Door",
    "Invitation",
    "LinkState",
    "OneTimeLink",
    "PasswordLink",
    "RecoveryCode",
    "Role",
    "Scope",
    "SecondFactor",
    "SignInAttempt",
    "Theme",
    "User",
]
