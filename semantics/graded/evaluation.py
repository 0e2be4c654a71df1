"""nDCG in both directions (paper 000, Eq. 3)."""

from dataclasses import dataclass

import numpy as np

from measures.dcg import Values


@dataclass(frozen=True, slots=True)
class BothWays:
    """A value for each caption, and one for each video; nan where nothing is relevant to it."""

    t2v: Values
    v2t: Values

    @property
    def means(self) -> dict[str, float | None]:
        """Over those with a value. `both` weighs the directions equally, however many captions and
        videos there are (Eq. 3)."""
        t2v, v2t = _mean(self.t2v), _mean(self.v2t)
        both = None if t2v is None or v2t is None else (t2v + v2t) / 2
        return {"t2v": t2v, "v2t": v2t, "both": both}

    @property
    def undefined(self) -> dict[str, int]:
        return {"t2v": int(np.isnan(self.t2v).sum()), "v2t": int(np.isnan(self.v2t).sum())}


def _mean(values: Values) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None
