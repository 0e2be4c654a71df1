"""The bare arithmetic of what the product does with draws or clusters around it: benchmarks and
tests hold that against others' and against published numbers."""

from numpy.typing import ArrayLike

from measures.arrays import Values
from measures.clusters import Scores, check_scores
from measures.comparison import PERMUTATIONS
from measures.dependence import Dependence
from measures.estimate import Interval
from measures.flips import flip_signs
from measures.mean_intervals import Moved, intervals_of


def sign_flip(
    differences: Scores,
    *,
    clusters: ArrayLike | None = None,
    permutations: int = PERMUTATIONS,
    seed: int,
) -> Values:
    """(tests,): p of each test alone, where no text is shared across clusters: see `flip_signs`."""
    check_scores(differences)
    of = Dependence.of(differences.shape[1], clusters)
    return flip_signs(differences, of, permutations=permutations, seed=seed).p


def intervals_of_means(scores: Scores, dependence: Dependence) -> list[Interval]:
    """Intervals of each row's mean. scores: (cells, captions), nan for no value."""
    return intervals_of(Moved.means(scores), dependence)
