"""The statistics of a corpus as tables and plots (GeoDial 4, appendices B and F, Figures 11 to 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from gnomon.corpus.statistics import CUSTOM, RATINGS, REVERSED_QUESTIONS, TEXT_OR_REST, Lengths, Ratings, Share, Statistics
from gnomon.dialogue import Feedback, Outcome, act_of
from gnomon.packaged import packaged_yaml
from gnomon.pages import Column, Line, Plot, Printed, Report, Series, Table, TableSpec, counted, filled, printed_rows

_QUESTIONS = {
    "Q1": "fidelity of the simulated student",
    "Q2": "fidelity of the proposals",
    "Q3": "usefulness of the proposals",
    "Q4": "the student's understanding of the diagram",
}
_CATEGORIES = ("lines", "angles", "arcs", "labels")
_OUTCOMES: Mapping[Outcome, str] = {
    "solved_untold": "solved without revealing",
    "solved_told": "solved with much revealing",
    "not_solved": "not solved",
}


class _SubactRow(NamedTuple):
    all: Share
    first: Share
    last: Share


class _CategoryRow(NamedTuple):
    diagrams: Share
    elements: Share


class _LabelRow(NamedTuple):
    labels: Share
    elements: int
    """Highlighted in all categories."""


def statistics_report(statistics: Statistics, unreadable: int = 0) -> Report:
    """Put the page of a corpus together.

    Args:
        statistics: of the dialogues that were read.
        unreadable: rows beside them that could not be read.
    """
    notes = [f"Dialogues: {statistics.dialogues}. Rows that could not be read, and are in no figure: {unreadable}."]
    off_scale = statistics.answers_off_scale()
    if off_scale:
        notes.append(f"Answers of the debrief that are none from 1 to 5, and are in no figure: {off_scale}.")
    notes.append(
        "A dash: nothing recorded tells the figure. Each figure is over what tells it; the last table says how much that is."
    )
    return Report("Statistics of a corpus", (), statistics_tables(statistics), statistics_plots(statistics), notes=tuple(notes))


def statistics_tables(statistics: Statistics) -> tuple[Table, ...]:
    """Return every table; one that nothing recorded has a line for is left out."""
    return filled(_tables(), statistics)


def statistics_plots(statistics: Statistics) -> tuple[Plot, ...]:
    """Return every plot that has something to show."""
    return tuple(_plots(statistics))


def _whole(statistics: Statistics) -> Iterator[Line[Statistics]]:
    yield Line("all dialogues", statistics)


def _by_name(rows: Callable[[Statistics], Mapping[Any, Any]]) -> Callable[[Statistics], Iterator[Line[Any]]]:
    return lambda statistics: (Line(str(name), row) for name, row in rows(statistics).items())


def _share(heading: str, of: Callable[[Any], Share | None]) -> tuple[Column[Any], Column[Any]]:
    """Return a count and its share; both are missing where there is nothing to count in."""

    def count(row: Any) -> int | None:  # noqa: ANN401  # whatever the line is of
        found = of(row)
        return found.count if found is not None and found.of else None

    def value(row: Any) -> float | None:  # noqa: ANN401  # as above
        found = of(row)
        return None if found is None else found.value

    return counted(heading, count), Column(f"{heading}, share", value, better="")


def _lengths(of: Callable[[Statistics], Lengths | None]) -> tuple[Column[Statistics], ...]:
    def figure(name: str) -> Callable[[Statistics], float | int | None]:
        return lambda statistics: getattr(of(statistics), name, None)

    return (
        Column("mean", figure("mean"), better=""),
        Column("median", figure("median"), better="", digits=1),
        counted("least", figure("least")),
        counted("most", figure("most")),
    )


def _printed(part: str) -> Callable[[Statistics], Iterable[Printed]]:
    return lambda _: printed_rows(packaged_yaml(__package__, "published.yaml")[part])


@cache
def _tables() -> tuple[TableSpec[Statistics, Any], ...]:
    return (
        TableSpec(
            "corpus.size",
            "What there is",
            "count",
            (
                counted("dialogues", lambda found: found.dialogues),
                counted("problems", lambda found: found.problems),
                counted("batches", lambda found: found.batches),
                counted("teachers", lambda found: found.teachers),
                counted("utterances of the tutor", lambda found: found.utterances),
                counted("messages of the student", lambda found: found.student_messages),
            ),
            _whole,
            _printed("size"),
        ),
        TableSpec(
            "corpus.utterances",
            "Utterances of the tutor in a dialogue",
            "utterances",
            _lengths(Statistics.tutor_utterances),
            _whole,
            digits=2,
        ),
        TableSpec(
            "corpus.highlighted",
            "Highlighted diagrams in a dialogue",
            "diagrams",
            _lengths(Statistics.highlighted_per_dialogue),
            _whole,
            digits=2,
        ),
        TableSpec(
            "corpus.pens",
            "Highlighted diagrams",
            "percent",
            (
                *_share("highlighted utterances", Statistics.highlighted_utterances),
                counted("with brown", lambda found: _counted(found.with_brown())),
                counted("brown alone", lambda found: _counted(found.brown_alone())),
                Column("with brown, share", lambda found: found.with_brown().value, better=""),
                *_share("points not printed", Statistics.with_missing_points),
            ),
            _whole,
            _printed("pens"),
            "Shares of highlighted utterances are of all utterances, the others of highlighted diagrams. Points not printed are "
            "those that a highlight names though the diagram does not (appendix B).",
            digits=1,
        ),
        TableSpec(
            "corpus.categories",
            "What is highlighted",
            "percent",
            (*_share("diagrams", lambda row: row.diagrams), *_share("elements", lambda row: row.elements)),
            _categories,
            note="A diagram may have several categories. An element in both colours counts twice.",
            digits=1,
        ),
        TableSpec(
            "corpus.labels",
            "What highlighted labels are",
            "percent",
            (
                *_share("labels", lambda row: row.labels),
                Column("of all elements, share", lambda row: Share(row.labels.count, row.elements).value, better=""),
            ),
            _labels,
            note="A point, a mark of parallels, a mark of equals, a printed text, the rest. Of a diagram that is a picture only, "
            "text and rest are not told apart.",
            digits=1,
        ),
        TableSpec(
            "corpus.subacts",
            "Subacts",
            "percent",
            (
                *_share("utterances", lambda row: row.all),
                *_share("first utterances", lambda row: row.first),
                *_share("last utterances", lambda row: row.last),
            ),
            _subacts,
            digits=1,
        ),
        TableSpec(
            "corpus.feedback",
            "Feedback",
            "percent",
            tuple(column for kind in get_args(Feedback) for column in _share(kind, _of(kind))),
            _feedback,
            note="Turn i of n lies in quarter floor(4 (i - 1) / n) + 1; first utterances, which take no feedback, are in none.",
            digits=1,
        ),
        TableSpec("corpus.outcomes", "How dialogues end", "percent", _share("dialogues", _itself), _outcomes, digits=1),
        TableSpec(
            "corpus.proposers",
            "Whose proposal was sent",
            "percent",
            _share("utterances", _itself),
            _by_name(Statistics.proposers),
            note=f"“{CUSTOM}”: words of the teacher's own, or a proposal that was edited.",
            digits=1,
        ),
        TableSpec(
            "corpus.scratch",
            "Own words written from scratch",
            "percent",
            (counted("own utterances", lambda row: row.of), *_share("from scratch", _itself)),
            lambda found: [Line("all dialogues", found.from_scratch())] if found.from_scratch().of else [],
            note="From scratch: the edit distance to every proposal is at least half the length of what was sent.",
            digits=1,
        ),
        TableSpec(
            "corpus.debrief",
            "Debrief",
            "rating, 1 to 5",
            (
                counted("answers", lambda row: sum(row.counts.values())),
                Column("mean", lambda row: row.mean, digits=2),
                Column("median", lambda row: row.median),
                *(counted(str(rating), _rated(rating)) for rating in RATINGS),
            ),
            _debrief,
            _printed("debrief"),
            f"Higher is better everywhere: {' and '.join(sorted(REVERSED_QUESTIONS))}, asked from high to low, are turned round.",
            digits=1,
        ),
        TableSpec(
            "corpus.recorded",
            "Dialogues that tell a field",
            "percent",
            (*_share("dialogues", _itself), counted("not recorded", lambda row: row.of - row.count)),
            _by_name(Statistics.recorded),
            digits=1,
        ),
    )


def _itself(share: Share) -> Share:
    return share


def _counted(share: Share) -> int | None:
    return share.count if share.of else None


def _of(kind: Feedback) -> Callable[[Mapping[Feedback, Share]], Share]:
    return lambda row: row[kind]


def _rated(rating: int) -> Callable[[Ratings], int]:
    return lambda row: row.counts[rating]


def _categories(statistics: Statistics) -> Iterator[Line[_CategoryRow]]:
    diagrams, elements = statistics.diagrams_by_category(), statistics.elements_by_category()
    return (Line(kind, _CategoryRow(diagrams[kind], elements[kind])) for kind in _CATEGORIES)


def _labels(statistics: Statistics) -> Iterator[Line[_LabelRow]]:
    elements = statistics.elements_by_category()["labels"].of
    types = statistics.label_types().items()
    return (Line(kind, _LabelRow(share, elements)) for kind, share in types if share.count or kind != TEXT_OR_REST)


def _subacts(statistics: Statistics) -> Iterator[Line[_SubactRow]]:
    everywhere, first, last = statistics.subacts(), statistics.first_subacts(), statistics.last_subacts()
    return (Line(f"{act_of(name)}: {name}", _SubactRow(everywhere[name], first[name], last[name])) for name in everywhere)


def _feedback(statistics: Statistics) -> Iterator[Line[Mapping[Feedback, Share]]]:
    yield Line("all utterances", statistics.feedback())
    for number, row in statistics.feedback_by_quarter().items():
        yield Line(f"quarter {number}", row)


def _outcomes(statistics: Statistics) -> Iterator[Line[Share]]:
    return (Line(_OUTCOMES[outcome], share) for outcome, share in statistics.outcomes().items())


def _debrief(statistics: Statistics) -> Iterator[Line[Ratings]]:
    return (Line(_question(name), row) for name, row in statistics.debrief().items())


def _question(name: str) -> str:
    return f"{name}: {_QUESTIONS[name]}" if name in _QUESTIONS else name


# plots


def _plots(statistics: Statistics) -> Iterator[Plot]:
    lengths = {"utterances": statistics.tutor_utterances(), "highlighted diagrams": statistics.highlighted_per_dialogue()}
    for noun, found in lengths.items():
        if found is not None:
            title = f"Dialogues by {'utterances of the tutor' if noun == 'utterances' else noun}"
            series = Series("dialogues", *_histogram(found))
            yield Plot(f"corpus.{noun.split()[0]}", title, "bar", noun, "dialogues", (series,))
    subacts = sorted(statistics.subacts().items(), key=lambda each: -each[1].count)
    if statistics.utterances:
        yield Plot("corpus.subacts", "Subacts", "bar", "", "% of utterances", (_percent("utterances", subacts),))
    quarters = statistics.feedback_by_quarter()
    if any(share.of for row in quarters.values() for share in row.values()):
        shown: tuple[Feedback, ...] = ("positive", "negative")
        series_of = tuple(_percent(kind, [(number, row[kind]) for number, row in quarters.items()]) for kind in shown)
        yield Plot("corpus.feedback", "Feedback by quarter of the dialogue", "line", "quarter", "% of utterances", series_of)
    ratings = statistics.debrief()
    if ratings:
        bars = tuple(
            Series(name, tuple(map(str, RATINGS)), tuple(row.counts[each] for each in RATINGS)) for name, row in ratings.items()
        )
        yield Plot("corpus.debrief", "Debrief", "bar", "rating, higher is better", "answers", bars)


def _histogram(lengths: Lengths) -> tuple[tuple[str, ...], tuple[float, ...]]:
    places = range(lengths.least, lengths.most + 1)
    return tuple(map(str, places)), tuple(float(lengths.counts.get(place, 0)) for place in places)


def _percent(name: str, shares: Iterable[tuple[float | str, Share]]) -> Series:
    kept = [(place, share.value) for place, share in shares]
    return Series(name, tuple(place for place, _ in kept), tuple(None if value is None else 100 * value for _, value in kept))
