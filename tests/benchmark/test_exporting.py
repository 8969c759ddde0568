"""Runs for others: rows of a leaderboard, LaTeX, Markdown, and the marks of every item."""

import csv
import io
import json

import pytest

from gnomon.benchmark import RunConfig, read_rows
from gnomon.benchmark.exporting import exported
from gnomon.benchmark.running import run
from gnomon.datasets import BEA_DIMENSIONS
from gnomon.pages import Cell, Column, Table, TableRow, latex_table, latex_text, markdown_table
from tests.command_line import gnomon


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(RunConfig(task="mrbench", judge="majority", limit=12), tmp_path_factory.mktemp("runs") / "majority").folder


def test_a_leaderboard_row_says_who_how_on_what_and_when(folder):
    (row,) = json.loads(exported([folder], "leaderboard"))
    assert (row["benchmark"], row["judge"], row["settings"]) == ("mrbench", "majority", {"limit": 12, "seed": 0})
    assert row["data"]["is_sample"]
    assert len(row["data"]["sha256"]) == 64
    assert row["counts"]["rows"] == 12
    figure = row["figures"]["Actionability.strict_macro_f1"]
    assert figure["low"] <= figure["value"] <= figure["high"]
    assert figure["value"] == json.loads((folder / "summary.json").read_text())["figures"]["Actionability.strict_macro_f1"]
    assert row["versions"]["gnomon"]


def test_every_item_is_a_line_with_its_ids_truth_and_marks(folder):
    lines = list(csv.DictReader(io.StringIO(exported([folder], "csv"))))
    rows = list(read_rows(folder))
    assert [line["id"] for line in lines] == [row.id for row in rows]
    for line, row in zip(lines, rows, strict=True):
        assert [line[f"mark.{name}"] for name in BEA_DIMENSIONS] == [row.marks[name] for name in BEA_DIMENSIONS]
        assert [line[f"truth.{name}"] for name in BEA_DIMENSIONS] == [row.truth[name] for name in BEA_DIMENSIONS]
        assert (line["cluster"], line["group.tutor"], line["reply"]) == (row.cluster, row.groups["tutor"], row.answer.text)


def table(*names, note=""):
    rows = [TableRow(name, (Cell(0.5, 0.25, 0.75), Cell(None))) for name in names]
    published = TableRow("paper & co", (Cell(0.4), Cell(1)), is_published=True)
    heads: tuple[Column[object], ...] = (Column("F1_x"), Column("100 %", unit="count", better="lower"))
    return Table("a.b_c", "Title_1", heads, (*rows, published), note, "fraction")


def test_latex_has_our_rows_above_the_published_ones_and_no_special_character_alive():
    lines = latex_table(table("50 % #1 {x} \\input{y}", note="$a$ ~ b^2")).splitlines()
    ours, published = lines.index("\\midrule") + 1, lines.index("\\midrule") + 3
    assert lines[ours] == r"50 \% \#1 \{x\} \textbackslash{}input\{y\} & 0.500 (0.250--0.750) & -- \\"
    assert lines[published] == r"paper \& co & 0.400 & 1 \\"
    assert r" & F1\_x $\uparrow$ & 100 \% (count) $\downarrow$ \\" in lines
    assert r"\caption{Title\_1 (fraction)}" in lines
    assert r"\label{tab:a.b-c}" in lines
    assert any(r"\$a\$ \textasciitilde{} b\textasciicircum{}2" in line for line in lines)
    assert lines.count("\\toprule") == lines.count("\\bottomrule") == 1


def test_latex_text_is_one_line_whatever_it_held():
    assert latex_text("a\n\nb\x1b[31m") == latex_text("a b\x1b[31m")
    assert "\x1b" not in latex_text("a\x1b")


def test_markdown_keeps_a_cell_a_cell():
    lines = markdown_table(table("a|b `c` <script>")).splitlines()
    assert r"| a\|b \`c\` \<script\> | 0.500 (0.250 to 0.750) | – |" in lines


def test_the_command_writes_each_form_and_overwrites_nothing(folder, tmp_path):
    for form, start in {
        "leaderboard": "[",
        "latex": "% needs",
        "markdown": "## mrbench: majority",
        "csv": "run,id,cluster",
    }.items():
        out = tmp_path / form
        assert gnomon("bench", "export", folder, "--format", form, "--out", out).exit_code == 0
        assert out.read_text().startswith(start)
    assert gnomon("bench", "export", folder, "--format", "csv", "--out", out).exit_code == 1
    assert gnomon("bench", "export", folder, "--format", "xml", "--out", tmp_path / "x").exit_code == 2
