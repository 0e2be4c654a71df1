"""People: users, roles, sign-in, tokens, the audit log."""
