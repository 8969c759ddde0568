"""Near-duplicates: which problems are the same up to similarity, names and numbers. See `gnomon.corpus.duplicates.comparison`.

::

    known = KnownProblems()
    known.add("train-17", question)             # any number of problems
    match = known.find(other)                   # the strongest match, or None
    match.kind, match.id, match.reason          # "problem", "train-17", "the same figure, mirrored, and the same question"
"""

from gnomon.corpus.duplicates.comparison import MATCH_KINDS, Match, MatchKind, compare_questions
from gnomon.corpus.duplicates.drawn import figure_key, renamings
from gnomon.corpus.duplicates.known import FoundMatch, KnownProblems
from gnomon.corpus.duplicates.wording import wording_key

__all__ = [
    "MATCH_KINDS",
    "FoundMatch",
    "KnownProblems",
    "Match",
    "MatchKind",
    "compare_questions",
    "figure_key",
    "renamings",
    "wording_key",
]
