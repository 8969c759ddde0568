"""The plan of a training before it starts: rows, steps, tokens, parameters and memory, from a model's configuration alone."""

from gnomon.training.plan.memory import Memory, estimate_memory, trained_parameters
from gnomon.training.plan.plan import Plan, packed, plan_lines, plan_of
from gnomon.training.plan.shape import ModelShape, read_shape, shape_of

__all__ = [
    "Memory",
    "ModelShape",
    "Plan",
    "estimate_memory",
    "packed",
    "plan_lines",
    "plan_of",
    "read_shape",
    "shape_of",
    "trained_parameters",
]
