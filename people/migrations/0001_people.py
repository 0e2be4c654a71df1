import django.contrib.auth.validators
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

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
                ('name', models.CharField(blank=True, help_text='As colleagues know this person.', max_length=120)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('role', models.CharField(choices=[('viewer', 'Viewer'), ('rater', 'Rater'), ('adjudicator', 'Adjudicator'), ('lead', 'Lead'), ('admin', 'Administrator')], default='viewer', max_length=20)),
                ('is_active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('session_round', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='people_usernames_differ_by_more_than_case', violation_error_message='This username is taken.'), models.CheckConstraint(condition=models.Q(('role__in', ['viewer', 'rater', 'adjudicator', 'lead', 'admin'])), name='people_a_role_is_one_of_ours')],
            },
        ),
    ]
