"""Drafts of a text with a picture that is written by hand."""

from gnomon.drafting import Sources, draft_of
from gnomon.problem.words import read_words


def drafted(text, picture=None, answers=None, **options):
    """Return the draft of a text and of what a reader would have read in its picture."""
    names = sorted(picture.points) if picture else ()
    return draft_of(Sources(text, read_words(text, names), picture), answers, **options)
