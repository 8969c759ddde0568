"""What can go wrong in a metric.

MetricError
├── MetricInputError   the rows do not fit the metric: lengths, ranges, nothing to score (also a ValueError)
├── MissingExtraError  a library is not installed (also an ImportError)
└── MissingDataError   a library is there, but not the data that it reads (also a LookupError)

A score that is undefined, such as the correlation of a constant, is no error: it is None.
"""

from __future__ import annotations


class MetricError(Exception):
    """A metric cannot be computed; the message says what to do."""


class MetricInputError(MetricError, ValueError):
    """The rows do not fit the metric."""


class MissingExtraError(MetricError, ImportError):
    """A library of an optional extra is not installed."""


class MissingDataError(MetricError, LookupError):
    """A library lacks the data that it reads."""
