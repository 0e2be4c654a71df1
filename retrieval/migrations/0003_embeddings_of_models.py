from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0002_training_grids")]

    operations = [
        migrations.AddField(
            model_name="trainedmodel",
            name="embeddings",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text=(
                    "Where it puts what is evaluated, under MEDIA_ROOT; empty of models that were"
                    " trained before this was kept, and of one's own code."
                ),
                max_length=200,
            ),
        ),
        migrations.AddField(
            model_name="trainedmodel",
            name="embeddings_sha256",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The checksum of the embeddings.",
                max_length=64,
            ),
        ),
        migrations.AddConstraint(
            model_name="trainedmodel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("embeddings", ""), ("embeddings_sha256", "")),
                    models.Q(
                        models.Q(("embeddings", ""), _negated=True),
                        models.Q(("embeddings_sha256", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="retrieval_embeddings_have_their_checksum",
            ),
        ),
    ]
