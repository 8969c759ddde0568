"""A report page shows tables, plots, failures and cost, and carries nothing that a model wrote as markup."""

import csv
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from gnomon.models import Calls, Price, Usage
from gnomon.pages import (
    Cell,
    Column,
    Counts,
    Plot,
    Report,
    RoleCost,
    RunView,
    SampleView,
    Series,
    Table,
    TableRow,
    counted,
    report_page,
    write_tables,
)
from gnomon.pages.plots import draw_plot
from tests.every import every

OURS = TableRow("ours", (Cell(0.51234, 0.4, 0.6), Cell(None)), counts=Counts(10, 2, 1))
THEIRS = TableRow("theirs", (Cell(0.52), Cell(3)), is_published=True)
TABLE = Table("x.main", "Main", (Column("F1"), counted("replies")), (OURS, THEIRS), "A note.", "fraction")
COST = RoleCost("judge", "m@http://x", 10, 2, 100, 50, 3.2, None)
RUN = RunView("run a", (("judge", "m"),), Counts(10, unreadable=2, failed=1, partial=1), costs=(COST,))
SAMPLE = SampleView("run a", "item 7", "What is 2 + 2?", "<script>alert(1)</script>", (("insight", "1"),), "It is right.")
CURVE = Series("self", (0, 1, 2), (0.1, 0.5, None), (0.0, 0.4, None), (0.2, 0.6, None))


def page(**parts):
    return report_page(Report("Title", (RUN,), (TABLE,), **parts))


def test_a_figure_stands_beside_its_interval():
    assert "0.512" in page()
    assert "0.400 to 0.600" in page()


def test_a_published_row_is_marked_in_words_not_by_colour_alone():
    assert '<span class="mark">published</span>' in page()


@pytest.mark.parametrize(("clusters", "is_warned"), [(29, True), (30, False), (None, False)])
def test_an_interval_over_few_problems_is_warned_of(clusters, is_warned):
    rows = (TableRow("ours", (Cell(0.5, 0.4, 0.6, clusters=clusters),)), TableRow("more", (Cell(0.5, 0.4, 0.6, clusters=90),)))
    text = report_page(Report("Title", (RUN,), (Table("x", "X", (Column("F1"),), rows),)))
    assert ("one rests on as few as 29." in text) is is_warned


def test_a_figure_that_is_missing_is_a_dash_and_no_zero():
    assert "<td>–</td>" in page()


def test_a_cell_that_was_to_have_a_figure_says_that_it_is_missing_and_why(tmp_path):
    rows = (TableRow("ours", (Cell(None, missing="nobody was asked"), Cell(3))), OURS)
    report = Report("Title", (RUN,), (Table("x.main", "Main", TABLE.heads, rows),))
    assert 'title="nobody was asked">missing</span>' in report_page(report)
    (path,) = write_tables(report, tmp_path)
    with path.open(encoding="utf-8") as file:
        assert [row["missing"] for row in csv.DictReader(file)] == ["F1: nobody was asked", ""]


def test_published_rows_stand_in_the_same_table_where_it_says_so():
    beside = Table("x.main", "Main", TABLE.heads, TABLE.rows, is_beside=True)
    text = report_page(Report("Title", (RUN,), (beside,)))
    assert "Published figures" not in text
    assert text.index("theirs") < text.index("</table>", text.index("ours"))


def test_failed_and_unreadable_rows_are_counted_with_their_share():
    assert "1 of 10 (10.0%)" in page()
    assert "2 of 10 (20.0%)" in page()


def test_a_cost_without_a_price_is_said_and_not_zero():
    assert "no price given" in page()


def test_a_reply_cannot_bring_markup_into_the_page():
    text = page(samples=(SAMPLE,))
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_the_page_needs_no_other_file():
    text = page(plots=(Plot("p", "Curves", "line", "turn", "share", (CURVE,)),), samples=(SAMPLE,))
    for mark in ("<link", 'src="http', "url(http", "@import"):
        assert mark not in text


def test_a_table_file_keeps_all_decimals_and_the_ends_of_intervals(tmp_path):
    (path,) = write_tables(Report("Title", (RUN,), (TABLE,)), tmp_path)
    with path.open(newline="", encoding="utf-8") as file:
        heading, ours, theirs = csv.reader(file)
    assert heading[:4] == ["name", "published", "rows", "unreadable"]
    assert heading[7:] == [
        *("F1 (fraction)", "F1 (fraction) low", "F1 (fraction) high"),
        *("replies (count)", "replies (count) low", "replies (count) high"),
    ]
    assert ours == ["ours", "no", "10", "2", "1", "0", "0", "0.51234", "0.4", "0.6", "", "", ""]
    assert theirs[:2] + theirs[7:8] == ["theirs", "yes", "0.52"]


