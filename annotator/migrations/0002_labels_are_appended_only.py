"""Labels are appended, never changed or deleted: the database refuses it, whoever asks."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION annotator_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'labels are appended, never changed or deleted' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER labels_are_appended_only BEFORE UPDATE OR DELETE ON annotator_label
    FOR EACH STATEMENT EXECUTE FUNCTION annotator_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("annotator", "0001_campaigns")]

    operations = [
        migrations.RunSQL(
            REFUSE, "DROP TRIGGER labels_are_appended_only ON annotator_label; DROP FUNCTION annotator_refuse_change()"
        ),
    ]
