"""Files of a run are taken for a pass of this very run, or of a new one; what is refused leaves nothing behind."""

import json

import pytest

from gnomon.models import Message, Request, note_settings
from gnomon.runs import AllFailedError, RunError


def test_a_new_run_has_its_record_before_its_first_row(run):
    seen = []

    async def look(_):
        seen.append(run.files.record.exists())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("a", work=look)
    assert seen == [True]
    assert run.files.record.exists()  # an interruption is gone on from


def test_another_run_is_refused_by_the_key_that_differs_with_both_values(run):
    run("a")
    before = run.files.rows.read_bytes()
    with pytest.raises(RunError, match=r"differs in config\.loud \(True there, False here\); .*--out"):
        run("b", loud=False)
    assert run.files.rows.read_bytes() == before


def test_a_folder_of_somebody_else_is_left_alone(run, tmp_path):
    folder = tmp_path / "new" / "run"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("keep")
    with pytest.raises(RunError, match="holds other files"):
        run("a")
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_a_file_in_place_of_the_folder_is_refused(run, tmp_path):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "run").write_text("mine")
    with pytest.raises(RunError, match="is a file; name a new folder"):
        run("a")


def test_an_error_before_the_first_row_leaves_no_file_and_no_folder(run, tmp_path):
    async def refuse(_):
        raise ValueError("no such setting")

    with pytest.raises(ValueError, match="no such setting"):
        run("a", work=refuse)
    assert not list(tmp_path.iterdir())


def test_an_error_after_the_first_row_keeps_it(run):
    async def second(word):
        if word.id == "b":
            raise ValueError("of b")
        from tests.runs.conftest import Row

        return Row(id=word.id)

    with pytest.raises(ValueError, match="of b"):
        run("ab", work=second)
    assert [row.id for row in run.rows()] == ["a"]


def test_calls_that_were_answered_are_kept_though_no_row_was(run, tmp_path):
    cache = tmp_path / "new" / "run" / "cache"

    async def paid(_):
        cache.mkdir()
        raise ValueError("after the call")

    with pytest.raises(ValueError, match="after the call"):
        run("a", work=paid)
    assert run.files.record.exists()
    assert run("a") == 1


def test_a_run_whose_rows_all_failed_can_be_gone_on_from(run):
    run.broken = {"a"}
    with pytest.raises(AllFailedError):
        run("a")
    run.broken = set()
    assert run("a") == 1


def test_a_record_that_cannot_be_read_is_named(run):
    run("a")
    run.files.record.write_text("{")
    with pytest.raises(RunError, match=r"run\.json: cannot be read as a run's record"):
        run("a")


def test_how_a_model_was_asked_is_added_to_the_record_and_tells_no_runs_apart(run):
    from tests.runs.conftest import Row

    async def work(word):
        note_settings("tutor", Request(messages=(Message(role="user", text=word.id),), temperature=0.5, seed=2))
        return Row(id=word.id)

    run("a", work=work)
    asked = json.loads(run.files.record.read_text())["asked"]
    assert [(entry["temperature"], entry["seeds"]) for entry in asked["tutor"]] == [(0.5, [2])]
    run("a")
    assert json.loads(run.files.record.read_text())["asked"] == asked
