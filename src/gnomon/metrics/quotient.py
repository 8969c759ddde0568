"""Division as the metrics do it: x/0 is 0. Where a quotient is undefined instead, the metric says so and does not use this."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gnomon.metrics.resampling import FloatArray


def quotient(above: ArrayLike, below: ArrayLike) -> FloatArray:
    """Divide element by element; x/0 is 0."""
    top, bottom = np.broadcast_arrays(np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64))
    return np.asarray(np.divide(top, bottom, out=np.zeros(top.shape), where=bottom != 0))
