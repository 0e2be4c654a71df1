import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0003_audit_log_is_append_only'),
    ]

    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('viewer', 'Viewer'), ('rater', 'Rater'), ('adjudicator', 'Adjudicator'), ('lead', 'Lead'), ('admin', 'Administrator')], max_length=20)),
                ('for_whom', models.CharField(help_text='A name or a note, for those who manage the invitations.', max_length=120)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('used_by', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['viewer', 'rater', 'adjudicator', 'lead', 'admin'])), name='people_an_invited_role_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='people_an_invitation_keeps_a_digest_only'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='people_an_invitation_expires_after_it_was_made'), models.CheckConstraint(condition=models.Q(models.Q(('used_at__isnull', True), ('used_by__isnull', True)), models.Q(('used_at__isnull', False), ('used_by__isnull', False)), _connector='OR'), name='people_a_used_invitation_says_by_whom'), models.CheckConstraint(condition=models.Q(('used_at__isnull', True), ('withdrawn_at__isnull', True), _connector='OR'), name='people_an_invitation_is_used_or_withdrawn_not_both')],
            },
        ),
    ]
