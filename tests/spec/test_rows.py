"""One test a built row of the specification, on the way a user would take; the details are tested in the rooms."""

import json
import re

import pytest

from gnomon.datasets import open_dataset
from gnomon.dialogue import Dialogue, TutorTurn, acts, dialogue_violations, read_dialogues, resolve_subact, subacts
from gnomon.drawing import draw, read_geogebra
from gnomon.figure import Highlights
from gnomon.geometry import solve
from gnomon.packaged import packaged_yaml
from gnomon.problem import bank
from gnomon.problem.words import read_words
from gnomon.tutor import check
from tests.command_line import gnomon


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Make a dialogue with its page by the command."""
    folder = tmp_path_factory.mktemp("session")
    out, page = folder / "d.jsonl", folder / "p.html"
    words = [
        "tutor",
        "parallel-apex-bcnvw",
        "--misconception",
        "cointerior_equal",
        "--seed",
        "4",
        "--out",
        str(out),
        "--html",
        str(page),
    ]
    result = gnomon(*words)
    assert result.exit_code == 0, result.output
    return next(read_dialogues(out)), page.read_text("utf-8")


def test_g1_turns_have_five_acts_and_sixteen_subacts_and_the_tutor_keeps_their_rules(session):
    dialogue, _ = session
    assert (len(acts()), len(subacts())) == (5, 16)
    assert resolve_subact("AskForExplan.") == "AskForExplanation"
    assert resolve_subact("GetRelation") == "AskRelation"
    assert dialogue_violations(dialogue, bank()["parallel-apex-bcnvw"].question.figure) == []


def test_g2_highlights_are_order_free_and_brown_alone_is_kept():
    turn = TutorTurn(act="SeeFigure", subact="AskRelation", utterance="?", highlights2=Highlights(lines=("BA",), angles=("CBA",)))
    back = TutorTurn.model_validate_json(turn.model_dump_json())
    assert back.highlights2 == Highlights(lines=("AB",), angles=("ABC",))
    assert not back.highlights
    assert Highlights(labels=("Parallel mark on BA", "35°", "P")).labels == ("parallel AB", "35°", "P")


def test_g2_recorded_turns_with_brown_alone_and_points_that_are_not_printed_are_kept():
    found = open_dataset("geodial", sample=True)
    turns = [turn for item in found.items for turn in item.dialogue.tutor_turns()]
    assert any(turn.highlights2 and not turn.highlights for turn in turns)
    assert any("L" in notes.missing for item in found.items for notes in item.turn_notes)


def test_g3_feedback_opens_the_utterance_and_the_first_turn_has_none(session):
    turns = session[0].tutor_turns()
    assert turns[0].feedback == "none"
    opened = [turn for turn in turns if turn.feedback != "none"]
    assert {turn.feedback for turn in opened} == {"positive", "negative"}
    rows = packaged_yaml("gnomon.tutor.symbolic", "uptake.yaml")["rows"]
    phrases = packaged_yaml("gnomon.tutor.symbolic", "words", "en", "phrases.yaml")
    for turn in opened:
        keys = {row["say"] for row in rows if row["feedback"] == turn.feedback} | {f"brief_{turn.feedback}", "note_rounded"}
        openings = [re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for key in keys for text in phrases[key]]
        assert any(re.match(opening, turn.utterance) for opening in openings), turn.utterance


def test_g5_the_simulated_student_starts_wrong_and_ends_right_by_itself(session):
    dialogue, _ = session
    assert "∠BCN = 19°" in dialogue.attempt
    assert "63" in dialogue.student_turns()[-1].utterance
    assert dialogue.outcome == "solved_untold"


def test_g9_a_tutor_turn_is_written_in_the_order_act_subact_highlights_feedback_utterance(session):
    keys = [list(turn.turn_json()) for turn in session[0].tutor_turns()]
    wanted = ["act", "subact", "highlights", "highlights2", "feedback", "utterance"]
    assert all(row == [key for key in wanted if key in row] for row in keys)


def test_g13_highlights_are_drawn_on_the_figure():
    figure = bank()["inscribed-rst"].question.figure
    svg = draw(figure, Highlights(lines=("QR",), angles=("RTS",), arcs=("RS",), labels=("T",)))
    assert {"line:QR", "angle:RTS", "arc:RS", "label:T"} <= set(re.findall(r'data-element="([^"]+)"', svg))
    assert svg.count("<ellipse") == 1  # the label is circled


def test_g13_a_drawn_mark_is_circled():
    figure = bank()["parallel-apex-bcnvw"].question.figure
    name = next(name for name in figure.marks.labels() if name.startswith("parallel"))
    assert f'data-element="label:{name}"' in draw(figure, Highlights(labels=(name,)))


def test_z1_the_tutor_needs_no_model_and_points_only_at_the_step_in_play(session):
    dialogue, page = session
    solution = solve(bank()["parallel-apex-bcnvw"])
    for turn in dialogue.tutor_turns():
        if turn.highlights:
            step = solution.proof.steps[turn.record.step]
            assert set(turn.highlights.elements()) <= set(Highlights.of(step.uses, solution.problem.question.figure).elements())
    assert "<svg" in page


def test_z2_the_guard_stops_the_answer_in_any_form_but_not_what_the_student_has_said():
    problem = bank()["triangle-sum-klm"]
    for form in ("57", "57°", "fifty-seven degrees", "180 - 123"):
        assert check(f"Angle KML is {form}.", problem, problem.answer).status == "leak", form
    assert check("Yes, 57 is right.", problem, problem.answer, said_by_student=["KML = 57"]).status == "clean"


def test_z8_messages_come_back_with_what_was_heard(tmp_path):
    messages = ["180-52-71 = 57", "i have 57 min left", "180-70-60 = 50"]
    (tmp_path / "in.jsonl").write_text(
        "".join(json.dumps({"problem": "triangle-sum-klm", "message": m}) + "\n" for m in messages)
    )
    result = gnomon("listen", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl")
    assert result.exit_code == 0, result.output
    heard = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [(row["verdict"], row["way"], row["solved"]) for row in heard] == [
        ("right", "goal", True),
        ("none", None, False),
        ("right", "none", False),
    ]


@pytest.mark.slow
def test_z1_a_real_geometry3k_form_is_taught_too(data_folder, tmp_path):
    out = tmp_path / "d.jsonl"
    reference = f"{data_folder / 'geometry3k' / 'forms_0000_2400.json'}#2126"
    result = gnomon("tutor", reference, "--seed", "1", "--out", out)
    assert result.exit_code == 0, result.output
    assert Dialogue.model_validate(json.loads(out.read_text("utf-8"))).outcome == "solved_untold"


@pytest.mark.slow
def test_z9_a_problem_of_facts_alone_is_laid_out_proved_and_tutored_and_goes_to_geogebra(tmp_path):
    path, figure = tmp_path / "own.yaml", tmp_path / "f.ggb"
    facts = ["AB = AC", "∠ABC = 52°", "triangle ABC"]
    words = [word for fact in facts for word in ("--fact", fact)]
    made = gnomon(
        "problems", "new", "--text", "In triangle ABC AB = AC. Find angle BAC.", *words, "--find", "∠BAC", "--out", path
    )
    assert made.exit_code == 0, made.output
    assert json.loads(gnomon("solve", path, "--json").output)["answer"] == 76
    assert gnomon("tutor", path, "--seed", "1", "--out", tmp_path / "d.jsonl").exit_code == 0
    assert gnomon("draw", path, "--out", figure).exit_code == 0
    assert set(read_geogebra(figure.read_bytes()).figure.points) == set("ABC")


@pytest.mark.slow
def test_z10_givens_that_disagree_are_left_out_of_the_proof_and_named(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(DISAGREEING, "utf-8")
    row = json.loads(gnomon("solve", path, "--json").output)
    assert (row["status"], row["answer"]) == ("solved", 41)
    assert [left["given"] for left in row["left_out"]]
    assert "do not" in row["notes"][0] or "contradict" in row["notes"][0]


def test_z10_a_text_that_its_facts_contradict_is_told_and_gives_what_they_lack(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(TOLD, "utf-8")
    other, lacking = (json.loads(gnomon("solve", f"{path}#{name}", "--json").output) for name in ("other-size", "no-legs"))
    assert other["answer"] == 80
    assert "text and facts disagree: the text says ∠BAC = 50" in other["notes"][0]
    assert lacking["answer"] == 70
    assert lacking["steps"][0]["text"].startswith("As the text says, AB = AC.")


TOLD = """\
- id: other-size
  text: In triangle ABC, angle A = 50 degrees and angle B = 60 degrees. Find angle ACB.
  figure: {points: {A: [0, 0], B: [10, 0], C: [5.3, 6.3]}, lines: [A B, B C, C A]}
  facts: ["∠BAC = 40", "∠ABC = 60"]
  find: "∠ACB"
