"""Words to facts: the text of a school geometry problem by a grammar whose rules are data: ``docs/words.md``."""

from gnomon.problem.words.reading import Choice, Question, ReadFact, Sentence, Wording, read_words
from gnomon.problem.words.relations import SHADED
from gnomon.problem.words.sure import leaves_corner_open, sure_facts, sure_goals

__all__ = [
    "SHADED",
    "Choice",
    "Question",
    "ReadFact",
    "Sentence",
    "Wording",
    "leaves_corner_open",
    "read_words",
    "sure_facts",
    "sure_goals",
]
