"""Element names, figures, highlights and facts: the vocabulary that every other room points with."""

from gnomon.figure.elements import Element, ElementKind, ElementNameError, parse_element, split_points
from gnomon.figure.facts import FACT_KINDS, Fact, FactKind
from gnomon.figure.figure import Circle, Figure, Label, Marks
from gnomon.figure.highlight import Highlights
from gnomon.figure.keypoint import KeypointKind, VisualKeypoint, canonical_keypoint, keypoint_kind
from gnomon.figure.measured import Measured
from gnomon.figure.measuring import (
    Circles,
    Coordinates,
    Spot,
    UnmeasurableError,
    angle_between,
    dimension,
    direction,
    measure,
    measured_at,
    sides,
    signed_area,
    sweep,
)
from gnomon.figure.straight import merge_lines, order_along

__all__ = [
    "FACT_KINDS",
    "Circle",
    "Circles",
    "Coordinates",
    "Element",
    "ElementKind",
    "ElementNameError",
    "Fact",
    "FactKind",
    "Figure",
    "Highlights",
    "KeypointKind",
    "Label",
    "Marks",
    "Measured",
    "Spot",
    "UnmeasurableError",
    "VisualKeypoint",
    "angle_between",
    "canonical_keypoint",
    "dimension",
    "direction",
    "keypoint_kind",
    "measure",
    "measured_at",
    "merge_lines",
    "order_along",
    "parse_element",
    "sides",
    "signed_area",
    "split_points",
    "sweep",
]
