"""MRBench: recorded tutor responses, graded by a judge and compared with people's labels."""

from gnomon.benchmark.mrbench.task import MRBench, MRBenchOptions, build

__all__ = ["MRBench", "MRBenchOptions", "build"]
