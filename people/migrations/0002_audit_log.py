import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0001_people'),
    ]

    operations = [
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
                ('object_name', models.CharField(blank=True, help_text='As it was called at the time.', max_length=200)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['-at', '-id'], name='people_audit_newest_first'), models.Index(fields=['object_type', 'object_id', '-id'], name='people_audit_of_one_object')],
            },
        ),
    ]
