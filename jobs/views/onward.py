"""Where a job that was over at once leads its person: to what it made."""

from datetime import timedelta

from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template

from jobs.kinds import words_for
from jobs.models import Job, State

# Whoever has watched for longer reads the job's own page first.
AT_ONCE = timedelta(seconds=10)


def leads_on_to(job: Job) -> str:
    """An address in the package's own words, pooling.import_run -> pooling/onward/import_run.txt.

    Empty where there is none, where it took longer, or where the job has something to say itself.
    """
    if job.state != State.DONE or job.finished_at is None or not job.result:
        return ""
    if job.finished_at - job.created_at > AT_ONCE or _has_words(job.result):
        return ""
    try:
        return get_template(words_for(job, "onward/{}.txt")).render({"job": job}).strip()
    except TemplateDoesNotExist:
        return ""


def _has_words(result: dict[str, object]) -> bool:
    return any(result.get(name) for name in ("warnings", "refused", "already"))