@every(product(["", " ", "\t", "\r", "\n", " \t\r"], "=+-@"))
def test_words_that_a_spreadsheet_would_run_are_written_as_text(before, sign, tmp_path):
    words = f"{before}{sign}SUM(A1)"
    table = Table("x", "X", (Column(words),), (TableRow(words, (Cell(words),)),))
    (path,) = write_tables(Report("Title", (), (table,)), tmp_path)
    with path.open(newline="", encoding="utf-8") as file:
        heading, row = csv.reader(file)
    assert [row[0], row[2]] == [f"'{words}"] * 2
    assert heading[2].startswith("'")


def test_numbers_stay_numbers_in_a_table_file(tmp_path):
    table = Table("x", "X", tuple(map(Column, "abc")), (TableRow("run", (Cell(-0.5), Cell("-0.5"), Cell("+1e-3"))),))
    (path,) = write_tables(Report("Title", (), (table,)), tmp_path)
    with path.open(newline="", encoding="utf-8") as file:
        *_, row = csv.reader(file)
    assert [row[2], row[5], row[8]] == ["-0.5", "-0.5", "+1e-3"]


def test_counts_stand_beside_the_name_of_a_run_and_not_of_a_published_row():
    text = page()
    assert text.count("2 unreadable, 1 failed of 10") == 1


def test_published_rows_are_folded_and_shut_and_plots_come_first():
    text = page(plots=(Plot("p", "Curves", "line", "turn", "share", (CURVE,)),))
    _, _, published = text.partition("<summary>Published figures (1)</summary>")
    assert "theirs" in published
    assert "<details open" not in text
    assert text.index("Curves") < text.index("Main")


@pytest.mark.parametrize(("unreadable", "failed", "lines"), [(2, 2, 0), (3, 0, 1), (0, 3, 1), (3, 3, 2)])
def test_a_red_line_stands_above_the_tables_where_more_than_a_fifth_is_missing(unreadable, failed, lines):
    run = RunView("run a", (), Counts(10, unreadable, failed))
    text = report_page(Report("Title", (run,), (TABLE,)))
    assert text.count('class="warning"') == lines
    assert lines == 0 or text.index('class="warning"') < text.index("<table>")


def test_a_heading_says_the_unit_once_and_columns_that_count_say_so():
    text = page()
    assert 'Main <span class="unit">as fractions, 0 to 1</span>' in text
    assert '<span class="unit">counts</span>' in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["line", "bar", "scatter", "heat"])
def test_every_kind_of_plot_is_drawn_with_its_labels(kind):
    pytest.importorskip("matplotlib")
    svg = draw_plot(Plot("p", "Curves", kind, "turn of the dialogue", "share & more", (CURVE, CURVE)))
    words = " ".join(ET.fromstring(svg).itertext())
    assert "turn of the dialogue" in words
    assert "share & more" in words


def test_two_lines_differ_by_dash_and_marker_too():
    pytest.importorskip("matplotlib")
    svg = draw_plot(Plot("p", "Curves", "line", "x", "y", (CURVE, CURVE)))
    assert "stroke-dasharray" in svg


def test_two_sets_of_bars_differ_by_hatch_too():
    pytest.importorskip("matplotlib")
    svg = draw_plot(Plot("p", "Bars", "bar", "x", "y", (CURVE, CURVE)))
    assert "<pattern" in svg


@pytest.mark.slow
def test_the_same_plot_is_drawn_the_same_each_time():
    pytest.importorskip("matplotlib")
    plot = Plot("p", "Curves", "line", "x", "y", (CURVE,))
    assert draw_plot(plot) == draw_plot(plot)


def test_calls_without_token_counts_have_no_cost_rather_than_a_low_one():
    counted = Calls(usage=Usage(prompt_tokens=1_000_000, requests=1))
    uncounted = Calls(usage=Usage(requests=1, unreported=1))
    price = Price(prompt=2.0, completion=4.0)
    assert RoleCost.of("judge", "m", counted + uncounted, price).cost is None
    assert RoleCost.of("judge", "m", counted, price).cost == pytest.approx(2.0)
