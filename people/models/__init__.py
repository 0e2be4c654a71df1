from people.models.audit import AuditEvent
from people.models.user import Role, User

__all__ = ["AuditEvent", "Role", "User"]
