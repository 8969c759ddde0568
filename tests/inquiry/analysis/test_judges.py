"""Judges' marks of questions: asked once for each question and pair, averaged by hand, unreadable ones counted."""

import asyncio
import json

import pytest

from gnomon.inquiry.analysis.curves import Condition, conditions_of, dialogue_key
from gnomon.inquiry.analysis.judges import (
    JudgedProblem,
    ProgressMark,
    heat_map,
    judge_progress,
    judged_pairs,
    progress_curve,
    read_marks,
    write_marks,
)
from gnomon.inquiry.analysis.judging import compared_with_unscaffolded, marks_by
from gnomon.inquiry.errors import InquiryError
from gnomon.judge import JudgeSettings, ProgressJudge
from gnomon.models import CallSettings, FakeModel
from tests.inquiry.made_rows import rows

PLAIN = rows([[0] * 6] * 2)
TRAINED = rows([[0] * 6] * 2, student="trained", scaffolding="scaffolded")
PROBLEMS = {name: JudgedProblem(f"Problem {name}.", "A solution.") for name in ("p1", "p2")}


def answer(request, _):
    """Progress grows with the number of the question; similarity says whether both numbers are the same."""
    text = request.messages[-1].text
    if "similarity" in json.dumps(request.response_schema.json_schema):
        numbers = [text.count(f"question {i} of") for i in range(1, 6)]
        return json.dumps({"justification": "", "similarity": 1.0 if 2 in numbers else 0.25})
    number = next(i for i in range(1, 6) if f"question {i} of" in text)
    return json.dumps({"justification": "", "reasoning_present": True, "progress": number / 10})


def marks(model, **how):
    return asyncio.run(marks_by(model, conditions_of([*PLAIN, *TRAINED]), PROBLEMS, most=20, **how))


def test_every_question_and_every_pair_is_judged():
    # 4 dialogues of 5 questions; 2 problems with 5 x 5 pairs.
    model = FakeModel(answer)
    found = marks(model)
    assert [mark.kind for mark in found].count("progress") == 20
    assert [mark.kind for mark in found].count("similarity") == 50
    assert len(model.requests) == 70


def test_a_mark_says_how_the_judge_was_asked():
    model = FakeModel(answer)
    found = marks(model, asking=CallSettings(temperature=0.7, reasoning_effort="low"))
    assert {(request.temperature, request.reasoning_effort) for request in model.requests} == {(0.7, "low")}
    assert all(mark.asked == JudgeSettings(temperature=0.7, reasoning_effort="low") for mark in found)
    assert {mark.kind: len(mark.prompt_sha256) for mark in found} == {"progress": 64, "similarity": 64}


def test_the_progress_curve_is_the_mean_by_question():
    found = marks(FakeModel(answer))
    plain, _ = conditions_of([*PLAIN, *TRAINED])
    assert [point.value for point in progress_curve(plain, found)] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])


def test_the_heat_map_has_the_first_conditions_questions_as_lines():
    found = marks(FakeModel(answer))
    plain, trained = conditions_of([*PLAIN, *TRAINED])
    values = [[point.value for point in line] for line in heat_map(trained, plain, found)]
    assert values == [[1.0 if i == j else 0.25 for j in range(5)] for i in range(5)]
    assert not any(point for line in heat_map(plain, trained, found) for point in line)


def test_the_pairs_that_were_judged_are_known_from_the_marks():
    plain, trained = conditions_of([*PLAIN, *TRAINED])
    assert judged_pairs([plain, trained], marks(FakeModel(answer))) == ((trained, plain),)
    assert judged_pairs([plain, trained], ()) == ()


def test_a_search_does_not_take_the_marks_of_dialogues_with_its_settings():
    found = marks(FakeModel(answer))
    plain, _ = conditions_of([*PLAIN, *TRAINED])
    search = Condition(plain.setting._replace(search="self"), plain.rows)
    assert progress_curve(search, found) == (None,) * 5


def test_a_judgement_that_cannot_be_read_has_no_value_and_is_in_no_mean():
    plain, _ = conditions_of([*PLAIN, *TRAINED])
    own = [
        ProgressMark(judge="j", dialogue=dialogue_key(row), problem=row.problem, number=1, value=value, status=status)
        for row, value, status in zip(PLAIN, (0.5, None), ("ok", "unparseable"), strict=True)
    ]
    assert [None if point is None else point.value for point in progress_curve(plain, own)] == [0.5, None, None, None, None]
    assert all(mark.value is None for mark in marks(FakeModel("I would say it is good.")))


def test_a_problem_that_is_not_among_the_data_is_named():
    with pytest.raises(InquiryError, match="'p1'"):
        asyncio.run(judge_progress(PLAIN, ProgressJudge(FakeModel("")), {}))


def test_conditions_are_compared_with_the_unscaffolded_one():
    plain, trained = conditions_of([*PLAIN, *TRAINED])
    assert compared_with_unscaffolded([trained, plain]) == ((trained, plain),)


def test_marks_are_read_as_they_were_written(tmp_path):
    found = marks(FakeModel(answer))
    write_marks(found, tmp_path / "marks.jsonl")
    assert read_marks(tmp_path / "marks.jsonl") == found
    (tmp_path / "marks.jsonl").write_text('{"kind": "progress"}\n')
    with pytest.raises(InquiryError, match="line 1"):
        read_marks(tmp_path / "marks.jsonl")
