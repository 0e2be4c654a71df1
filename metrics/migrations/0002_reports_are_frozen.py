"""What is frozen never changes: the database refuses it, whoever asks. It may be deleted whole."""

from django.db import migrations

TABLES = ("metrics_report", "metrics_reportarray")

REFUSE = """
CREATE FUNCTION metrics_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a report is frozen: % does not change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("metrics", "0001_reports")]

    operations = [
        migrations.RunSQL(REFUSE, "DROP FUNCTION metrics_refuse_change()"),
        *(
            migrations.RunSQL(
                f"CREATE TRIGGER a_frozen_report_does_not_change BEFORE UPDATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION metrics_refuse_change()",
                f"DROP TRIGGER a_frozen_report_does_not_change ON {table}",
            )
            for table in TABLES
        ),
    ]
