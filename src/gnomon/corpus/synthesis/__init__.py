"""A corpus without people or models: dialogues of the symbolic tutor with simulated learners, for training."""

from gnomon.corpus.synthesis.config import SynthesisConfig, SynthesisError
from gnomon.corpus.synthesis.running import DIALOGUES, synthesise

__all__ = ["DIALOGUES", "SynthesisConfig", "SynthesisError", "synthesise"]
