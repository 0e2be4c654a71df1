from django.db import migrations, models

# Failures were counted in tables of the package django-axes, which is not installed any more. What they held was minutes old.
FORGET_AXES = """
DROP TABLE IF EXISTS axes_accessattemptexpiration, axes_accessattempt, axes_accessfailurelog, axes_accesslog;
DELETE FROM django_migrations WHERE app = 'axes';
"""


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0005_api_tokens'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignInAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=255)),
                ('network', models.CharField(help_text='An IPv4 address, or the /64 that an IPv6 address belongs to.', max_length=64)),
                ('at', models.DateTimeField()),
                ('failed', models.BooleanField(default=False)),
                ('for_network', models.BooleanField(default=True, help_text='Counts towards the limit of its address over all names.')),
            ],
            options={
                'verbose_name': 'address',
                'verbose_name_plural': 'sign-in attempts',
                'indexes': [models.Index(fields=['network', 'at'], name='people_attempts_from_a_network'), models.Index(fields=['name', 'at'], name='people_attempts_at_a_name')],
            },
        ),
        migrations.RunSQL(FORGET_AXES, migrations.RunSQL.noop),
    ]
