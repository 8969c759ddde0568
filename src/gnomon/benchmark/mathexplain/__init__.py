"""MathExplain: visual keypoints identified, and solutions explained with them."""

from gnomon.benchmark.mathexplain.explanation import build as build_explanation
from gnomon.benchmark.mathexplain.keypoints import build as build_keypoints

__all__ = ["build_explanation", "build_keypoints"]
