"""Long rankings go out of line uncompressed: numbers in disorder do not compress, and reading them is what is done most."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pooling", "0001_benchmarks_runs_pools")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE pooling_ranking ALTER COLUMN targets SET STORAGE EXTERNAL, ALTER COLUMN scores SET STORAGE EXTERNAL",
            "ALTER TABLE pooling_ranking ALTER COLUMN targets SET STORAGE EXTENDED, ALTER COLUMN scores SET STORAGE EXTENDED",
        ),
    ]
