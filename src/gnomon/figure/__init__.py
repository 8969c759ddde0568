"""Element names, figures, highlights and facts: the vocabulary that every other room points with."""

from gnomon.algebra import ElementNameError, split_points
from gnomon.figure.axes import Axes
from gnomon.figure.elements import Element, ElementKind, MarkKind, MarkName, canonical_label, mark_name, parse_element
from gnomon.figure.facts import FACT_KINDS, Fact, FactKind, Incidence
from gnomon.figure.figure import Circle, Figure, Label, LabelKind, Marks
from gnomon.figure.highlight import Highlights
from gnomon.figure.keypoint import (
    KeypointElement,
    KeypointKind,
    VisualKeypoint,
    canonical_keypoint,
    keypoint_element,
    keypoint_kind,
)
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
    "Axes",
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
    "Incidence",
    "KeypointElement",
    "KeypointKind",
    "Label",
    "LabelKind",
    "MarkKind",
    "MarkName",
    "Marks",
    "Measured",
    "Spot",
    "UnmeasurableError",
    "VisualKeypoint",
    "angle_between",
    "canonical_keypoint",
    "canonical_label",
    "dimension",
    "direction",
    "keypoint_element",
    "keypoint_kind",
    "mark_name",
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
