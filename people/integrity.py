"""What must always be true of accounts."""

from foundation.integrity import Integrity, register

register(Integrity("people", guards={"people_auditevent": "people_audit_log_is_append_only"}))
