"""Submissions and predictions of others: figures by hand, what is missing, and places on boards that are known in part."""

import json

import pytest

from gnomon.benchmark import ResultsError, RunConfig, build
from gnomon.benchmark.archives import archive_bytes
from gnomon.benchmark.scoring import Board, BoardRow, mrbench_boards, place_on, score_predictions, score_submission
from gnomon.datasets import BEA_DIMENSIONS, open_dataset
from tests.command_line import gnomon

TRUTH = ("Yes", "Yes", "To some extent", "No", "No", "Yes")
OUTPUT = ("Yes", "To some extent", "Yes", "No", "Maybe", "No")
"""Strict: accuracy 2/6; F1 of Yes 2*1/(2+3), of To some extent 0, of No 2*1/(2+2), macro .300. Lenient, Yes and To some extent
being one: outputs Y Y Y N - N against Y Y Y N N Y: accuracy 4/6, F1 2*3/(3+4) and 2*1/(2+2), macro .679."""


def dialogues(labels, *, names=BEA_DIMENSIONS, response="Look again."):
    """Return dialogues of one response each, with one label in every dimension."""
    return [
        {
            "conversation_id": f"d{number}",
            "conversation_history": "Student: 54",
            "tutor_responses": {"A": {"response": response, "annotation": dict.fromkeys(names, label)}},
        }
        for number, label in enumerate(labels)
    ]


@pytest.fixture
def write(tmp_path):
    """Return a function that writes JSON, or text as it is."""

    def write_file(name, content):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write_file


@pytest.fixture
def gold(write):
    return str(write("gold.json", dialogues(TRUTH)))


def test_strict_and_lenient_figures_are_those_worked_by_hand(write, gold):
    scored = score_submission(write("s.json", dialogues(OUTPUT)), gold)
    for name in BEA_DIMENSIONS:
        found = scored.dimensions[name]
        assert {key: round(each.value, 3) for key, each in found.figures.items()} == {
            "strict_macro_f1": 0.3,
            "strict_accuracy": 0.333,
            "lenient_macro_f1": 0.679,
            "lenient_accuracy": 0.667,
        }
        assert (found.rows, found.counts["no legal label"]) == (6, 1)
    assert scored.examples["illegal"] == ["'Maybe'"]


def test_intervals_are_over_dialogues(write, gold):
    interval = score_submission(write("s.json", dialogues(OUTPUT)), gold).dimensions["Actionability"].figures["strict_accuracy"]
    assert interval.clusters == 6
    ends = [end for end in (interval.low, interval.value, interval.high) if end is not None]
    assert len(set(ends)) == 3
    assert ends == sorted(ends)


def test_responses_that_are_missing_are_wrong_and_those_that_nobody_asked_for_are_in_no_figure(write, gold):
    given = [*dialogues(TRUTH)[:3], {**dialogues(["Yes"])[0], "conversation_id": "elsewhere"}]
    scored = score_submission(write("s.json", given), gold)
    assert scored.counts == {"missing": 3, "unknown": 1, "repeated": 0, "other_text": 0, "unread": 0}
    assert scored.dimensions["Actionability"].figures["strict_accuracy"].value == 0.5
    assert scored.examples["missing"] == ["d3/A", "d4/A", "d5/A"]


def test_a_response_given_twice_counts_once_and_not_at_all_where_its_labels_differ(write, gold):
    same, other = dialogues(TRUTH), dialogues(["No"])
    scored = score_submission(write("s.json", [*same, same[1], *other]), gold)
    assert scored.counts["repeated"] == 2
    assert scored.dimensions["Actionability"].counts["contradicting"] == 1
    assert scored.dimensions["Actionability"].figures["strict_accuracy"].value == pytest.approx(5 / 6)


def test_a_tutor_that_stands_twice_in_one_object_is_seen(write, gold):
    text = json.dumps(dialogues(TRUTH)).replace(
        '"A": {', '"A": {"response": "", "annotation": {"Actionability": "No"}}, "A": {', 1
    )
    assert score_submission(write("s.json", text), gold).dimensions["Actionability"].counts["contradicting"] == 1


def test_a_dimension_that_is_never_labelled_has_no_figures(write, gold):
    scored = score_submission(write("s.json", dialogues(TRUTH, names=("Actionability",))), gold)
    assert [name for name, each in scored.dimensions.items() if each.figures] == ["Actionability"]
    assert scored.dimensions["Actionability"].figures["strict_macro_f1"].value == 1.0


def test_a_submission_about_another_version_of_the_data_is_noticed(write, gold):
    assert score_submission(write("s.json", dialogues(TRUTH, response="Other words.")), gold).counts["other_text"] == 6


def test_responses_that_the_data_have_under_one_name_are_told_apart_by_their_texts(write):
    twice = [*dialogues(["Yes"]), *dialogues(["No"], response="That is wrong.")]
    scored = score_submission(write("s.json", twice[::-1]), str(write("gold.json", twice)))
    assert (scored.responses, scored.counts["repeated"], scored.counts["missing"]) == (2, 0, 0)
    assert scored.dimensions["Actionability"].figures["strict_accuracy"].value == 1.0


def test_a_zip_archive_with_the_one_file_is_a_submission(gold, tmp_path):
    (tmp_path / "s.zip").write_bytes(archive_bytes({"predictions.json": json.dumps(dialogues(TRUTH)).encode()}))
    assert score_submission(tmp_path / "s.zip", gold).counts["missing"] == 0


# boards


def board(*rows):
    return Board(entries=44, rows={"f1": tuple(BoardRow(name="x", source="s", **row) for row in rows)})


