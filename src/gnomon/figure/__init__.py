"""Element names, figures and highlights: the vocabulary that every other room points with."""

from gnomon.figure.elements import Element, ElementKind, ElementNameError, parse_element, split_points
from gnomon.figure.figure import Circle, Figure, Label, Marks
from gnomon.figure.highlight import Highlights

__all__ = [
    "Circle",
    "Element",
    "ElementKind",
    "ElementNameError",
    "Figure",
    "Highlights",
    "Label",
    "Marks",
    "parse_element",
    "split_points",
]
