"""People, their tokens, invitations and attempts to sign in, and the audit log, as of the first release.

It stands for the migrations that it replaces: a home that has those has this.
"""

import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

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


class Migration(migrations.Migration):

    replaces = [
        ('people', '0001_people'),
        ('people', '0002_audit_log'),
        ('people', '0003_audit_log_is_append_only'),
        ('people', '0004_invitations'),
        ('people', '0005_api_tokens'),
        ('people', '0006_attempts_to_sign_in'),
        ('people', '0007_sessions_are_kept_by_digest'),
        ('people', '0008_help_texts_are_sentences'),
        ('people', '0010_how_a_person_reads'),
        ('people', '0011_submitters'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('username', models.CharField(help_text='Letters, digits and @ . + - _ only; at most 60 of them.', max_length=60, unique=True, validators=[django.contrib.auth.validators.ASCIIUsernameValidator()])),
                ('name', models.CharField(blank=True, help_text='The name that colleagues know this person by.', max_length=120)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('role', models.CharField(choices=[('submitter', 'Submitter'), ('viewer', 'Viewer'), ('rater', 'Rater'), ('adjudicator', 'Adjudicator'), ('lead', 'Lead'), ('admin', 'Administrator')], default='viewer', max_length=20)),
                ('is_active', models.BooleanField(default=True)),
                ('language', models.CharField(blank=True, default='', help_text="The language of this person's pages.", max_length=10)),
                ('time_zone', models.CharField(blank=True, default='', help_text='The zone that times are shown in.', max_length=60)),
                ('theme', models.CharField(blank=True, choices=[('dark', 'Dark'), ('light', 'Light'), ('system', 'As the system has it')], default='', help_text="Whether this person's pages are dark or light.", max_length=6)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('session_round', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='people_usernames_differ_by_more_than_case', violation_error_message='This username is taken.'), models.CheckConstraint(condition=models.Q(('role__in', ['submitter', 'viewer', 'rater', 'adjudicator', 'lead', 'admin'])), name='people_a_role_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('theme__in', ['', 'dark', 'light', 'system'])), name='people_a_theme_is_one_of_ours')],
            },
        ),
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
                ('last_used_at', models.DateTimeField(help_text='The time of its last use, to the minute.', null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'indexes': [models.Index(fields=['start'], name='people_whose_token_is_guessed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'label', 'manage'])), name='people_a_scope_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='people_a_token_keeps_a_digest_only'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='people_a_token_expires_after_it_was_made')],
            },
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('via', models.CharField(choices=[('page', 'Page'), ('api', 'API'), ('command', 'Command'), ('system', 'System')], max_length=10)),
                ('address', models.GenericIPAddressField(null=True)),
                ('verb', models.CharField(help_text='What was done, in the past tense: "changed the role".', max_length=60)),
                ('object_type', models.CharField(max_length=40)),
                ('object_id', models.CharField(blank=True, max_length=40)),
                ('object_name', models.CharField(blank=True, help_text='What it was called at the time.', max_length=200)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['-at', '-id'], name='people_audit_newest_first'), models.Index(fields=['object_type', 'object_id', '-id'], name='people_audit_of_one_object')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('submitter', 'Submitter'), ('viewer', 'Viewer'), ('rater', 'Rater'), ('adjudicator', 'Adjudicator'), ('lead', 'Lead'), ('admin', 'Administrator')], max_length=20)),
                ('for_whom', models.CharField(help_text='A name or a note, for those who manage the invitations.', max_length=120)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('used_by', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['submitter', 'viewer', 'rater', 'adjudicator', 'lead', 'admin'])), name='people_an_invited_role_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='people_an_invitation_keeps_a_digest_only'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='people_an_invitation_expires_after_it_was_made'), models.CheckConstraint(condition=models.Q(models.Q(('used_at__isnull', True), ('used_by__isnull', True)), models.Q(('used_at__isnull', False), ('used_by__isnull', False)), _connector='OR'), name='people_a_used_invitation_says_by_whom'), models.CheckConstraint(condition=models.Q(('used_at__isnull', True), ('withdrawn_at__isnull', True), _connector='OR'), name='people_an_invitation_is_used_or_withdrawn_not_both')],
            },
        ),
        migrations.RunSQL(APPEND_ONLY),
    ]
