"""A pipeline as a whole: the funnel adds up, people are waited for, an interruption changes nothing."""

import json

import pytest

from gnomon.corpus.pipeline import status_of
from gnomon.corpus.pipeline.output import write_output
from gnomon.runs import RunError


def decisions(waiting, path, verdicts):
    """Write what Ada and Bob say; Bob only where two are needed."""
    rows = []
    for question in waiting.questions:
        verdict, reason = verdicts.get(question.item.data["value"], ("keep", ""))
        said = {"stage": "look", "id": question.item.id, "verdict": verdict, "reason": reason}
        rows += [{**said, "by": person} for person in ("Ada", "Bob")[: question.needed]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.quick
def test_every_item_is_kept_or_dropped_with_a_reason_and_the_next_stage_gets_what_is_kept(pipeline, tmp_path):
    waiting = pipeline().run()
    assert waiting is not None
    assert [question.item.data["value"] for question in waiting.questions] == [5, 8, 9]
    said = decisions(waiting, tmp_path / "said.jsonl", {9: ("drop", "odd")})
    assert pipeline().run([said]) is None
    funnel = status_of(tmp_path / "out").as_json()["stages"]
    kept = [(stage["name"], stage["rows"], stage["kept"], stage["dropped"], stage["items"]) for stage in funnel]
    assert kept == [
        ("load", 7, 6, {"no_number": 1}, 6),  # x is no number
        ("large", 6, 5, {"too_small": 1}, 5),  # 3 is below 4
        ("unique", 5, 4, {"seen": 1}, 4),  # the second 5
        ("say", 4, 3, {"refused": 1}, 3),  # 7
        ("look", 3, 2, {"odd": 1}, 2),  # 9
        ("halves", 2, 2, {}, 4),
    ]
    last = [json.loads(line) for line in write_output(tmp_path / "out", {}).read_text().splitlines()]
    assert [item["id"] for item in last] == ["n2/left", "n2/right", "n6/left", "n6/right"]
    history = [(event["stage"], event["kind"], event["by"].split()[0]) for event in last[0]["provenance"]["events"]]
    assert history == [("say", "model", "fake-model"), ("look", "person", "Ada"), ("halves", "code", "gnomon")]
    assert last[0]["provenance"]["events"][0]["prompt_sha256"]


def test_another_recipe_in_the_same_folder_is_refused_with_what_differs(pipeline):
    pipeline().run()
    with pytest.raises(RunError, match=r"config\.seed \(0 there, 3 here\)"):
        pipeline(seed=3).run()


def test_an_error_in_a_stage_is_a_failed_row_that_the_next_pass_tries_again(pipeline, recipe, tmp_path):
    needed = tmp_path / "needed"
    stages = [*recipe["stages"][:1], {"name": "break", "stage": "fragile", "params": {"file": str(needed)}}]
    with pytest.raises(RunError, match="stage break: 1 of 6 rows failed, most with: AssertionError: the file is gone"):
        pipeline(stages=stages).run()
    counts = status_of(tmp_path / "out").stages[1].counts
    assert (counts.kept, counts.failed) == (5, 1)
    needed.touch()
    assert pipeline(stages=stages).run() is None
    assert [item.data["value"] for item in status_of(tmp_path / "out").stages[1].place.items()] == [3, 5, 5, 7, 8, 9]
