"""MathExplain: keypoints are matched one to one, explanations rated and compared; figures are means over problems."""

import asyncio
import json
import re
import sys
from importlib.resources import files
from statistics import mean

import pytest
import sacrebleu
import yaml

from gnomon.benchmark import Answer, ResultsError, Row, RunConfig, build
from gnomon.benchmark.mathexplain.answers import score_final_answer
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.running import run
from gnomon.metrics import MissingDataError
from gnomon.models import FakeModel, ModelUnavailableError
from gnomon.models.fake_service import FakeServer
from tests.every import every

KEYPOINTS, EXPLANATION = "mathexplain_keypoints", "mathexplain_explanation"
LISTED = '[{"element": "Line AH", "description": "the height"}, {"element": "Line XY", "description": "no use"}]'
PROSE = "I would draw something helpful."
MATCHED = '{"matches": [{"reference": "R1", "predicted": "P1"}, {"reference": "R2", "predicted": "P1"}]}'
RATED = "Sound, but short.\nRating: [[4, 3, 2, 1]]"


def answering(chat, _index):
    """Answer each prompt of both tasks as a model would, one problem in two with prose instead of a list."""
    if "You rate an explanation" in chat.prompt:
        return "Fine." if "tangent" in chat.prompt else RATED
    if "You compare two lists" in chat.prompt:
        return MATCHED
    if "turn its" in chat.prompt:
        return '[{"element": "Line AB", "description": "from the prose"}]'
    if "Which visual keypoints" in chat.prompt:
        return PROSE if "circle" in chat.prompt else LISTED
    if "The answer is:" in chat.prompt:
        return "C" if "letter of the option" in chat.prompt else "It depends."
    return "Draw the height AH onto BC."


@pytest.fixture(scope="module")
def model():
    with FakeServer(answering, keep_requests=False) as server:
        yield f"fake-model@{server.url}"


def names(*elements):
    return [{"element": element, "description": f"{element} is drawn"} for element in elements]


