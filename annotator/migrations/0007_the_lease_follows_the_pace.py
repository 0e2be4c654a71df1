import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0006_labels_are_asked_for_again'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='lease_follows_pace',
            field=models.BooleanField(default=True, help_text='Once 100 answers were timed, a pair is held as long as they call for.'),
        ),
        migrations.CreateModel(
            name='MeasuredPace',
            fields=[
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='pace', serialize=False, to='annotator.campaign')),
                ('answers', models.PositiveIntegerField(help_text='How many were timed.')),
                ('mean_seconds', models.FloatField()),
                ('long_seconds', models.FloatField(help_text='95 % of the answers took no longer.')),
                ('measured_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('answers__gte', 1), ('long_seconds__gte', 0), ('mean_seconds__gte', 0)), name='annotator_a_pace_is_of_some_answers')],
            },
        ),
    ]
