"""Rows of a search: the best questions, pairs, and pairs of answers that keep a student able to answer."""

import pytest

from gnomon.inquiry import SearchTree, View
from gnomon.inquiry.protocol.players import State
from gnomon.inquiry.protocol.records import Exchange
from gnomon.problem import Question
from gnomon.training import open_recipe
from gnomon.training.rows.asking import Replay, question_rows
from tests.every import every
from tests.inquiry.made_rows import tree

VIEW = View("math", whole_number=True)
START = State("p", Question(text="Anna has 20 apples and gives 2 away. How many are left?"))


def searched(problem="p", rights=((0, 2, 5, 0), (0, 0, 0, 0)), start=START):
    """Return a tree whose states are those of the conversation it tells of; right samples of five by candidate and turn."""
    made, state, turns = tree(problem, rights), start, []
    for turn in made.turns:
        prompt = ({"role": "user", "content": f"Ask question {turn.number}."},)
        turns.append(turn.model_copy(update={"state": state.sha256(), "prompt": prompt}))
        state = state.after(Exchange(number=turn.number, question=turn.chosen.question, reply=turn.chosen.reply))
    return made.model_copy(update={"turns": tuple(turns)})


def rows_of(name, *trees, share=0.0, tmp_path=None, starts=None, validation=0.0):
    settings = open_recipe(name, {"rows.validation_share": validation}).rows
    replay = Replay(share, starts or {"p": START}, VIEW) if share else None
    return question_rows(trees or (searched(),), settings, tmp_path, replay)


# m = 4, k = 5, c = 0, 2, 5, 0: scores 0, 1, 1, 0; more right samples win: 3.
# One SFT row, pairs 3>1 and 3>4; the second turn gives none.
def test_the_best_question_is_imitated_and_preferred_to_those_that_helped_less():
    (best,) = rows_of("odqs-sft").rows["train"]
    assert (best.id, best.completion, best.rejected, best.group) == ("p/1/3", "candidate 3", None, "p")
    pairs = rows_of("odqs-dpo").rows["train"]
    assert [(row.id, row.completion, row.rejected) for row in pairs] == [
        ("p/1/3>1", "candidate 3", "candidate 1"), ("p/1/3>4", "candidate 3", "candidate 4"),
    ]  # fmt: skip
    assert [message.text for message in pairs[0].prompt] == ["Ask question 1."]


def test_a_pair_of_answers_has_a_right_one_before_a_wrong_one_after_the_question_and_its_reply():
    found = rows_of("odqs-dpo", share=0.3)  # 2 pairs of questions: 2 * .3 / .7 rounds to 1 pair of answers
    (replayed,) = [row for row in found.rows["train"] if row.columns.get("replayed")]
    # Only candidate 2 of the first turn has right and wrong samples.
    assert (replayed.id, replayed.completion, replayed.rejected) == ("p/1/answers 2", "18", "17")
    assert "reply to 2" in replayed.prompt[-1].text
    assert replayed.prompt == VIEW.answer(START.after(Exchange(number=1, question="candidate 2", reply="reply to 2")))
    assert found.reasons() == {"same_samples": 3 + 4}


def test_no_more_pairs_of_answers_than_their_share_and_the_same_on_every_run():
    trees = [searched(f"p{n}", ((0, 2, 3, 1),), State(f"p{n}", START.question)) for n in range(5)]
    starts = {f"p{n}": State(f"p{n}", START.question) for n in range(5)}
    found = rows_of("odqs-dpo", *trees, share=0.5, starts=starts)
    replayed = [row for row in found.rows["train"] if row.columns.get("replayed")]
    # Each tree has one candidate that helped nobody, so one pair of questions, and three that make pairs of answers.
    assert (len(found.rows["train"]), len(replayed)) == (10, 5)
    assert found.reasons() == {"same_samples": 5, "too_many_replayed": 10}
    assert found == rows_of("odqs-dpo", *trees, share=0.5, starts=starts)


@every([{}, {"p": State("p", Question(text="Another problem."))}])
def test_where_the_conversation_cannot_be_made_again_no_answer_is_replayed(starts):
    found = rows_of("odqs-dpo", share=0.5, starts=starts or {"q": START})
    assert not any(row.columns.get("replayed") for row in found.rows["train"])
    assert found.reasons() == {"state_differs": 8}


@every([0.0, 0.2, 0.5])
def test_problems_are_parted_whole(share):
    trees = [searched(f"p{n}") for n in range(10)]
    found = rows_of("odqs-dpo", *trees, validation=share)
    groups = {split: {row.group for row in rows} for split, rows in found.rows.items()}
    assert len(groups["validation"]) == 10 * share
    assert not groups["validation"] & groups["train"]
    assert not groups["test"]  # the student is measured on problems that the selection set apart


def test_a_lost_picture_of_a_search_is_a_reason(tmp_path):
    seen = ({"role": "user", "content": [{"type": "image", "sha256": "0" * 64}, {"type": "text", "text": "Ask."}]},)
    made = searched()
    lost = made.model_copy(update={"turns": tuple(turn.model_copy(update={"prompt": seen}) for turn in made.turns)})
    assert isinstance(lost, SearchTree)
    assert rows_of("odqs-sft", lost, tmp_path=tmp_path).reasons() == {"no_picture": 1}
    (tmp_path / f"{'0' * 64}.png").write_bytes(b"picture")
    (row,) = rows_of("odqs-sft", lost, tmp_path=tmp_path).rows["train"]
    assert ([image.data for image in row.images], row.prompt[0].text) == ([b"picture"], "Ask.")


def test_a_share_of_all_rows_cannot_be_replay():
    with pytest.raises(ValueError, match="less than 1"):
        open_recipe("odqs-dpo", {"preference.replay_share": 1.0})
