"""Training rows from trees."""

from gnomon.inquiry import Candidate, PreferenceCounts, SearchSettings, SearchTree, SearchTurn, training_rows
from tests.inquiry.scripted import ScriptedStudent, counts_by_candidate, search


def rows_of(counts, *, budget=False, keep_unsolved=False):
    """Return the rows of the first turn of a search, and what was counted over all five."""
    student = ScriptedStudent(answer=counts_by_candidate(counts))
    tree = search(SearchSettings(num_candidates=len(counts), budget=budget), student)
    counted = PreferenceCounts()
    rows = list(training_rows([tree], counted, keep_unsolved=keep_unsolved))
    return [row for row in rows if row.turn == 1], counted


def test_the_worked_example_gives_one_sft_row_and_two_pairs():
    # c = 0, 2, 5, 0: SFT q_3; DPO 3 > 1 and 3 > 4, and not 3 > 2, which ties
    rows, counted = rows_of([0, 2, 5, 0])
    assert [(row.kind, row.chosen_index, row.rejected_index) for row in rows] == [("sft", 3, None), ("dpo", 3, 1), ("dpo", 3, 4)]
    assert counted.ties == 5


def test_a_turn_that_nobody_was_helped_by_gives_no_row():
    rows, counted = rows_of([0, 0, 0])
    assert rows == []
    assert counted.unsolved == 5


def test_the_literal_rule_keeps_the_unsolved():
    rows, _ = rows_of([0, 0, 0], keep_unsolved=True)
    assert [(row.kind, row.chosen_score) for row in rows] == [("sft", 0)]


def test_a_lower_candidate_of_the_same_words_is_in_no_pair():
    # the teacher answered the same words in two ways: 1 helped, 2 did not; 3 has other words
    scores = [("Why?", 1.0), ("Why?", 0.0), ("How?", 0.0)]
    candidates = tuple(
        Candidate(index=j, question=text, reply="", num_right=int(5 * score), num_samples=5, score=score)
        for j, (text, score) in enumerate(scores, 1)
    )
    turn = SearchTurn(number=1, candidates=candidates, best=1)
    tree = SearchTree(id="t", problem="p", task="gsm8k", student="s", teacher="t", proposer="self", m=3, k=5, turns=(turn,))
    counted = PreferenceCounts()
    assert [(row.kind, row.rejected_index) for row in training_rows([tree], counted)] == [("sft", None), ("dpo", 3)]
    assert counted.identical == 1


def test_a_candidate_that_the_budget_stopped_is_in_no_pair():
    rows, counted = rows_of([5, 0], budget=True)
    assert [row.kind for row in rows] == ["sft"]
    assert counted.unscored == 5


def test_rows_have_the_conversational_format_with_scores_and_origin():
    rows, _ = rows_of([0, 5])
    sft, dpo = (row.as_trl() for row in rows)
    said = [{"role": "assistant", "content": "question 1, candidate 2"}]
    assert (sft["completion"], dpo["chosen"]) == (said, said)
    assert dpo["rejected"] == [{"role": "assistant", "content": "question 1, candidate 1"}]
    assert [message["role"] for message in dpo["prompt"]] == ["system", "user"]
    assert (dpo["chosen_score"], dpo["rejected_score"], dpo["tree"], dpo["turn"], dpo["seed"]) == (1, 0, "eggs", 1, 0)


def test_the_prompt_of_a_later_turn_alternates_from_the_user_on():
    student = ScriptedStudent(answer=counts_by_candidate([0, 5]))
    rows = list(training_rows([search(SearchSettings(num_candidates=2), student)]))
    roles = [message["role"] for message in rows[-1].as_trl()["prompt"]]
    assert roles == ["system", "user"] + ["assistant", "user"] * 4
