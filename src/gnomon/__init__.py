"""gnomon: a workbench for multimodal maths tutors.

Importing the package loads nothing heavy; import the room you need, such as ``gnomon.problem`` or ``gnomon.tutor``.
"""

from typing import Any

from gnomon import layouts, notebook

__all__ = ["__version__"]

__version__ = "0.1.0"


def _draw(figure: Any) -> str:  # noqa: ANN401  # a figure, whose type would load its room
    """Draw a figure for a notebook."""
    from gnomon.drawing import draw

    return draw(figure)


def _lay_out(wanted: Any) -> Any:  # noqa: ANN401  # what is wanted and the figure, whose types would load their rooms
    """Lay out the figure of a problem without coordinates."""
    from gnomon.geometry.layout import lay_out

    return lay_out(wanted)


notebook.register_renderer(_draw)
layouts.register_layout(_lay_out)
