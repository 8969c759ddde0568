"""Tables of scores in Markdown."""

from gnomon.training.evaluation import before_and_after, markdown, screening_table


def cells(table):
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]


def test_a_training_has_a_column_for_each_split_and_stage_and_a_dash_where_a_score_is_missing():
    scores = {"validation": {"before": {"F1": 0.25, "rows": 6}, "after": {"F1": 0.5, "BLEU": 12.0, "rows": 6}}}
    head, _, *lines = cells(before_and_after(scores))
    assert head == ["score", "validation before", "validation after"]
    assert lines == [["F1", "0.250", "0.500"], ["rows", "6", "6"], ["BLEU", "-", "12.000"]]


def test_a_screening_has_a_line_for_each_candidate():
    head, _, *lines = cells(screening_table({"a": {"malformed": 0.5}, "b": {"malformed": 0.0}}))
    assert (head, lines) == (["candidate", "malformed"], [["a", "0.500"], ["b", "0.000"]])


def test_columns_are_as_wide_as_their_widest_cell():
    assert markdown(["x", "long"], [["wide", "1"]]) == "| x    | long |\n| :--- | ---: |\n| wide |    1 |\n"
