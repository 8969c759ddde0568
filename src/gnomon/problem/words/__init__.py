"""Words to facts: the text of a school geometry problem by a grammar whose rules are data: ``docs/words.md``."""

from gnomon.problem.words.reading import Choice, Question, ReadFact, Sentence, Wording, read_words
from gnomon.problem.words.relations import SHADED

__all__ = ["SHADED", "Choice", "Question", "ReadFact", "Sentence", "Wording", "read_words"]
