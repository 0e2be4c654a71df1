from people.models.attempt import SignInAttempt
from people.models.audit import AuditEvent, Door
from people.models.invitation import Invitation, InvitationState
from people.models.token import ApiToken, Scope
from people.models.user import Role, User

__all__ = ["ApiToken", "AuditEvent", "Door", "Invitation", "InvitationState", "Role", "Scope", "SignInAttempt", "User"]
