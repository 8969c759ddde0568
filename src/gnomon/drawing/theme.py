"""All colours and sizes of a drawing in one record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pen:
    """The look of one highlight colour."""

    name: str
    """As a reader would say it."""
    colour: str
    """``#rrggbb``."""
    tag: str
    """Printed beside its highlights when two pens are in use: colour alone does not carry the meaning."""
    hatched: bool
    """Whether strokes are dashed and angles hatched, the second cue for colour-blind readers and grey print."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``, sizes in pixels of the drawing, opacities from 0 to 1."""

    page: str = "#ffffff"
    ink: str = "#000000"
    """Lines and text. Black keeps 4:1 even through brown."""
    soft_ink: str = "#555555"
    """Dimension lines and leaders."""
    pens: tuple[Pen, Pen] = (Pen("green", "#1b7f2a", "1", hatched=False), Pen("brown", "#7a3d0a", "2", hatched=True))
    """The first and the second highlight. Both reach 3:1 against white at `highlight_opacity`, with black over 4:1 on them."""
    highlight_opacity: float = 0.75
    wedge_opacity: float = 0.22
    """Fill of a highlighted angle; its outline has `highlight_opacity`."""
    highlight_width: float = 9.0
    """Five times a line: seen under the line, and narrower than a text is high."""
    lane_highlight_width: float = 6.0
    """Width where several highlights share a line."""
    lane_width: float = 8.0
    """Sideways distance of highlights on one line."""
    keypoint: str = "#b3005e"
    """What keypoints add: told from black, green and brown, 6:1 against white."""
    area_opacity: float = 0.25
    """Fill of a shaded region: lines and letters under it stay black."""
    dashed_line: tuple[float, float] = (6.0, 4.0)
    """Dash and gap of an auxiliary line."""
    dash: tuple[float, float] = (11.0, 6.0)
    """Dash and gap of the second pen: a dash is longer than the stroke is wide, so that it keeps its direction."""
    tag_radius: float = 8.5
    """Of the disc with a pen's number: room for one digit."""
    line_width: float = 1.8
    mark_width: float = 1.3
    thin_width: float = 0.9
    """Lines, marks, and dimension lines with leaders: each lighter than what it explains."""
    dot_radius: float = 2.5
    name_size: float = 16.0
    text_size: float = 14.0
    """Names of points are larger than lengths and angle sizes: they are what is talked about."""
    font_families: str = "'DejaVu Sans', Verdana, Geneva, sans-serif"
    """The first is shipped and is the one that texts are measured with; Verdana has nearly its widths."""
    margin: float = 44.0
    """Free space around the figure, for names and labels."""
    padding: float = 8.0
    """Least space between a label and the edge."""
    tallest: float = 0.8
    """Greatest height as a share of the width."""
    right_angle_size: float = 13.0
    """Side of the square: clearly smaller than an arc."""
    arc_radius: float = 22.0
    """Of an angle of 60 degrees; narrower ones get wider arcs."""
    arc_spacing: float = 4.0
    """Between the arcs of one mark: two strokes and the white between them."""
    tick_length: float = 11.0
    """About that of a digit: seen across a line, and too short for a line of the figure."""
    tick_spacing: float = 4.5
    """Between the ticks of one mark, as between arcs."""
    arrow_size: float = 6.0
    """Of an arrow head's barbs."""
    dimension_offset: float = 24.0
    """From a segment to its dimension line: a text and its gaps fit between."""
    label_gap: float = 7.0
    """Wished space between a label and what it belongs to: enough for a highlight between them."""
    wedge_radius: float = 25.0
    """Least radius of a highlighted angle."""
    hatch_spacing: float = 5.0
    """Between the lines inside a highlighted angle: open enough to read a size through."""
    clearance: float = 2.5
    """Least space between a label and any stroke."""


THEME = Theme()
"""The theme that ships."""
