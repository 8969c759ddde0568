"""gnomon: a workbench for multimodal maths tutors.

Importing the package loads nothing heavy; import the room you need, such as ``gnomon.problem`` or ``gnomon.tutor``.
"""

from typing import Any

from gnomon import notebook

__all__ = ["__version__"]

__version__ = "0.1.0"


def _draw(figure: Any) -> str:  # noqa: ANN401  # a figure, whose type would load its room
    """Draw a figure for a notebook."""
    from gnomon.drawing import draw

    return draw(figure)


notebook.register_renderer(_draw)
