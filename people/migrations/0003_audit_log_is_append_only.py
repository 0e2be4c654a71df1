from django.db import migrations

# Refused by the statement, so also where no row would be touched, and ALWAYS, so also while replicating. Only a database that
# says so of itself may be emptied at once: the tests' do, between one transactional test and the next.
APPEND_ONLY = """
CREATE FUNCTION people_audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('truepool.may_truncate', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER people_audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON people_auditevent
    FOR EACH STATEMENT EXECUTE FUNCTION people_audit_log_is_append_only();
ALTER TABLE people_auditevent ENABLE ALWAYS TRIGGER people_audit_log_is_append_only;
"""

FORGET = """
DROP TRIGGER people_audit_log_is_append_only ON people_auditevent;
DROP FUNCTION people_audit_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0002_audit_log")]
    operations = [migrations.RunSQL(APPEND_ONLY, FORGET)]