- id: no-legs
  text: In triangle ABC, AB = AC and angle A = 40 degrees. Find angle ABC.
  figure: {points: {A: [0, 0], B: [-3, -8], C: [3, -8]}, lines: [A B, B C, C A]}
  facts: ["∠BAC = 40"]
  find: "∠ABC"
"""


DISAGREEING = """\
- id: rhombus-rounded
  text: ABCD is a rhombus with AB = 12. Its diagonals meet at E, and BE = 9. Angle ABD is 41 degrees. Find angle ADB.
  figure:
    points: {A: [0, 7.937], B: [-9, 0], C: [0, -7.937], D: [9, 0], E: [0, 0]}
    lines: [A B, B C, C D, A D, A E C, B E D]
  facts:
    - Rhombus(A,B,C,D)
    - Equals(LengthOf(Line(A,B)), 12)
    - Equals(LengthOf(Line(B,E)), 9)
    - Equals(MeasureOf(Angle(A,B,D)), 41)
  find: MeasureOf(Angle(A,D,B))
"""


@pytest.mark.slow
def test_z12_a_wrong_answer_is_traced_to_an_idea_and_a_choice_comes_with_its_reason(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("learner,answer\nAda,63\nCleo,19\n", "utf-8")
    found = json.loads(gnomon("diagnose", "parallel-apex-bcnvw", "--answers", str(path), "--json").output)
    assert found["counts"]["right"] == found["counts"]["explained"] == 1
    choices = json.loads(gnomon("diagnose", "parallel-apex-bcnvw", "--distractors", "2", "--json").output)
    assert len(choices) == 2


def test_z12_a_sibling_problem_has_the_same_proof_shape(tmp_path):
    out = tmp_path / "siblings.yaml"
    words = ["problems", "vary", "parallel-apex-bcnvw", "--n", "1", "--seed", "1", "--out", str(out)]
    assert gnomon(*words).exit_code == 0
    sibling, original = (json.loads(gnomon("solve", each, "--json").output) for each in (out, words[2]))
    assert [step["rule_id"] for step in sibling["steps"]] == [step["rule_id"] for step in original["steps"]]
    assert sibling["answer"] != original["answer"]


@pytest.mark.slow
def test_z11_a_corpus_is_synthesised_and_says_what_made_it(tmp_path):
    assert gnomon("corpus", "synthesise", "--dialogues", "3", "--out", str(tmp_path / "out")).exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "out" / "dialogues.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [f"synthetic-0-00000{number}" for number in range(3)]
    assert all(row["provenance"]["proof"] and row["provenance"]["misconception"] for row in rows)


def test_z9_the_text_of_a_problem_becomes_facts_a_goal_and_questions():
    wording = read_words(r"In isosceles $\triangle ABC$, $\angle A = 40^\circ$. Find $m\angle B$.")
    assert wording.facts == ("Isosceles(Triangle(A, B, C))", "Equals(MeasureOf(Angle(B, A, C)), 40)")
    assert wording.goals == ("MeasureOf(Angle(A, B, C))",)
    assert [len(question.choices) for question in wording.questions] == [3]
