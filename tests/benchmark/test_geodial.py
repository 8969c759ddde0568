"""Tutors give the teacher's next turn: labels, highlights and words against what the teacher did."""

import asyncio
import json
import re
from pathlib import Path

import numpy as np
import pytest

from gnomon.benchmark import ResultsError, Row, RunConfig, build
from gnomon.benchmark.data import fingerprint
from gnomon.benchmark.figures import Estimate, published
from gnomon.benchmark.geodial import ablation
from gnomon.benchmark.running import run
from gnomon.dialogue import act_of
from gnomon.metrics import CONTEXT_PARTS, mean_metric
from gnomon.models import FakeModel
from gnomon.models.fake_service import FakeServer
from gnomon.tutor import ContextParts
from tests.every import every

# Lines of seven turns, true and given, the example of the formulas; turn 5 is answered with something that is no turn.
TRUE = {1: ["AB"], 2: ["AB", "CD"], 3: ["EF"], 4: [], 5: [], 6: ["AC"], 7: []}
GIVEN = {1: ["BA", "BC"], 2: ["AB"], 3: [], 4: ["GH"], 5: None, 6: ["BD"], 7: ["XY"]}
TRAINING = ("Guide", "Guide", "SelfCorrect")


def teacher(subact, lines, words="Look at it once more."):
    said = {"role": "teacher", "act": act_of(subact), "subact": subact, "feedback": "none", "utterance": words}
    half = len(lines) // 2  # some of them in brown: colours are merged
    return {**said, "highlights": {"green": {"lines": lines[half:]}, "brown": {"lines": lines[:half]}}}


def dialogue(name, split, turns, problem="p"):
    asked = {"id": problem, "text": "QUESTION: find x.", "answer": "34", "solution": "SOLUTION: x is twice 17."}
    named = {} if split is None else {"split": split}
    return {"id": name, **named, "problem": asked, "student_solution": "ATTEMPT: x = 12.", "turns": turns}


