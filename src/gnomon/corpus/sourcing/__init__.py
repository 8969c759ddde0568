"""Problem sourcing (GeoDial 3.1): from published problems to those worth talking about, with a count at every filter."""

from gnomon.corpus.sourcing.problems import formal_of, question_of
from gnomon.corpus.sourcing.stages import SOURCING, write_dialogues

__all__ = ["SOURCING", "formal_of", "question_of", "write_dialogues"]
