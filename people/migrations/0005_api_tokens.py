import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0004_invitations'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='What will use it.', max_length=60)),
                ('scope', models.CharField(choices=[('read', 'Read'), ('label', 'Read and label'), ('manage', 'Read, label and manage')], max_length=10)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('start', models.CharField(max_length=16)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('last_used_at', models.DateTimeField(help_text='To the minute.', null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'indexes': [models.Index(fields=['start'], name='people_whose_token_is_guessed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'label', 'manage'])), name='people_a_scope_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='people_a_token_keeps_a_digest_only'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='people_a_token_expires_after_it_was_made')],
            },
        ),
    ]
