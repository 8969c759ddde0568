"""The page of the trainings holds what the recipes say."""

from runpy import run_path


def test_the_table_of_the_page_is_that_of_the_recipes(repository):
    page = (repository / "docs" / "training.md").read_text("utf-8")
    assert run_path(str(repository / "docs" / "make_training.py"))["with_table"](page) == page, "run python docs/make_training.py"


def test_every_reason_without_a_row_is_explained(repository):
    from gnomon.training.rows import REASONS

    page = (repository / "docs" / "training.md").read_text("utf-8")
    assert [reason for reason in REASONS if f"`{reason}`" not in page] == []
