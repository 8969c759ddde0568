"""What stands in the way of a variation."""

from gnomon.problem import ProblemError


class VariationError(ProblemError):
    """A problem that cannot be varied; the message says why and what to do."""
