"""What is frozen never changes: the database refuses it, whoever asks."""

from django.db import migrations

TABLES = ("pooling_pool", "pooling_poolcaption", "pooling_poolpair")

REFUSE = """
CREATE FUNCTION pooling_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a pool is frozen: % does not change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("pooling", "0002_rankings_are_stored_plain")]

    operations = [
        migrations.RunSQL(REFUSE, "DROP FUNCTION pooling_refuse_change()"),
        *(
            migrations.RunSQL(
                f"CREATE TRIGGER a_frozen_pool_does_not_change BEFORE UPDATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION pooling_refuse_change()",
                f"DROP TRIGGER a_frozen_pool_does_not_change ON {table}",
            )
            for table in TABLES
        ),
    ]
