"""A curve among words, small enough to have no axes: its numbers are beside it and in its name."""

from collections.abc import Sequence

from foundation.frozen import frozen

WIDTH, HEIGHT, EDGE = 120, 32, 2


@frozen
class Spark:
    """values: as many as there are places from left to right; from 0 to the highest is its height.
    An svg of WIDTH by HEIGHT draws `path` through them."""

    values: Sequence[float]

    @property
    def box(self) -> str:
        return f"0 0 {WIDTH} {HEIGHT}"

    @property
    def path(self) -> str:
        if not self.values:
            return ""
        most, steps = max(self.values) or 1, max(len(self.values) - 1, 1)
        points = (
            (WIDTH * place / steps, EDGE + (HEIGHT - 2 * EDGE) * (1 - value / most))
            for place, value in enumerate(self.values)
        )
        return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
