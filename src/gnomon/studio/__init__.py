"""The studio: a web app for learners, teachers, annotators and reviewers; ``docs/studio.md``. `gnomon.studio.app` makes it."""

from gnomon.studio.settings import Settings

__all__ = ["Settings"]
