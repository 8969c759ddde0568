"""Drafts by models for people to verify: questions, references, rubrics, further turns, keypoints, translations."""

from gnomon.corpus.authoring.stages import AUTHORING
from gnomon.corpus.authoring.writers import write_mathexplain, write_mmtutorbench

__all__ = ["AUTHORING", "write_mathexplain", "write_mmtutorbench"]