@pytest.mark.parametrize(
    ("score", "place"),
    [
        (0.8, (1, 1)),  # above the first
        (0.7, (1, 1)),  # equal to the first: it shares the place
        (0.69, (2, 13)),  # the first is above it; the thirteenth is not, so at most twelve are
        (0.6, (14, 37)),  # thirteen are above it for certain; at most the 36 before the thirty-seventh
        (0.1, (38, 45)),  # those 37 are; it may be behind all 44
    ],
)
def test_a_place_is_as_wide_as_what_is_not_known(score, place):
    known = board({"rank": 1, "score": 0.7}, {"rank": 13, "score": 0.65}, {"rank": 37, "score": 0.587})
    found = place_on(known, "f1", score)
    assert (found.best, found.worst, found.entries) == (*place, 44)


def test_a_run_outside_the_competition_is_no_entry_and_its_authors_own_may_stand_above_it():
    known = board({"rank": 37, "score": 0.587, "reranked": True})
    assert (place_on(known, "f1", 0.6).best, place_on(known, "f1", 0.6).worst) == (1, 38)
    assert (place_on(known, "f1", 0.5).best, place_on(known, "f1", 0.5).worst) == (37, 45)


def test_an_entry_of_unknown_rank_counts_as_one_above():
    known = board({"score": 0.711})
    assert (place_on(known, "f1", 0.7).best, place_on(known, "f1", 0.72).worst) == (2, 44)
    assert place_on(known, "f2", 0.7) is None


def test_every_row_of_the_boards_has_a_source_with_a_date_and_ranks_follow_scores():
    boards = mrbench_boards()
    assert set(boards.boards) == set(BEA_DIMENSIONS)
    for each in boards.boards.values():
        for rows in each.rows.values():
            assert all(boards.sources[row.source].date.year == 2025 for row in rows)
            ranked = [row for row in rows if row.rank is not None]
            assert ranked == sorted(ranked, key=lambda row: (row.rank, -row.score))
            assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
            assert all(1 <= (row.rank or 0) <= each.entries for row in ranked)


# the command


def test_the_command_says_that_a_place_is_no_rank_and_writes_all_as_json(write, gold, tmp_path):
    path = write("s.json", dialogues(OUTPUT))
    shown = gnomon("bench", "score", "mrbench", path, "--gold", gold, "--out", tmp_path / "scored.json")
    assert shown.exit_code == 0, shown.output
    assert "strict macro-F1  0.300" in shown.stdout
    assert "hidden test split" in shown.stdout
    assert "is no rank" in shown.stdout
    found = json.loads((tmp_path / "scored.json").read_text())
    assert found["dimensions"]["Actionability"]["places"]["strict_macro_f1"] == {"best": 2, "worst": 31, "entries": 30}
    assert found["dimensions"]["Actionability"]["board"]["rows"]["strict_macro_f1"][0]["date"] == "2025-07-31"
    assert gnomon("bench", "score", "mrbench", path, "--gold", gold, "--out", tmp_path / "scored.json").exit_code == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("\x89PNG\r\n\x1a\n", "no JSON"),
        ('{"a": 1}', "got an object"),
        ("[]", "found no such response in 0 entries"),
        ("[1]", "entry 1: expected an object, got a number"),
        ('[{"conversation_id": "d0"}]', "expected a conversation_id and an object of tutor_responses"),
        (
            '[{"conversation_id": "d0", "tutor_responses": {"A": {"response": "x"}}}]',
            "'A': expected an object with an annotation",
        ),
        ("[" * 100_000, "no JSON"),
        (json.dumps(dialogues(["Yes"])).replace("d0", "other"), "none of its 1 responses is in the gold data"),
    ],
)
def test_what_is_no_submission_is_refused_in_one_line(write, gold, content, message):
    result = gnomon("bench", "score", "mrbench", write("s.json", content), "--gold", gold)
    assert result.exit_code == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_data_without_labels_are_no_gold(write):
    path = write("s.json", dialogues(TRUTH))
    with pytest.raises(ResultsError, match="expected responses with people's labels"):
        score_submission(path, str(write("test.json", dialogues(["x"] * 6, names=()))))


# predictions for other benchmarks


@pytest.mark.slow
def test_predicted_turns_are_scored_as_a_run_of_them_would_be(tmp_path):
    items = build(RunConfig(task="geodial", data="sample")).items()
    given = [{"id": item.id, "turn": item.content.turn.turn_json()} for item in items]
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in given[1:]))
    scored = score_predictions("geodial", path, "sample", {})
    assert scored.counts == {"missing": 1, "unknown": 0, "repeated": 0, "unread": 0}
    assert [row.marks["act_right"] for row in scored.rows] == [0, *[1] * (len(given) - 1)]
    assert scored.row_counts.unreadable == 1
    assert all(cell.value is not None for cell in scored.figures.values())


def test_predicted_keypoints_are_matched_by_their_names(tmp_path):
    items = open_dataset("mathexplain", sample=True).items
    path = tmp_path / "p.jsonl"
    rows = [{"id": item.id, "keypoints": [each.model_dump() for each in item.keypoints]} for item in items]
    path.write_text("\n".join(map(json.dumps, [*rows, {"id": "nobody", "text": "x"}, {"id": 1}, rows[0]])))
    scored = score_predictions("mathexplain_keypoints", path, "sample", {})
    assert {row.marks["f1"] for row in scored.rows} == {1.0}
    assert scored.counts == {"missing": 0, "unknown": 1, "repeated": 0, "unread": 1}


def test_a_benchmark_that_a_judge_grades_takes_no_predictions(tmp_path):
    (tmp_path / "p.jsonl").write_text("{}")
    result = gnomon("bench", "score", "mmtutorbench", tmp_path / "p.jsonl")
    assert (result.exit_code, "takes no file of predictions" in result.stderr) == (1, True)
