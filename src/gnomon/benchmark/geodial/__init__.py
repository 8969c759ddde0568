"""GeoDial: the teacher's next turn, with highlights in a diagram."""

from gnomon.benchmark.geodial.task import build

__all__ = ["build"]
