"""Plots like Figures 2 to 8 of ODQS, each where the rows for it are there; printed curves are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gnomon.inquiry.analysis.curves import TURNS, Condition, Setting
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.analysis.judges import heat_map, judged_pairs, progress_curve
from gnomon.inquiry.analysis.search import search_gains
from gnomon.inquiry.protocol.records import NUM_QUESTIONS
from gnomon.inquiry.report.details import trees_by_setting
from gnomon.inquiry.report.published import DOMAINS, printed_curves, printed_student
from gnomon.pages import Plot, Series

_TURN_AXIS = "turn: replies of the teacher so far"
_QUESTION_AXIS = "turn of the analysis: question minus 1"
_QUESTIONS = tuple(range(NUM_QUESTIONS))
_BASELINES = ("unscaffolded", "scaffolded")
_ASSESSMENTS = ("scaffolded", "pre-assessment", "mid-assessment")
_TRAINED = ("self-odqs", "peer-odqs")


def plots_of(findings: Findings) -> tuple[Plot, ...]:
    """Return all plots that the rows allow, in the paper's order."""
    found = [
        *_baselines(findings),
        *_assessments(findings),
        *_students(findings),
        *_progress(findings),
        *_similarity(findings),
        *_positions(findings),
        *_teachers(findings),
        *_search(findings),
    ]
    counts = [sum(other.id == plot.id for other in found[:index]) for index, plot in enumerate(found)]
    # Plots of one kind get different ids.
    return tuple(replace(plot, id=f"{plot.id}.{count + 1}") for plot, count in zip(found, counts, strict=True))


def _groups(conditions: Iterable[Condition], *fields: str) -> Iterator[list[Condition]]:
    """Yield the conditions that differ in nothing but these fields, in groups."""
    groups: dict[tuple[object, ...], list[Condition]] = {}
    for condition in conditions:
        key = tuple(getattr(condition.setting, name) for name in Setting._fields if name not in fields)
        groups.setdefault(key, []).append(condition)
    yield from groups.values()


def _curves(name: str, title: str, findings: Findings, group: Sequence[Condition], more: Sequence[Series] = ()) -> Plot:
    ours = [Series.of(findings.names[condition], TURNS, findings.curves[condition].points) for condition in group]
    setting = group[0].setting
    where = f"{title}: {setting.task}"
    return Plot(f"inquiry.{name}", where, "line", _TURN_AXIS, f"mean Pass@{findings.how.k}", (*ours, *more))


def _printed(setting: Setting, methods: Sequence[str]) -> list[Series]:
    student = printed_student(setting.student)
    return [
        Series(curve.name, TURNS, curve.values, is_published=True)
        for curve in printed_curves(DOMAINS.get(setting.task, ""))
        if curve.student == student and curve.method in methods
    ]


def _without_assessment(findings: Findings) -> list[Condition]:
    return [each for each in findings.conditions if each.setting.assessment_turn < 0 and not each.setting.search]


def _baselines(findings: Findings) -> Iterator[Plot]:
    """Figure 2."""
    for group in _groups(_without_assessment(findings), "scaffolding"):
        static = findings.curves[group[0]].values[0]
        line = Series("static", TURNS, (static,) * len(TURNS))
        more = [line, *_printed(group[0].setting, _BASELINES)]
        yield _curves("baselines", "Interaction against the static baseline", findings, group, more)


def _assessments(findings: Findings) -> Iterator[Plot]:
    """Figure 3: none, before the first question, in the middle."""
    chosen = [each for each in findings.conditions if each.setting.assessment_turn in (-1, 0, 2) and not each.setting.search]
    for group in _groups(chosen, "assessment_turn"):
        if len(group) > 1:
            more = _printed(group[0].setting, _ASSESSMENTS)
            yield _curves("assessments", "Assessment strategies", findings, group, more)


def _students(findings: Findings) -> Iterator[Plot]:
    """Figure 4: a student before and after training, or a search beside the dialogues without."""
    for group in _groups(findings.conditions, "student", "search"):
        if len(group) > 1:
            reference = "pre-assessment" if DOMAINS.get(group[0].setting.task) == "math" else "mid-assessment"
            more = _printed(group[0].setting, (reference, *_TRAINED))
            yield _curves("students", "Students and searches", findings, group, more)


def _progress(findings: Findings) -> Iterator[Plot]:
    """Figure 5."""
    curves = {each: progress_curve(each, findings.marks, findings.how) for each in findings.conditions}
    judged = {each: curve for each, curve in curves.items() if any(point is not None for point in curve)}
    if judged:
        series = tuple(Series.of(findings.names[each], _QUESTIONS, curve) for each, curve in judged.items())
        yield Plot("inquiry.progress", "Progress by question", "line", _QUESTION_AXIS, "mean progress, 0 to 1", series)


def _similarity(findings: Findings) -> Iterator[Plot]:
    """Figure 6: dark above the diagonal means that the first condition asks what the second asks later."""
    for first, second in judged_pairs(findings.conditions, findings.marks):
        lines = heat_map(first, second, findings.marks, findings.how)
        columns = tuple(str(turn) for turn in _QUESTIONS)
        values = [tuple(None if point is None else point.value for point in line) for line in lines]
        series = tuple(Series(str(turn), columns, line) for turn, line in zip(_QUESTIONS, values, strict=True))
        one, two = findings.names[first], findings.names[second]
        yield Plot(
            "inquiry.similarity", "Similarity of questions", "heat", f"turn of the analysis: {two}", f"turn: {one}", series
        )


def _positions(findings: Findings) -> Iterator[Plot]:
    """Figure 7: one assessment at each turn."""
    assessed = [each for each in findings.conditions if each.setting.assessment_turn >= 0 and not each.setting.search]
    for group in _groups(assessed, "assessment_turn"):
        if len(group) > 2:  # two positions are compared in the plot of strategies, and three begin to show a course
            ordered = sorted(group, key=lambda condition: condition.setting.assessment_turn)
            yield _curves("positions", "Position of the assessment", findings, ordered)


def _teachers(findings: Findings) -> Iterator[Plot]:
    """Figure 8."""
    for group in _groups(findings.conditions, "teacher"):
        if len(group) > 1:
            yield _curves("teachers", "Teachers", findings, group)


def _search(findings: Findings) -> Iterator[Plot]:
    for name, trees in trees_by_setting(findings.trees).items():
        gains = search_gains(trees, findings.how)
        numbers = [gain.number for gain in gains]
        series = (
            Series.of("best candidate", numbers, [gain.best for gain in gains]),
            Series.of("average candidate", numbers, [gain.average for gain in gains]),
        )
        yield Plot("inquiry.search", f"Candidates: {name}", "line", "question", f"mean Pass@{trees[0].k}", series)
