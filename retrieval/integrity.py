"""What must always be true of models that were trained here."""

from foundation.integrity import Integrity, register
from pooling.queries.integrity import check_benchmarks_by
from retrieval.queries.integrity import benchmark_differences
from retrieval.queries.trained import FOLDER, stored_files

check_benchmarks_by(benchmark_differences)
register(Integrity("retrieval", counted=True, stored_files=stored_files, folders=(FOLDER,)))
