"""The benchmark doctor: what captions, clips and runs tell of a benchmark before any label, and
grades once people gave some.

What each finding is, and how it is found: docs/doctor.md.
"""

from collections.abc import Callable

from metrics.studies.description import Study
from metrics.studies.doctor_clips import look_at_clips
from metrics.studies.doctor_findings import findings
from metrics.studies.doctor_found import Doctor
from metrics.studies.doctor_grades import look_at_grades
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_runs import look_at_runs
from metrics.studies.doctor_texts import look_at_texts

Report = Callable[[int, int, str], None]
STEPS = 3


def examine(material: Material, report: Report = lambda *_: None) -> Doctor:
    """report: how far it is; it is also told before each step what comes."""
    report(0, STEPS, "Comparing captions")
    texts = look_at_texts(material)
    report(1, STEPS, "Comparing clips")
    clips = look_at_clips(material)
    report(2, STEPS, "Comparing runs")
    runs = look_at_runs(material, texts.read)
    snapshot = material.snapshot
    every = [*findings(material, texts, clips, runs), *look_at_grades(material)]
    return Doctor(
        benchmark=snapshot.benchmark,
        captions=snapshot.captions,
        queries=snapshot.queries,
        videos=snapshot.videos,
        training=len(material.training_texts),
        runs=[run.name for run in snapshot.runs],
        findings=sorted(every, key=lambda one: one.severity != "mend"),
        duplicated=texts.duplicated,
        near=texts.near,
        ambiguous=texts.ambiguous,
        overlap=texts.overlap,
        clips=clips,
        suspects=runs.suspects,
        scores=runs.scores,
        saturated=runs.saturated,
        typical=runs.typical,
        pairs=runs.pairs,
        histogram=texts.histogram,
    )


STUDY = Study(
    name="doctor",
    title="Doctor",
    version=4,
    findings=(Doctor,),
)
