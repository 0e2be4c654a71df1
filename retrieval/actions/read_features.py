"""The features of all videos of a training, from files, a folder or clips."""

from collections.abc import Sequence
from pathlib import Path

from foundation.frozen import frozen
from foundation.progress import Report, steps_of
from pooling.formats.problem import naming
from pooling.input_files import InputFile, UploadOrPath, handed
from retrieval.asked.own import LearningAsked
from retrieval.features.clips import describe_clips
from retrieval.features.files import FeatureFile, read_video_features
from retrieval.features.folders import checksum_of
from retrieval.features.learn import learn_word_vectors
from retrieval.features.video_features import VideoFeatures
from retrieval.features.word_files import read_word_vectors
from retrieval.features.word_vectors import WordVectors
from retrieval.queries.clips import playable_clips
from retrieval.training.reading import lemmas_of, spellings
from semantics.words.word import Parsed


@frozen
class Files:
    """What was handed in. Each may be missing."""

    features: tuple[InputFile, ...] = ()
    keys: InputFile | None = None
    vectors: InputFile | None = None


def handed_features(sources: Sequence[UploadOrPath]) -> tuple[InputFile, ...]:
    """A path may be that of a folder."""
    return tuple(map(_handed, sources))


def _handed(source: UploadOrPath) -> InputFile:
    if isinstance(source, int) or not Path(source).is_dir():
        return handed(source)
    with naming(source):
        return InputFile(Path(source), source, checksum_of(Path(source)))


def read_features(
    wanted: LearningAsked,
    files: Files,
    evaluated: Sequence[str],
    learnt: Sequence[str],
    report: Report,
) -> VideoFeatures:
    """The features of the benchmark's videos in their order, then of the training videos that are
    not among them. Raises Unreadable, NoClips, NotMade."""
    known = set(evaluated)
    others = [key for key in learnt if key not in known]
    if files.features:
        report(0, 0, f"Reading {', '.join(one.name for one in files.features)}")
        return read_video_features(
            [FeatureFile(one.path, one.name) for one in files.features],
            [*evaluated, *others],
            None if files.keys is None else FeatureFile(files.keys.path, files.keys.name),
            evaluated=len(evaluated),
            over=wanted.over_segments,
        )
    clips = playable_clips(wanted.benchmark, evaluated) + playable_clips(wanted.has_clips, others)
    return describe_clips(clips, steps_of(report, "Looking at clips"))


def read_vectors(
    files: Files, training: Sequence[Parsed], evaluated: Sequence[Parsed], seed: int
) -> WordVectors:
    """Learnt on the training captions alone: those that are evaluated are not looked at before the
    model is."""
    if files.vectors is None:
        return learn_word_vectors(lemmas_of(training), seed=seed)
    wanted = spellings(training) | spellings(evaluated)
    return read_word_vectors(files.vectors.path, files.vectors.name, wanted)
