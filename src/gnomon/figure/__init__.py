"""Element names, figures and highlights: the vocabulary that every other room points with."""

from gnomon.figure.elements import (
    Element,
    ElementKind,
    ElementNameError,
    MarkKind,
    MarkName,
    canonical_label,
    mark_name,
    parse_element,
    split_points,
)
from gnomon.figure.figure import Circle, Figure, Label, LabelKind, Marks
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
    "LabelKind",
    "MarkKind",
    "MarkName",
    "Marks",
    "VisualKeypoint",
    "canonical_keypoint",
    "canonical_label",
    "keypoint_kind",
    "mark_name",
    "parse_element",
    "split_points",
]
