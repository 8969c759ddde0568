"""Figures as a textbook prints them, for the tests of drawing and pages."""

import math

from gnomon.figure import Circle, Figure, Label, Marks

__all__ = ["FIGURES", "label", "lines"]


def lines(text: str) -> tuple[tuple[str, ...], ...]:
    """Read ``"AB BDC"`` as two lines of one-letter points."""
    return tuple(tuple(word) for word in text.split())


def label(text: str, element: str | None = None) -> Label:
    return Label(text=text, element=element)


def _on_circle(*degrees: float) -> list[tuple[float, float]]:
    return [(5 * math.cos(math.radians(angle)), 5 * math.sin(math.radians(angle))) for angle in degrees]


def _named(names: str, places: list[tuple[float, float]]) -> dict[str, tuple[float, float]]:
    return dict(zip(names, places, strict=True))


FIGURES = {
    "triangle": Figure(
        points={"A": (0, 0), "B": (6, 0), "C": (2, 4.2)},
        lines=lines("AB BC CA"),
        labels=(label("62°", "angle:BAC"), label("3x − 7", "angle:ABC"), label("12", "line:AB"), label("9", "line:BC")),
    ),
    "altitude": Figure(
        points={"A": (0, 0), "B": (4, 0), "C": (0, 3), "H": (1.44, 1.92)},
        lines=lines("AB BHC CA AH"),
        marks=Marks(right_angles=("BAC", "AHB")),
        labels=(label("8 cm", "line:AB"), label("6 cm", "line:AC"), label("x", "line:AH"), label("10 cm", "line:BC")),
    ),
    "transversal": Figure(
        points={"A": (0, 2), "B": (6, 2), "C": (0, 0), "D": (6, 0), "E": (3.6, 2), "F": (2.6, 0), "P": (4.1, 3), "Q": (2.1, -1)},
        lines=lines("AEB CFD PEFQ"),
        marks=Marks(parallel_lines=(("AB", "CD"),)),
        labels=(label("(2x + 15)°", "angle:PEB"), label("115°", "angle:CFE")),
    ),
    "inscribed angle": Figure(
        points={"O": (0, 0), **_named("ABC", _on_circle(200, -30, 80))},
        lines=lines("CA CB OA OB"),
        circles=(Circle(centre="O", points=("A", "B", "C")),),
        labels=(label("130°", "angle:AOB"), label("x°", "angle:ACB"), label("130°", "arc:AB")),
    ),
    "parallelogram": Figure(
        points={"A": (0, 0), "B": (5, 0), "C": (7, 3), "D": (2, 3), "E": (3.5, 1.5)},
        lines=lines("AB BC CD DA AEC BED"),
        marks=Marks(equal_lines=(("AE", "EC"), ("BE", "ED"))),
        labels=(label("3x − 7", "line:AE"), label("2y + 1", "line:EB"), label("14", "line:CD"), label("71°", "angle:DAB")),
    ),
    "similar triangles": Figure(
        points={"A": (2.5, 5), "B": (0, 0), "C": (7, 0), "D": (1.5, 3), "E": (4.3, 3)},
        lines=lines("ADB AEC BC DE"),
        marks=Marks(parallel_lines=(("DE", "BC"),)),
        labels=(
            label("6", "line:AD"),
            label("9", "line:DB"),
            label("x + 2", "line:AE"),
            label("18", "line:AC"),
            label("8", "line:DE"),
        ),
    ),
    "isosceles": Figure(
        points={"A": (3, 6), "B": (0, 0), "C": (6, 0), "D": (3, 0)},
        lines=lines("AB BDC CA AD"),
        marks=Marks(
            equal_lines=(("AB", "AC"), ("BD", "DC")), equal_angles=(("ABC", "ACB"), ("BAD", "DAC")), right_angles=("ADC",)
        ),
        labels=(label("24°", "angle:BAD"), label("x", "angle:ACB"), label("13", "line:AB"), label("10", "line:BC")),
    ),
    "tangent": Figure(
        points={"O": (0, 0), "T": (3, 0), "P": (3, 4), "B": (1.8, 2.4)},
        lines=lines("OT TP OBP"),
        circles=(Circle(centre="O", points=("T", "B")),),
        marks=Marks(right_angles=("OTP",)),
        labels=(label("3", "line:OT"), label("4", "line:TP"), label("x", "line:BP"), label("53.1°", "angle:TOP")),
    ),
    "crowded": Figure(
        points={"O": (0, 0), **_named("ABCDEF", _on_circle(150, 90, 30, -40, -110, 195))},
        lines=lines("AB BC CD DE EF FA AD BE CF OA"),
        circles=(Circle(centre="O", points=tuple("ABCDEF")),),
        labels=(
            label("60°", "arc:AB"),
            label("70°", "arc:CD"),
            label("32°", "angle:BAD"),
            label("41°", "angle:ADE"),
            label("5", "line:AB"),
        ),
    ),
    "narrow": Figure(
        points={"A": (0, 0), "B": (10, 0), "C": (9.8, 1.2), "D": (0.5, 2.6)},
        lines=lines("AB BC CA AD DC"),
        labels=(label("7°", "angle:BAC"), label("83.4°", "angle:ABC"), label("10", "line:AB"), label("(4x + 11)°", "angle:CAD")),
    ),
}
