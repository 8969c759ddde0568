"""The figure that a draft is about, of a picture, of somebody's hand or of the words alone, with what is read on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from gnomon.drafting.agreeing import with_words
from gnomon.drafting.asking import Asking, NothingReadError
from gnomon.drafting.correcting import Corrections
from gnomon.drafting.drawn import Settled, settled
from gnomon.drafting.facts import DraftFact, terms_of
from gnomon.drafting.printed import printed_facts, unbound_labels
from gnomon.drafting.second_opinion import Ground, SecondOpinion
from gnomon.drafting.sources import Sources, named_points
from gnomon.drafting.stated import names_in, points_on_bare_circles
from gnomon.problem.entry import AUTO, complaints
from gnomon.problem.entry_writing import figure_entry
from gnomon.reading import Picture


class Grounded(NamedTuple):
    """A figure, with what is read on it."""

    figure: Any
    """As a file holds it."""
    opinion: SecondOpinion
    """What a model drafted, as far as it is about this figure."""
    facts: tuple[DraftFact, ...] = ()
    """What the figure says, not the sentences."""
    picture: Picture | None = None
    """As it is corrected."""
    seen: Settled | None = None
    """The picture without doubts."""
    unread: tuple[str, ...] = ()
    """Labels that say nothing."""

    @property
    def renamed(self) -> Mapping[str, str]:
        """Points of the text, by their names in the picture."""
        return {} if self.seen is None else self.seen.renamed


def grounded(sources: Sources, corrections: Corrections, asking: Asking) -> Grounded:
    """Return the figure that a draft is about.

    Raises:
        NothingReadError: for a picture that shows no figure.
        AnswerError: for an answer that does not fit its question.
    """
    text, suggested = sources.wording.text, sources.suggested
    if sources.picture is not None:
        return _seen(sources, corrections.picture(sources.picture), asking)
    if corrections.figure is not None:
        opinion = SecondOpinion.of(suggested, Ground(corrections.figure, text))
        return Grounded(figure_entry(corrections.figure).model_dump(), opinion)
    opinion = SecondOpinion.of(suggested, Ground.without_picture(text, named_points(text)))
    return Grounded(AUTO, opinion, tuple(points_on_bare_circles(sources.wording)))


def _seen(sources: Sources, corrected: Picture, asking: Asking) -> Grounded:
    wording, suggested = sources.wording, sources.suggested
    picture = with_words(corrected, terms_of(wording.facts), but=suggested.points)
    seen = settled(picture, names_in(wording)._replace(remarks=suggested.points), asking)
    try:
        figure = figure_entry(seen.figure).model_dump()
    except ValidationError as error:
        raise NothingReadError(f"the picture shows no figure: {complaints(error)[0].message}") from error
    labels = " ".join(bound.label.text for bound in picture.labels)
    opinion = SecondOpinion.of(suggested, Ground(seen.figure, f"{wording.text} {labels}"))
    facts = tuple(printed_facts(seen.picture, asking, opinion.says))
    return Grounded(figure, opinion, facts, picture, seen, tuple(f"label {label!r}" for label in unbound_labels(picture)))