def turns_of(numbers):
    for number in numbers:
        yield {"role": "student", "utterance": f"This is message {number}."}
        yield teacher("Guide" if number <= 4 else "SelfCorrect", TRUE[number], f"What about part {number}?")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("geodial") / "dialogues.jsonl"
    rows = [
        dialogue("t", "train", [teacher(subact, [], f"Words of {subact}.") for subact in TRAINING], "other"),
        dialogue("a", "test", list(turns_of(range(1, 5)))),
        dialogue("b", "test", list(turns_of(range(5, 8)))),
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def number_of(prompt):
    return int(re.findall(r"This is message (\d)", prompt)[-1])


def turn_json(lines, words="What about it?", **more):
    highlights = {"lines": lines, "angles": [], "arcs": [], "labels": []}
    said = {"act": "Focus", "subact": "Guide", "highlights": highlights, "feedback": "none", "utterance": words}
    return json.dumps({**said, **more})


def tutor_of(chat, _):
    """Answer as the example says: a whole turn, yes or no, or names."""
    number = number_of(chat.prompt)
    if "Reply yes or no" in chat.prompt:
        return "yes" if GIVEN[number] and "a line segment?" in chat.prompt else "No."
    if "at least one name" in chat.prompt:
        return json.dumps(GIVEN[number] or ["FE"])
    return "I would point at the figure." if GIVEN[number] is None else turn_json(GIVEN[number], f"What about part {number}?")


@pytest.fixture(scope="module")
def server():
    with FakeServer(tutor_of) as started:
        yield started


@pytest.fixture(scope="module")
def one_call(data, server, tmp_path_factory):
    config = RunConfig(task="geodial", tutor=f"fake-model@{server.url}", data=data)
    return run(config, tmp_path_factory.mktemp("runs") / "one").rows


@pytest.fixture(scope="module")
def focused(data, tmp_path_factory):
    """Give the rows and the prompts that were sent."""
    with FakeServer(tutor_of) as started:
        options = {"setting": "focused", "utterance": "truth"}
        config = RunConfig(task="geodial", tutor=f"fake-model@{started.url}", data=data, options=options)
        rows = run(config, tmp_path_factory.mktemp("runs") / "focused").rows
        return rows, [chat.prompt for chat in started.requests]


def made(data="sample", tutor=None, **options):
    return build(RunConfig(task="geodial", tutor=tutor, data=data, options=options))


def answers(benchmark, model=None):
    models = {} if model is None else {"tutor": model}
    return [asyncio.run(benchmark.answer(item, models)) for item in benchmark.items()]


def whole_table(rows, name):
    return next(each for each in made().tables({"ours": rows}) if each.id == f"geodial.{name}")


def table(rows, name):
    found = whole_table(rows, name)
    return dict(zip(found.columns, (cell.value for cell in found.rows[0].cells), strict=True))


def counts(rows, name):
    return whole_table(rows, name).rows[0].counts


def test_each_tutor_turn_is_a_row_of_its_dialogue_with_both_colours_merged(one_call):
    assert [(row.id, row.cluster) for row in one_call[3:5]] == [("a/4", "a"), ("b/1", "b")]
    assert [sorted(row.truth["lines"]) for row in one_call] == list(TRUE.values())
    assert one_call[0].truth["utterance"] == "What about part 1?"
    assert "This is message 2." in one_call[1].text


def test_lines_of_the_example_score_as_worked_by_hand(one_call):
    # TP 3 (1, 2, 6), FP 2 (4, 7), FN 1 (3), TN 1 (5); f = 2/3, 2/3, 0, 0; S = 4/3 over 4 true and 5 given.
    found = table(one_call, "lines")
    prediction = [found[f"Prediction {part}"] for part in ("P", "R", "F1", "accuracy")]
    assert prediction == pytest.approx([60, 75, 600 / 9, 400 / 7])
    assert [found[f"Decision {part}"] for part in ("P", "R", "F1")] == pytest.approx([37.5, 37.5, 100 / 3])
    assert [found[f"Combined {part}"] for part in ("P", "R", "F1")] == pytest.approx([400 / 15, 100 / 3, 800 / 27])
    assert found["Decision, independent F1"] is None  # one call does not ask for it
    outcomes = table(one_call, "outcomes")
    assert [outcomes[f"Line {part}"] for part in ("miss", "leave", "hit")] == [25, 25, 50]


def test_a_reply_that_is_no_turn_has_wrong_labels_no_words_and_is_counted(one_call):
    row = one_call[4]
    assert row.answer.status == "unparseable"
    assert (row.marks["act"], row.marks["utterance"], row.marks["lines"]["is_read"]) == (None, None, False)
    found = table(one_call, "turn")
    assert counts(one_call, "turn")[:2] == (7, 1)
    # Truth Focus 4, Probing 3; output Focus 6, one unreadable: F1 8/10 and 0. Feedback: 6 of 7 right, F1 12/13.
    assert found["act macro-F1"] == pytest.approx(40)
    assert found["feedback macro-F1"] == pytest.approx(100 * 12 / 13)


def test_bleu_is_that_of_sacrebleu_with_an_empty_text_for_an_unreadable_reply(one_call):
    from sacrebleu.metrics.bleu import BLEU

    given = ["" if number == 5 else f"What about part {number}?" for number in TRUE]
    expected = BLEU().corpus_score(given, [[f"What about part {number}?" for number in TRUE]]).score
    assert table(one_call, "turn")["BLEU"] == pytest.approx(expected)


def test_bertscore_is_rescaled_with_nothing_for_an_unreadable_reply(one_call, monkeypatch):
    class Stand:
        setting, baseline_f1 = "a stand-in", 0.8

        def raw_f1(self, candidates, references):
            assert len(candidates) == len(references)
            return [0.9] * len(candidates)

    assert table(one_call, "turn")["BERTScore"] is None  # the model is not there
    monkeypatch.setattr("gnomon.benchmark.geodial.measures.bert_model", Stand)
    # Six of seven are read: (.9 - .8) / (1 - .8) = .5 each.
    assert table(one_call, "turn")["BERTScore"] == pytest.approx(100 * 6 * 0.5 / 7)


def test_what_can_be_read_of_a_reply_counts(data):
    benchmark = made(data)
    reply = turn_json(["AB"], feedback="great", highlights={"lines": ["AB"], "angles": "ABC"})
    answer = answers(benchmark, FakeModel(reply))[0]
    grade = asyncio.run(benchmark.grade(benchmark.items()[0], answer, {}))
    assert answer.status == "partial"
    assert (grade.marks["act_right"], grade.marks["feedback_right"]) == (1, 0)
    assert (grade.marks["lines_f1"], grade.marks["lines"]["is_read"]) == (1.0, True)
    assert not grade.marks["angles"]["is_read"]


def test_a_category_that_can_be_read_in_one_colour_is_read_in_the_row_and_in_the_table(data):
    benchmark = made(data)
    brown = {"lines": ["AB"], "angles": [], "arcs": [], "labels": []}
    reply = turn_json([], highlights={"lines": "AB, BC", "angles": []}, highlights2=brown)
    item, answer = benchmark.items()[0], answers(benchmark, FakeModel(reply))[0]
    assert answer.value["highlights"]["lines"] is None  # green is no list
    grade = asyncio.run(benchmark.grade(item, answer, {}))
    assert (grade.marks["lines_f1"], grade.marks["lines"]["is_read"]) == (1.0, True)
    row = Row(id=item.id, cluster=item.cluster, truth=benchmark.truth(item), answer=answer, grade=grade)
    assert table([row], "lines")["Decision F1"] == 100


@pytest.mark.parametrize("setting", ["turn", "focused"])
def test_where_a_picture_is_gone_the_model_does_not_apply_and_the_row_shows_none(data, tmp_path, setting):
    told = [json.loads(line) for line in Path(data).read_text().splitlines()]
    for each in told:
        each["problem"]["images"] = [str(tmp_path / "gone.png")]
    path = tmp_path / "dialogues.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in told))
    model, benchmark = FakeModel(turn_json([])), made(str(path), setting=setting)
    answer = answers(benchmark, model)[0]
    assert answer.extra["not_applicable"] == "no_picture"
    assert model.requests == []
    row = Row(id="a/1", cluster="a", answer=answer)
    assert benchmark.picture(benchmark.items()[0], row) is None
    assert answers(made(str(path), setting=setting, parts="question"), model)[0].applies


def test_the_focused_setting_gives_decision_whatever_prediction_says(focused):
    rows, _ = focused
    found = table(rows, "lines")
    # Turn 3 says no, and would name EF: independent f = 2/3, 2/3, 1, 0; the rest as in one call.
    assert found["Decision, independent F1"] == pytest.approx(100 * (7 / 3) / 4)
    assert found["Decision F1"] == pytest.approx(100 / 3)
    assert found["Combined F1"] == pytest.approx(800 / 27)
    assert table(rows, "arcs")["Prediction F1"] is None  # not asked
    assert table(rows, "turn")["act macro-F1"] is None


def test_the_focused_setting_asks_which_only_where_the_teacher_highlights(focused):
    _, prompts = focused
    asked = [number_of(prompt) for prompt in prompts if "at least one name" in prompt]
    assert sorted(asked) == [1, 2, 3, 6]
    assert len(prompts) == 2 * 7 + 4
    assert all(f"Words: What about part {number_of(prompt)}?" in prompt for prompt in prompts)


def test_without_words_the_highlight_questions_show_none(data):
    model = FakeModel("no")
    answers(made(data, setting="focused", utterance="none"), model)
    assert not any("Words:" in message.text for request in model.requests for message in request.messages)


def test_an_unreadable_yes_or_no_counts_as_no_and_leaves_the_names(data):
    benchmark = made(data, setting="focused", utterance="none")
    model = FakeModel(lambda request, _: '["AB"]' if "at least one name" in request.messages[-1].text else "perhaps")
    answer = answers(benchmark, model)[0]
    marks = asyncio.run(benchmark.grade(benchmark.items()[0], answer, {})).marks
    assert answer.status == "partial"
    assert marks["lines"] == {"true": ["AB"], "given": ["AB"], "says": False, "is_read": False}
    assert marks["lines_f1"] == 0.0


@pytest.mark.slow
def test_a_guarded_tutor_is_asked_again_and_its_interventions_are_counted(data):
    def leaks_first(request, _):
        was_refused = "Drafts of this turn that were refused" in request.messages[-1].text
        return turn_json([], "What can you say?" if was_refused else "The answer is 34.")

    benchmark = made(data, guard=True)
    answer = answers(benchmark, FakeModel(leaks_first))[0]
    assert answer.value["utterance"] == "What can you say?"
    assert (len(answer.extra["guard"]["stopped"]), answer.extra["guard"]["unread"]) == (1, [])
    raw = answers(made(data), FakeModel(leaks_first))[0]
    assert raw.value["utterance"] == "The answer is 34."


def test_a_grounded_tutor_gets_the_proof_and_is_not_asked_where_there_is_none(data):
    model = FakeModel(turn_json([]))
    formal = made(notes="proof")
    first = asyncio.run(formal.answer(formal.items()[0], {"tutor": model}))
    assert first.extra["has_notes"]
    assert "private notes" in model.requests[0].messages[-1].text
    unknown = answers(made(data, notes="proof"), model)
    assert len(model.requests) == 1
    assert all("not_applicable" in answer.flags for answer in unknown)


def test_the_symbolic_tutor_answers_what_it_can_prove_and_says_where_it_does_not_apply(data):
    sample = made(tutor="symbolic")
    answer = asyncio.run(sample.answer(sample.items()[0], {}))
    assert (answer.status, answer.value["subact"]) == ("ok", "Introduce")
    unknown = made(data, tutor="symbolic")
    skipped = answers(unknown)[0]
    grade = asyncio.run(unknown.grade(unknown.items()[0], skipped, {}))
    assert skipped.extra["not_applicable"].startswith("no proof for")
    assert grade.marks == {}


def test_turns_to_which_a_tutor_does_not_apply_are_in_no_figure_and_counted(one_call):
    skipped = one_call[5].answer.model_copy(update={"flags": ("not_applicable",)})
    mixed = [*one_call[:5], one_call[5].model_copy(update={"answer": skipped, "grade": None})]
    found = table(mixed, "turn")
    assert counts(mixed, "turn").not_applicable == 1
    assert found["act macro-F1"] == pytest.approx(table(one_call[:5], "turn")["act macro-F1"])


def test_formal_descriptions_of_the_users_own_are_found_by_problem_id(data, tmp_path):
    own = tmp_path / "own.yaml"
    figure = {"points": {"A": [1, 0], "B": [0, 0], "C": [0.829, 0.559]}, "lines": [["A", "B"], ["B", "C"]]}
    facts = ["Equals(MeasureOf(Angle(A,B,C)),34)"]
    own.write_text(
        json.dumps({"id": "p", "text": "t", "figure": figure, "facts": facts, "find": "MeasureOf(Angle(A,B,C))"})
    )  # JSON is YAML
    point = made(data, tutor="symbolic", problems=str(own)).items()[0].content
    assert point.formal.formal.goal is not None
    assert point.problem.question.text == "QUESTION: find x."  # the data's words stay
    assert made(data, tutor="symbolic").items()[0].content.formal is None


def test_a_tutor_of_the_users_own_is_opened_by_module_and_factory(data, tmp_path, monkeypatch):
    (tmp_path / "mine_geodial.py").write_text(
        "from gnomon.dialogue import TutorTurn\n"
        "class Mine:\n"
        "    def reply(self, context):\n"
        "        words = f'{len(context.dialogue.turns)} turns so far.'\n"
        "        return TutorTurn(act='Focus', subact='Guide', utterance=words)\n"
    )
    monkeypatch.chdir(tmp_path)
    said = [answer.value["utterance"] for answer in answers(made(data, tutor="mine_geodial:Mine"))]
    assert said[:4] == [f"{number} turns so far." for number in (1, 3, 5, 7)]


def test_a_random_turn_is_a_training_turn_chosen_by_item_and_seed(data):
    benchmark = made(data, "random-turn")
    told = answers(benchmark)
    assert {answer.value["utterance"] for answer in told} <= {f"Words of {subact}." for subact in TRAINING}
    assert told == answers(made(data, "random-turn"))
    others = [answers(build(RunConfig(task="geodial", tutor="random-turn", data=data, seed=seed))) for seed in range(1, 6)]
    assert any(other != told for other in others)


def test_the_majority_gives_the_most_frequent_value_of_each_field(data):
    (value,) = {json.dumps(answer.value) for answer in answers(made(data, "majority"))}
    assert json.loads(value)["subact"] == "Guide"
    assert json.loads(value)["utterance"] == "Words of Guide."
    assert not any(json.loads(value)["highlights"].values())


@pytest.mark.parametrize(
    ("parts", "seen"),
    [
        ("question+diagram+correct_solution+student_solution", ["QUESTION", "SOLUTION", "34", "ATTEMPT"]),
        ("student_solution", ["ATTEMPT"]),
        ("correct_solution", ["SOLUTION", "34"]),
        ("dialogue_only", []),
    ],
)
def test_a_model_sees_only_the_parts_chosen(data, parts, seen):
    model = FakeModel(turn_json([]))
    benchmark = made(data, parts=parts)
    asyncio.run(benchmark.answer(benchmark.items()[0], {"tutor": model}))
    text = model.requests[0].messages[-1].text
    assert [mark for mark in ("QUESTION", "SOLUTION", "34", "ATTEMPT") if mark in text] == seen


@pytest.mark.slow
def test_runs_that_differ_in_parts_give_the_combinations_and_a_fit(one_call):
    shown = ["dialogue_only", "question", "diagram", "correct_solution", "student_solution", "question+diagram"]
    runs = {}
    for place, parts in enumerate(shown):  # each run on other rows, so that outcomes differ
        kept = one_call[: place + 2]
        extra = [{**row.answer.extra, "parts": parts} for row in kept]
        runs[parts] = [
            row.model_copy(update={"answer": row.answer.model_copy(update={"extra": more})})
            for row, more in zip(kept, extra, strict=True)
        ]
    by_id = {found.id: found for found in made().tables(runs)}
    context, fit = by_id["geodial.context"], by_id["geodial.regression"]
    ours = [row.cells for row in context.rows if not row.is_published]
    design = np.array([[1, *(cell.value == "yes" for cell in cells[:4])] for cells in ours], dtype=float)
    expected = np.linalg.lstsq(design, np.array([cells[4].value for cells in ours]), rcond=None)[0]
    row = next(row for row in fit.rows if row.name == "fake-model: act")
    assert [cell.value for cell in row.cells[:5]] == pytest.approx([*expected[1:], expected[0]], abs=1e-9)
    assert row.cells[-1].value == 6


def paper_runs(*, roles):
    """Give Table 15's runs: a vision model where the diagram is shown, a text model where it is not."""
    for row in published("geodial")["context"]["rows"]:
        state = "tuned" if row["is_tuned"] else "base"
        model = f"{'Qwen3-VL-8B' if row['parts'][1] else 'Qwen3-8B'}, {state}"
        parts = ContextParts(**dict(zip(CONTEXT_PARTS, map(bool, row["parts"]), strict=True)))
        yield ablation._Run(f"{model} {row['parts']}", model, "", state if roles else "", parts, row["values"])


def printed(place):
    """Measure a figure that is there already, as one row that the mean is taken of."""
    return lambda values: Estimate(mean_metric([values[place]]), (0,))


def test_one_role_is_fitted_over_the_models_that_it_changes_to_and_gives_the_papers_figures():
    groups = ablation._groups(list(paper_runs(roles=True)))
    assert groups.keys() == {"tuned", "base"}
    fit = ablation._fit(groups["tuned"], printed(0), 1)
    # Worked out from Table 15 (formulas, "Context ablation"): .31, .89, .71, .14, constant 42.74, R squared 28.7 %.
    assert [fit.found.coefficients[part] for part in CONTEXT_PARTS] == pytest.approx([0.31, 0.89, 0.71, 0.14], abs=0.005)
    assert fit.found.constant == pytest.approx(42.74, abs=0.005)
    assert fit.found.r_squared == pytest.approx(0.287, abs=0.0005)
    assert fit.combinations == 16


def test_without_a_role_two_models_are_one_tutor_only_where_no_context_is_there_twice():
    tuned = [run for run in paper_runs(roles=False) if run.tutor.endswith("tuned")]
    both = ablation._groups(tuned)["Qwen3-8B, tuned and Qwen3-VL-8B, tuned"]
    assert ablation._fit(both, printed(0), 1).combinations == 16
    groups = ablation._groups(list(paper_runs(roles=False)))
    assert [name for name, group in groups.items() if ablation._fit(group, printed(0), 1)] == []


def test_the_role_of_a_run_is_kept_with_its_answers(data):
    (answer, *_) = answers(made(data, role="tuned"), FakeModel(turn_json([])))
    assert answer.extra["role"] == "tuned"


def test_the_words_of_the_focused_setting_are_written_for_the_move_that_is_shown(data):
    def reply(request, _):
        text = request.messages[-1].text
        if "Give the teacher's next turn" not in text:
            return "no"
        return turn_json([], "Which line is it?")  # Focus, Guide: the move of turns 1 to 4

    model, benchmark = FakeModel(reply), made(data, setting="focused", utterance="model")
    told = answers(benchmark, model)
    written = [request for request in model.requests if "Give the teacher's next turn" in request.messages[-1].text]
    assert ["`Focus`, `Guide`" in request.messages[0].text for request in written] == [True] * 4 + [False] * 3
    shown = [request.messages[-1].text for request in model.requests if "Reply yes or no" in request.messages[-1].text]
    assert sum("Move: Focus, Guide." in text and "Words: Which line is it?" in text for text in shown) == 2 * 4
    assert sum("Move: Probing, SelfCorrect." in text and "Words:" not in text for text in shown) == 2 * 3
    assert [("other_move" in answer.flags, answer.status) for answer in told[3:5]] == [(False, "ok"), (True, "partial")]
    marks = asyncio.run(benchmark.grade(benchmark.items()[0], told[0], {})).marks
    assert marks["feedback_right"] == 1
    assert not {"act", "act_right", "subact", "subact_right"} & set(marks)  # given, so no figure


def test_a_highlighted_mark_counts_whatever_words_name_it(tmp_path):
    turn = {**teacher("Guide", []), "highlights": {"green": {"labels": ["Parallel mark on BA", "P"]}}}
    path = tmp_path / "dialogues.jsonl"
    path.write_text(json.dumps(dialogue("a", "test", [turn])) + "\n")
    benchmark = made(str(path))
    reply = turn_json([], highlights={"lines": [], "angles": [], "arcs": [], "labels": ["parallel AB", "equal ABC"]})
    (answer,) = answers(benchmark, FakeModel(reply))
    marks = asyncio.run(benchmark.grade(benchmark.items()[0], answer, {})).marks
    assert marks["labels"]["true"] == ["parallel AB", "P"]
    assert marks["labels_f1"] == 0.5  # one in common, of two and two


def test_runs_with_the_same_parts_give_no_ablation(one_call):
    assert not [found for found in made().tables({"one": one_call, "two": one_call}) if found.id == "geodial.context"]


def test_every_table_shows_published_rows_after_ours_and_counts_beside_the_names(one_call, focused):
    for found in made().tables({"one": one_call, "focused": focused[0]}):
        assert all(row.counts for row in found.ours)
        marks = [row.is_published for row in found.rows]
        assert marks == sorted(marks)
    names = {found.id for found in made().tables({"one": one_call})}
    assert {f"geodial.{name}" for name in ("turn", "prediction", "lines", "angles", "one_call", "outcomes")} <= names


def test_the_published_combined_figures_keep_the_identities_of_the_formulas():
    # Combined P / Combined R = Prediction P / Prediction R, and F1 is their harmonic mean; figures are rounded to .1.
    paper = published("geodial")
    for row in paper["lines"]["rows"] + paper["angles"]["rows"]:
        p, r, *_, combined_p, combined_r, combined_f1 = row["values"]
        assert combined_p / combined_r == pytest.approx(p / r, rel=0.01)
        assert combined_f1 == pytest.approx(2 * combined_p * combined_r / (combined_p + combined_r), abs=0.11)


def test_the_published_regression_follows_from_the_published_combinations():
    paper = published("geodial")
    for place, name in enumerate(("act", "subact", "feedback", "BLEU")):
        for is_tuned in (True, False):
            rows = [row for row in paper["context"]["rows"] if row["is_tuned"] == is_tuned]
            design = np.array([[1, *row["parts"]] for row in rows], dtype=float)
            constant, *slopes = np.linalg.lstsq(design, np.array([row["values"][place] for row in rows]), rcond=None)[0]
            title = f"{name}, {'fine-tuned' if is_tuned else 'untuned'}"
            printed = next(row["values"] for row in paper["regression"]["rows"] if row["name"] == title)
            assert [*slopes, constant] == pytest.approx(printed[:5], abs=0.05)


def test_the_picture_shows_the_highlights_of_the_reply():
    benchmark = made()
    item = benchmark.items()[0]
    answer = asyncio.run(benchmark.answer(item, {"tutor": FakeModel(turn_json(["RP"]))}))
    row = type("Answered", (), {"answer": answer})()
    picture = benchmark.picture(item, row)
    assert picture.highlights.lines == ("PR",)
    assert "P" in picture.figure.points


def test_dialogues_without_a_split_are_parted_by_problem(tmp_path):
    path = tmp_path / "all.jsonl"
    rows = [dialogue(f"d{n}", None, list(turns_of([1])), f"p{n}") for n in range(20)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = {split: {item.cluster for item in made(str(path), split=split).items()} for split in ("train", "validation", "test")}
    assert sorted(map(len, found.values())) == [2, 2, 16]
    assert len(set.union(*found.values())) == 20


def test_the_items_are_the_same_each_time_they_are_read(data):
    assert fingerprint(tuple(made().items())) == fingerprint(tuple(made().items()))
    assert fingerprint(tuple(made().items())) != fingerprint(tuple(made(data).items()))


@every(
    [
        ({"judge": "m@http://127.0.0.1:9/v1"}, "takes no --judge"),
        ({"tutor": "nobody"}, "symbolic, random-turn or majority"),
        ({"tutor": "grounded+m@http://127.0.0.1:9/v1"}, "notes=proof"),
        ({"tutor": "random-turn", "options": {"guard": True}}, "'guard' does not go with a control"),
        ({"tutor": "symbolic", "options": {"parts": "question"}}, "'parts' does not go with a tutor that is no model"),
        ({"options": {"utterance": "truth"}}, "'utterance' does not go with setting=turn"),
        ({"options": {"setting": "focused", "guard": True}}, "'guard' does not go with setting=focused"),
        ({"options": {"parts": "answer"}}, "unknown part 'answer'"),
        ({"options": {"parts": "question", "notes": "proof"}}, "leave correct_solution among the parts"),
        ({"options": {"problems": "/nowhere.yaml"}}, "setting problems"),
    ]
)
def test_what_does_not_fit_is_refused_in_one_line(config, message):
    with pytest.raises(ResultsError, match=re.escape(message)):
        build(RunConfig(task="geodial", **config))


def test_an_empty_split_names_those_there_are_and_controls_need_training_turns(data, tmp_path):
    with pytest.raises(ResultsError, match="'validation'; there are: train, test"):
        made(data, split="validation")
    only_test = tmp_path / "test.jsonl"
    only_test.write_text(json.dumps(dialogue("a", "test", list(turns_of([1])))) + "\n")
    with pytest.raises(ResultsError, match="training split"):
        made(str(only_test), "random-turn")
