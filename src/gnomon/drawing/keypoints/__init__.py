"""Keypoints drawn: what each comes to on a figure or a picture, and the layer that shows it, step by step."""

from gnomon.drawing.keypoints.layer import draw_keypoints
from gnomon.drawing.keypoints.parts import Drawing, Step, Undrawn
from gnomon.drawing.keypoints.resolving import resolve_keypoints

__all__ = ["Drawing", "Step", "Undrawn", "draw_keypoints", "resolve_keypoints"]
