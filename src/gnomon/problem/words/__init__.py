"""Words to facts: the text of a school geometry problem by a grammar whose rules are data: ``docs/words.md``."""

from gnomon.problem.words.reading import Choice, Question, ReadFact, Sentence, Wording, read_words

__all__ = ["Choice", "Question", "ReadFact", "Sentence", "Wording", "read_words"]
