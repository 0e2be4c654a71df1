"""Judges that submitters hand in: whose they are, and how their authors call them."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# What was handed in never changes, as what a witness said does not.
TRIGGER = """
CREATE TRIGGER what_a_witness_said_does_not_change BEFORE UPDATE OR DELETE ON witnesses_judgesubmission
FOR EACH STATEMENT EXECUTE FUNCTION witnesses_refuse_change()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('witnesses', '0002_hearings_that_ask'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JudgeSubmission',
            fields=[
                ('witness', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='submission', serialize=False, to='witnesses.witness')),
                ('number', models.PositiveIntegerField(unique=True)),
                ('model_name', models.CharField(max_length=80, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('family', models.CharField(blank=True, max_length=80)),
                ('file_name', models.CharField(max_length=255)),
                ('sha256', models.CharField(help_text='Of the file, as it was handed in.', max_length=64)),
                ('submitted_at', models.DateTimeField(auto_now_add=True)),
                ('submitted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.RunSQL(TRIGGER, migrations.RunSQL.noop),
    ]
