"""gnomon: a workbench for multimodal maths tutors.

Importing the package loads nothing heavy; import the room you need, such as ``gnomon.problem`` or ``gnomon.tutor``.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
