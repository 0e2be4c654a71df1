from pooling.models.benchmark import Benchmark, BenchmarkImport, Caption, Query, TrainingCaption
from pooling.models.pool import JudgedPair, Pool, PoolCaption, PoolPair
from pooling.models.run import Provenance, Ranking, RetrievalModel, Run
from pooling.models.submission import Submission
from pooling.models.video import Upload, Video

__all__ = [
    "Benchmark",
    "BenchmarkImport",
    "Caption",
    "JudgedPair",
    "Pool",
    "PoolCaption",
    "PoolPair",
    "Provenance",
    "Query",
    "Ranking",
    "RetrievalModel",
    "Run",
    "Submission",
    "TrainingCaption",
    "Upload",
    "Video",
]
