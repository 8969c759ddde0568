"""MMTutorBench: the next key step of handwritten work, in a single turn and in later ones."""

from gnomon.benchmark.mmtutorbench.multiturn import build as build_multiturn
from gnomon.benchmark.mmtutorbench.single_turn import build

__all__ = ["build", "build_multiturn"]
