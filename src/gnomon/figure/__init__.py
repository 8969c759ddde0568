"""Element names, figures and highlights: the vocabulary that every other room points with."""

from gnomon.algebra import ElementNameError, split_points
from gnomon.figure.elements import Element, ElementKind, parse_element
from gnomon.figure.figure import Circle, Figure, Label, Marks
from gnomon.figure.highlight import Highlights
from gnomon.figure.keypoint import KeypointKind, VisualKeypoint, canonical_keypoint, keypoint_kind

__all__ = [
    "Circle",
    "Element",
    "ElementKind",
    "ElementNameError",
    "Figure",
    "Highlights",
    "KeypointKind",
    "Label",
    "Marks",
    "VisualKeypoint",
    "canonical_keypoint",
    "keypoint_kind",
    "parse_element",
    "split_points",
]