@pytest.fixture
def dataset(tmp_path):
    """Write a dataset with the given rows; what a row leaves out is filled in."""
    (tmp_path / "p.png").write_bytes(b"\x89PNG\r\n\x1a\n")

    def write(*rows):
        whole = {"kind": "geometry", "chapter": "C", "section": "S", "problem": "Find x.", "image": "p.png", "answer": "7"}
        whole |= {"solution": "Draw AB. Then x = 7.", "keypoints": names("Line AB")}
        lines = [json.dumps({"id": f"m-{number}", **whole, **row}) for number, row in enumerate(rows)]
        (tmp_path / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return str(tmp_path / "items.jsonl")

    return write


def rows_of(config, models=None):
    """Answer and grade every item without Inspect."""
    benchmark = build(config)

    async def row_of(item):
        answer = await benchmark.answer(item, models or {})
        grade = await benchmark.grade(item, answer, models or {})
        named = {"id": item.id, "cluster": item.cluster, "groups": dict(item.groups), "truth": benchmark.truth(item)}
        return Row(**named, answer=answer, grade=grade, error=grade.error)

    async def all_rows():
        return [await row_of(item) for item in benchmark.items()]

    return asyncio.run(all_rows())


def table_of(config, rows, table_id):
    return next(table for table in build(config).tables({"ours": rows}) if table.id == table_id)


def ours(table):
    return {name: cell.value for name, cell in zip(table.columns, table.rows[0].cells, strict=True)} | table.rows[
        0
    ].counts._asdict()


class Unavailable(FakeModel):
    async def respond(self, _):
        raise ModelUnavailableError("the server is gone")


# first task


def test_the_figures_of_a_run_follow_from_its_rows(tmp_path, model):
    outcome = run(RunConfig(task=KEYPOINTS, tutor=model, judge=model), tmp_path / "run")
    found = [row.marks["matching"] for row in outcome.rows]
    # Recomputed from the pairs: the judge gives P1 to the first two references, of which the first keeps it.
    assert {sum(match is not None for _, match in each["pairs"]) for each in found} == {1}
    f1 = [2 / (len(each["proposed"]) + len(each["pairs"])) for each in found]
    assert outcome.headline["f1"] == pytest.approx(mean(f1))
    table = report_of([tmp_path / "run"]).tables[0]
    assert ours(table)["overall F1"] == pytest.approx(mean(f1))
    by_kind = [value for value, row in zip(f1, outcome.rows, strict=True) if row.groups["kind"] == "graph"]
    assert ours(table)["graph F1"] == pytest.approx(mean(by_kind))
    assert ours(table)["repairs"] >= len(found)
    assert table.rows[0].counts.rows == len(found)


def test_f1_is_averaged_over_problems_and_never_taken_of_the_means(dataset):
    # (predicted, reference, matched) = (2, 4, 2), (5, 3, 1), (0, 3, 0): F1 2/3, 1/4, 0; the means of P and R give .328.
    references = [names("Point A", "Point B", "Point C", "Point D"), *[names("Line AB", "Line CD", "Line EF")] * 2]
    lists = {"one": names("Point A", "Point D"), "two": names("Line BA", "Line P", "Line Q", "Line R", "Line S"), "three": []}
    path = dataset(*({"problem": text, "keypoints": kept} for text, kept in zip(lists, references, strict=True)))
    tutor = FakeModel(lambda request, _: json.dumps(next(v for k, v in lists.items() if f"\n{k}\n" in request.messages[-1].text)))
    config = RunConfig(task=KEYPOINTS, judge="exact", data=path)
    figures = ours(table_of(config, rows_of(config, {"tutor": tutor}), f"{KEYPOINTS}.main"))
    found = [round(figures[f"overall {short}"], 3) for short in ("P", "R", "F1")]
    assert found == [0.4, 0.278, 0.306]
    assert figures["nothing proposed"] == 1
    assert figures["graph F1"] is None


def test_one_proposed_element_for_two_references_is_mended_and_counted(dataset):
    # The paper's own example of a matching does this.
    config = RunConfig(task=KEYPOINTS, data=dataset({"keypoints": names("Line AB", "Angle ABC")}))
    (row,) = rows_of(config, {"tutor": FakeModel(LISTED), "judge": FakeModel(MATCHED)})
    assert row.marks["matching"]["pairs"] == [["Line AB", "Line AH"], ["Angle ABC", None]]
    assert row.marks["matching"]["repairs"]["reused_predictions"] == 1
    assert (row.marks["precision"], row.marks["recall"]) == (0.5, 0.5)


def test_prose_is_parsed_by_the_judging_model_alone(dataset):
    config = RunConfig(task=KEYPOINTS, data=dataset({}))
    judge = FakeModel(lambda request, _: LISTED if "turn its" in request.messages[0].text else MATCHED)
    (row,) = rows_of(config, {"tutor": FakeModel(PROSE), "judge": judge})
    assert [each["element"] for each in row.marks["matching"]["proposed"]] == ["Line AH", "Line XY"]
    exact = RunConfig(task=KEYPOINTS, judge="exact", data=config.data)
    (row,) = rows_of(exact, {"tutor": FakeModel(PROSE)})
    assert row.answer.status == "unparseable"
    assert row.marks["f1"] == 0
    assert ours(table_of(exact, [row], f"{KEYPOINTS}.main"))["unreadable"] == 1


def test_what_the_judge_gives_unreadably_is_in_no_mean(dataset):
    config = RunConfig(task=KEYPOINTS, data=dataset({}, {}))
    replies = iter(["no matches to speak of", '{"matches": [{"reference": "R1", "predicted": "P2"}]}'])
    rows = rows_of(config, {"tutor": FakeModel(LISTED), "judge": FakeModel(lambda *_: next(replies))})
    assert [row.marks["f1"] for row in rows] == [None, pytest.approx(2 / 3)]
    figures = ours(table_of(config, rows, f"{KEYPOINTS}.main"))
    assert (figures["overall F1"], figures["unreadable"]) == (pytest.approx(2 / 3), 1)


def test_a_judge_that_cannot_be_asked_fails_the_row_and_leaves_no_mark(dataset):
    config = RunConfig(task=KEYPOINTS, data=dataset({}))
    (row,) = rows_of(config, {"tutor": FakeModel(LISTED), "judge": Unavailable("")})
    assert not row.marks
    assert row.error.boundary == "judge/keypoint_matcher"
    assert ours(table_of(config, [row], f"{KEYPOINTS}.main"))["failed"] == 1


@pytest.mark.parametrize(("tutor", "score"), [("reference", 1), ("empty", 0)])
def test_the_controls_score_all_and_nothing(tutor, score):
    config = RunConfig(task=KEYPOINTS, tutor=tutor, judge="exact")
    assert build(config).roles == ()
    assert dict(build(config).headline(rows_of(config))) == dict.fromkeys(
        ("precision", "recall", "f1", "geometry.f1", "graph.f1"), score
    )


def test_the_symbolic_explainer_answers_formal_problems_and_is_counted_elsewhere(dataset):
    path = dataset({"formal": "isosceles-area-bikv", "keypoints": names("Line BI", "Line KV", "Line QQ")}, {})
    config = RunConfig(task=KEYPOINTS, tutor="symbolic", judge="exact", data=path)
    formal, other = rows_of(config)
    assert {"Line BI", "Line KV"} <= {match for _, match in formal.marks["matching"]["pairs"]}
    assert (other.answer.extra, dict(other.marks)) == ({"not_applicable": "no_formal_description"}, {})
    figures = ours(table_of(config, [formal, other], f"{KEYPOINTS}.main"))
    assert figures["overall R"] == pytest.approx(2 / 3)
    assert figures["not_applicable"] == 1


def test_a_formal_description_that_cannot_be_found_is_named(dataset):
    config = RunConfig(task=KEYPOINTS, tutor="symbolic", judge="exact", data=dataset({"formal": "no-such-problem"}))
    with pytest.raises(ResultsError, match="no-such-problem"):
        rows_of(config)


def test_the_explainer_sees_picture_answer_and_topic_and_never_the_reference(dataset):
    tutor = FakeModel(LISTED)
    path = dataset({"keypoints": names("Line QZ"), "chapter": "Circles", "section": "Tangents", "answer": "31.5"})
    rows_of(RunConfig(task=KEYPOINTS, judge="exact", data=path), {"tutor": tutor})
    (request,) = tutor.requests
    text = "\n".join(message.text for message in request.messages)
    assert all(part in text for part in ("Circles", "Tangents", "31.5"))
    assert "QZ" not in text
    assert [len(message.images) for message in request.messages] == [0, 1]


def test_a_picture_that_is_not_there_leaves_the_problem_unanswered(dataset):
    config = RunConfig(task=KEYPOINTS, judge="exact", data=dataset({"image": "gone.png"}))
    (row,) = rows_of(config, {"tutor": FakeModel(LISTED)})
    assert row.answer.extra["not_applicable"] == "no_picture"


def test_an_own_explainer_may_give_its_keypoints_as_they_are(dataset, tmp_path, monkeypatch):
    code = """
    from gnomon.figure import VisualKeypoint
    from gnomon.tutor import ExplanationReply, KeypointReply
    class Own:
        name = "own"
        async def identify(self, context):
            return KeypointReply("see the list", (VisualKeypoint(element="Line BA", description=context.question.text),))
        async def explain(self, context): return ExplanationReply("")
        async def answer(self, context, explanation): return ExplanationReply("7")
    """
    (tmp_path / "own_explainer.py").write_text(re.sub(r"^    ", "", code, flags=re.MULTILINE), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (row,) = rows_of(RunConfig(task=KEYPOINTS, tutor="own_explainer:Own", judge="exact", data=dataset({})))
    sys.modules.pop("own_explainer")
    assert row.answer.text == "see the list"
    assert row.marks["f1"] == 1


def test_the_picture_of_a_row_is_the_problems_alone():
    benchmark = build(RunConfig(task=KEYPOINTS, tutor="empty", judge="exact"))
    item = benchmark.items()[0]
    (image,) = benchmark.picture(item, Row(id=item.id, cluster=item.cluster)).images
    assert image.startswith("data:image/png;base64,")


# second task


@pytest.mark.slow
def test_a_run_without_the_answer_is_rated_and_answered(tmp_path, model):
    options = {"setting": "no-answer"}
    outcome = run(RunConfig(task=EXPLANATION, tutor=model, judge=model, options=options), tmp_path / "run")
    unread = [row for row in outcome.rows if "tangent" in row.truth["solution"]]
    assert [row.marks["correctness"] for row in unread] == [None] * len(unread)
    found = {table.id: table for table in report_of([tmp_path / "run"]).tables}
    assert found.keys() == {f"{EXPLANATION}.no_answer", f"{EXPLANATION}.texts"}
    figures = ours(found[f"{EXPLANATION}.no_answer"])
    assert (figures["correctness (judge)"], figures["referencing (judge)"]) == (4, 2)
    assert figures["ratings with a gap"] == len(unread)
    # The tutor answers C to every choice, and to short questions nothing readable.
    choices = [row for row in outcome.rows if row.truth["choices"] and row.groups["kind"] == "geometry"]
    right = [row.truth["choices"][2] == row.truth["answer"] for row in choices]
    assert figures["geometry MCQA"] == pytest.approx(mean(right))
    assert figures["geometry SA"] == figures["graph SA"] == 0
    assert figures["geometry overall"] == pytest.approx(sum(right) / 8)
    assert figures["answers not read"] == sum(not row.truth["choices"] for row in outcome.rows)


def test_the_explainer_is_shown_the_answer_in_one_setting_and_not_in_the_other(dataset):
    path = dataset({"answer": "31.5", "keypoints": names("Line QZ")})
    for setting, is_shown in (("answer", True), ("no-answer", False)):
        tutor = FakeModel("31 and a half")
        config = RunConfig(task=EXPLANATION, judge="none", data=path, options={"setting": setting})
        (row,) = rows_of(config, {"tutor": tutor})
        asked = ["\n".join(message.text for message in request.messages) for request in tutor.requests]
        assert "QZ" in asked[0]
        assert [("31.5" in text) for text in asked] == [True] if is_shown else [False, False]
        assert ("final_answer" in row.marks) is not is_shown


def test_the_judge_sees_two_texts_and_no_picture(dataset):
    judge = FakeModel(RATED)
    config = RunConfig(task=EXPLANATION, tutor="reference", data=dataset({}))
    (row,) = rows_of(config, {"judge": judge})
    (request,) = judge.requests
    assert not any(message.images for message in request.messages)
    assert request.messages[-1].text.count("Draw AB. Then x = 7.") == 2
    assert dict(row.marks) == {"correctness": 4, "fidelity": 3, "visual_referencing": 2, "answer_right": 1}
    assert row.grade.reasons == {"explanation": "Sound, but short."}


def test_a_rating_that_failed_leaves_the_answer_of_the_explainer(dataset):
    config = RunConfig(task=EXPLANATION, tutor="reference", data=dataset({}), options={"setting": "no-answer"})
    (row,) = rows_of(config, {"judge": Unavailable("")})
    assert row.error.boundary == "judge/explanation"
    assert dict(row.marks) == {"final_answer": 1, "final_answer_read": "7"}


def rating(rater, *marks):
    return {"rater": rater, **dict(zip(("correctness", "fidelity", "visual_referencing"), marks, strict=True))}


@pytest.mark.slow
def test_judge_and_people_are_correlated_over_recorded_explanations(dataset):
    from scipy.stats import spearmanr  # takes a second to load, in each process that collects tests

    given = [(1, 2), (2, 2), (5, 3), (4, 5)]
    replies = [
        {"tutor": f"t{place % 2}", "text": f"text {place}", "ratings": [rating("r1", one, 3, 1), rating("r2", two, 3, 2)]}
        for place, (one, two) in enumerate(given)
    ]
    path = dataset({"replies": replies[:2]}, {"replies": replies[2:]})
    judged = [2, 1, 4, 5]
    judge = FakeModel(
        lambda request, _: f"Rating: [[{judged[int(re.search('text ([0-9])', request.messages[-1].text)[1])]}, 3, 2, 1]]"
    )
    config = RunConfig(task=EXPLANATION, tutor="recorded", data=path)
    rows = rows_of(config, {"judge": judge})
    people = [mean(pair) for pair in given]
    figures = ours(table_of(config, rows, f"{EXPLANATION}.people"))
    assert figures["correctness"] == pytest.approx(spearmanr(judged, people).statistic)
    assert figures["fidelity"] is None  # neither varies: undefined, never 0
    assert [figures[name] for name in ("explanations", "problems", "raters")] == [4, 2, 2]
    rated = table_of(config, rows, f"{EXPLANATION}.ratings")
    assert [row.name for row in rated.rows[:2]] == ["t0, ours", "t1, ours"]
    assert ours(rated)["correctness (people)"] == pytest.approx(mean([people[0], people[2]]))


def test_bleu_is_that_of_sacrebleu_averaged_over_explanations():
    config = RunConfig(task=EXPLANATION, tutor="reference", judge="none")
    rows = [row.model_copy(update={"answer": Answer(text=row.truth["solution"][:60])}) for row in rows_of(config)]
    figures = ours(table_of(config, rows, f"{EXPLANATION}.texts"))
    scorer = sacrebleu.BLEU(max_ngram_order=4, effective_order=True)
    scores = [scorer.sentence_score(row.answer.text, [row.truth["solution"]]).score / 100 for row in rows]
    assert figures["BLEU-4"] == pytest.approx(mean(scores))
    assert 0 < figures["BLEU-4"] < figures["ROUGE-L"] < 1


def test_a_text_metric_without_its_data_is_empty_with_the_reason(monkeypatch):
    def without(*_):
        raise MissingDataError("METEOR needs WordNet")

    from gnomon.benchmark.mathexplain import texts

    monkeypatch.setitem(texts.TEXT_METRICS, "METEOR", without)
    config = RunConfig(task=EXPLANATION, tutor="reference", judge="none")
    table = table_of(config, rows_of(config), f"{EXPLANATION}.texts")
    assert ours(table)["METEOR"] is None
    assert "METEOR is empty: METEOR needs WordNet" in table.note


# answers


@every(
    [
        ("13", "13", True),
        ("The answer is 13 cm.", "13", True),
        ("\\boxed{5\\sqrt{3}}", "5√3", True),
        ("8.66", "5√3", True),  # rounded: 8.6603
        ("8.7", "5√3", False),  # .5 % away
        ("22", "21.5", False),
        ("**−1**", "-1", True),
        ("<think>14</think>13", "13", True),
        ("y = 2x-1", "y = 2x − 1", True),
        ("10", "10²", False),
        ("\\text{13 cm}", "13", True),
        ("\\boxed{\\text{B}}", "B", True),
        ("1728", "1,728", True),
        ("1,728", "1728", True),
    ]
)
def test_a_short_answer_is_compared_by_its_value(text, truth, is_right):
    assert score_final_answer(text, truth).is_right is is_right


@every(
    [
        ("10, 12", "10,12", True),
        ("10,12", "10, 12", True),
        ("10 and 12", "10,12", True),
        ("The answer is x = 10, y = 12.", "10,12", True),
        ("\\boxed{10, 12}", "10,12", True),
        ("10; 12", "10, 12", True),
        ("10 cm, 12 cm", "10, 12", True),
        ("100, 200", "100,200", True),
        ("12, 10", "10,12", False),  # the question says which comes first
        ("12, 10", "{10, 12}", True),  # but in a set none does
        ("12, 12", "{10, 12}", False),
        ("10", "10,12", False),
        ("10, 12, 14", "10,12", False),
        ("10.12", "10,12", False),
        ("(2,3)", "(2, 3)", True),
        ("(3, 2)", "(2, 3)", False),
        ("[2, 3]", "(2, 3)", False),  # another interval
        ("1.414, 3", "√2, 3", True),
        ("y = x, y = -x", "y = x,y = −x", True),
        ("", "10,12", False),
    ]
)
def test_a_list_is_compared_entry_by_entry_in_the_order_of_the_datasets(text, truth, is_right):
    assert score_final_answer(text, truth).is_right is is_right


@every(
    [
        ("②", "B"),
        ("② 9", "B"),
        ("②.", "B"),
        ("(2)", "B"),
        ("(2) 9", "B"),
        ("The answer is ②.", "B"),
        ("\\text{B}", "B"),
        ("\\(\\text{(B)}\\)", "B"),
        ("② 10", None),  # the number of one option with the text of another
        ("⑤", None),  # there are four
        ("2", None),
        ("x²", None),
        ("B", "B"),
        ("(b)", "B"),
        ("Answer: B. 9", "B"),
        ("9", "B"),
        ("B. 10", None),  # the letter of one option with the text of another
        ("E", None),  # there are four
        ("A triangle", None),
        ("It is 9, I think.", None),
        ("", None),
    ]
)
def test_a_choice_is_a_letter_or_the_text_of_one_option(text, read):
    found = score_final_answer(text, "9", ("8", "9", "10", "12"))
    assert (found.read, found.is_right) == (read, read == "B")


def test_a_number_in_brackets_that_is_another_options_text_cannot_be_read():
    assert score_final_answer("(2)", "2", ("2", "3", "4")).read is None
    assert score_final_answer("②", "2", ("2", "3", "4")).read == "B"
    assert score_final_answer("(2)", "2", ("1", "2", "3")).read == "B"


@pytest.mark.parametrize(("truth", "right"), [("12", "D"), ("D", "D"), ("④", "D"), ("(1)", "A"), ("99", None)])
def test_the_datasets_answer_may_be_text_letter_or_number_of_an_option(truth, right):
    choices = ("8", "9", "10", "12")
    found = {letter: score_final_answer(letter, truth, choices).is_right for letter in "ABCD"}
    assert found == {letter: None if right is None else letter == right for letter in "ABCD"}


# both


def test_the_published_overall_figures_are_the_weighted_means_of_their_parts():
    # 765 geometry problems (466 of multiple choice, 299 short), 232 of graphs (141 and 91).
    paper = yaml.safe_load((files("gnomon.benchmark") / "published" / "mathexplain.yaml").read_text(encoding="utf-8"))
    for row in paper["keypoints"]["rows"]:
        overall, geometry, graph = (row["values"][start : start + 3] for start in (0, 3, 6))
        assert overall == pytest.approx([(765 * a + 232 * b) / 997 for a, b in zip(geometry, graph, strict=True)], abs=0.001)
    for row in paper["no_answer"]["rows"]:
        choice, short, whole, graph_choice, graph_short, graph_whole = row["values"][3:]
        assert whole == pytest.approx((466 * choice + 299 * short) / 765, abs=0.001)
        assert graph_whole == pytest.approx((141 * graph_choice + 91 * graph_short) / 232, abs=0.001)


@every(
    [
        ({"task": KEYPOINTS, "judge": "majority"}, "a URL or exact, got 'majority'"),
        ({"task": KEYPOINTS, "tutor": "recorded"}, "or one of reference, empty"),
        ({"task": KEYPOINTS, "tutor": "grounded+m@http://x/v1"}, "leave it out"),
        ({"task": EXPLANATION, "judge": "exact"}, "a URL or none"),
        ({"task": EXPLANATION, "tutor": "recorded"}, "bring no recorded explanations"),
        ({"task": EXPLANATION, "tutor": "recorded", "options": {"setting": "no-answer"}}, "cannot be asked"),
        ({"task": EXPLANATION, "options": {"setting": "maybe"}}, "setting setting"),
        ({"task": EXPLANATION, "options": {"answer": "no"}}, "there are setting, temperature"),
    ]
)
def test_what_does_not_fit_is_refused_in_one_line(config, message):
    with pytest.raises(ResultsError, match=re.escape(message)):
        build(RunConfig(**config))


def test_recorded_explanations_that_cannot_be_read_are_named(dataset):
    path = dataset({"replies": [{"tutor": "t", "text": "x", "ratings": [rating("r", 9, 1, 1)]}]})
    with pytest.raises(ResultsError, match="m-0: expected replies as a list"):
        build(RunConfig(task=EXPLANATION, tutor="recorded", data=path))


@pytest.mark.parametrize("task", ["mathexplain_explanation", "mathexplain_keypoints"])
def test_a_judge_that_refuses_a_temperature_can_be_sent_none(task):
    judge = FakeModel("Rating: [[5, 4, 3, 1]]")
    benchmark = build(RunConfig(task=task, tutor="reference", options={"temperature": None}))
    item = benchmark.items()[0]
    answer = asyncio.run(benchmark.answer(item, {}))
    asyncio.run(benchmark.grade(item, answer, {"judge": judge}))
    assert {request.temperature for request in judge.requests} == {None}
