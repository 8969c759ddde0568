"""The report: tables recomputed by hand and from the printed curves, printed rows marked, texts escaped, folders read."""

import csv

import pytest

from gnomon.inquiry import InquiryConfig, InquiryError, run_inquiry
from gnomon.inquiry.analysis.findings import findings_of
from gnomon.inquiry.protocol.records import Exchange, InquiryFailure
from gnomon.inquiry.report.plots import plots_of
from gnomon.inquiry.report.published import printed_curves, printed_differences, printed_student
from gnomon.inquiry.report.report import findings_of_runs, inquiry_report, read_run, tables_of, texts_of
from gnomon.inquiry.report.transcripts import transcripts_page
from gnomon.metrics import curve_difference
from gnomon.pages import report_page, write_tables
from tests.inquiry.made_rows import row, rows, tree

PLAIN = rows([[0, 0, 0, 1, 1, 1], [0, 5, 5, 5, 5, 5]])
SCAFFOLDED = rows([[0, 0, 1, 1, 1, 1], [0, 5, 5, 5, 5, 5]], scaffolding="scaffolded")
EVIL = "<script>alert(1)</script>"


def tables(*more, **options):
    found = tables_of(findings_of([*PLAIN, *SCAFFOLDED, *more], **options))
    return {table.id: table for table in found}


def line(table, name):
    return next([cell.value for cell in row.cells] for row in table.rows if row.name == name)


def printed(table):
    return [row for row in table.rows if row.is_published]


def test_the_table_of_curves_has_the_means_and_what_is_missing():
    failed = row("p3", [0, None, None, None, None, None], error=InquiryFailure(boundary="teacher/reply", message="gone"))
    table = tables(failed)["inquiry.pass"]
    # Unscaffolded, turn 0: 0 of 3; turn 1: 1 of 2; turn 3: 2 of 2. Three problems, three dialogues, one failed.
    assert line(table, "unscaffolded") == [0, 0.5, 0.5, 1, 1, 1, 3, 3, 0]
    assert next(row for row in table.rows if row.name == "unscaffolded").counts[:3] == (3, 0, 1)


def test_the_table_of_differences_has_scaffolding_over_all_turns_and_over_the_early_ones():
    table = tables()["inquiry.differences"]
    found = [row for row in table.rows if row.name == "scaffolded − unscaffolded"]
    # Only turn 2 differs, by 1/2: .5/6 over all turns, .5/4 over 0 to 3.
    assert [(row.cells[0].value, row.cells[1].value) for row in found] == [
        ("0 to 5", pytest.approx(0.5 / 6)),
        ("0 to 3", pytest.approx(0.125)),
    ]
    assert line(table, "unscaffolded: turn 5 − turn 0")[1] == 1.0


def test_what_each_question_brings_is_a_difference_of_neighbours_under_both_numbers():
    table = tables()["inquiry.questions"]
    assert table.columns[0] == "question 1 (turn 0)"
    assert line(table, "unscaffolded") == [0.5, 0, 0.5, 0, 0]


def test_turns_saved_are_shown_in_both_measures():
    # Both reach 1.0: the reference at 3, scaffolded at 2. Saved 1; 5 - 2 = 3.
    assert line(tables()["inquiry.saved"], "scaffolded against unscaffolded") == [1.0, 3, 2, 1, 3]


def test_printed_turns_saved_are_the_worked_examples():
    # Qwen, math: self is at .955 at 3, peer at 2, the reference at 5. Qwen, coding: all at .677 at 2, and 5 - 2 = 3.
    math = {row.name: [cell.value for cell in row.cells][3:] for row in printed(tables()["inquiry.saved"])}
    assert math["self-odqs, Qwen-7B (Table 3) against pre-assessment"] == [2, 2]
    assert math["peer-odqs, Qwen-7B (Table 3) against pre-assessment"] == [3, 3]
    coding = tables_of(
        findings_of(rows([[0] * 6], task="humaneval", scaffolding="scaffolded") + rows([[0] * 6], task="humaneval"))
    )
    saved = next(table for table in coding if table.id == "inquiry.saved")
    assert line(saved, "self-odqs, Qwen-7B (Table 5) against mid-assessment")[3:] == [0, 3]


@pytest.mark.parametrize("domain", ["math", "coding"])
def test_printed_differences_follow_from_the_printed_curves_but_for_the_one_that_is_remarked(domain):
    curves = {(curve.student, curve.method): curve.values for curve in printed_curves(domain)}
    for each in printed_differences(domain):
        first = curves[each.student, each.first]
        if each.second == "static":
            assert first[5] - first[0] == pytest.approx(each.mean, abs=0.0051)
            continue
        is_mid = each.table == 8 and "mid-assessment" in (each.first, each.second)
        found = curve_difference(first, curves[each.student, each.second], from_turn=2 if is_mid else 0)
        assert found.largest == pytest.approx(each.largest, abs=0.0011)
        assert (found.mean == pytest.approx(each.mean, abs=0.0013)) is not bool(each.remark)


def test_printed_rows_are_those_of_the_task_and_are_marked():
    made = tables()
    assert [len(printed(made[name])) for name in ("inquiry.pass", "inquiry.deviations", "inquiry.differences")] == [12, 12, 12]
    geometry = tables_of(findings_of(rows([[0] * 6], task="geometry")))
    assert not any(printed(table) for table in geometry)


def test_plots_show_the_printed_student_of_that_name():
    assert printed_student("Qwen/Qwen2.5-7B-Instruct") == "Qwen-7B"
    assert printed_student("mistralai/Mistral-7B-Instruct-v0.3") == "Mistral-7B"
    assert printed_student("simulated-learner") == "Qwen-7B"


def test_each_figure_is_drawn_where_its_rows_are_there():
    settings = [{"scaffolding": "scaffolded", "assessment_turn": turn} for turn in (0, 1, 2)]
    more = [made for setting in settings for made in rows([[0] * 6], **setting)]
    more += rows([[0] * 6], teacher="small")
    more += rows([[0] * 6], student="trained")
    ids = [plot.id for plot in plots_of(findings_of([*PLAIN, *SCAFFOLDED, *more], [tree("p1", [[0, 1]] * 5)]))]
    figures = ("baselines.1", "baselines.2", "assessments.1", "students.1", "positions.1", "teachers.1", "search.1")
    assert {f"inquiry.{name}" for name in figures} <= set(ids)
    assert len(ids) == len(set(ids))


def test_leaks_are_counted_by_reply_and_by_dialogue():
    leaky = tuple(
        Exchange(number=i, question="one two", reply="a b c", leak="value: it is said" if i < 3 else None) for i in range(1, 6)
    )
    made = row("p3", [0] * 6).model_copy(update={"exchanges": leaky})
    cells = line(tables(made)["inquiry.talk"], "unscaffolded")
    # 15 replies, 2 with a leak, in 1 of 3 dialogues.
    assert cells[:5] == [15, 2, pytest.approx(2 / 15), 0, pytest.approx(1 / 3)]


def simulated_run(folder, **settings):
    config = InquiryConfig(kind="run", task="gsm8k", student="simulated", teachers=("simulated",), limit=4, **settings)
    run_inquiry(config, folder)
    return read_run(folder)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs")
    return simulated_run(place / "plain"), simulated_run(place / "scaffolded", scaffolding="scaffolded", assessment_turn=2)


def test_a_report_of_folders_says_that_it_is_a_simulation(runs):
    made = inquiry_report(runs, findings_of_runs(runs))
    page = report_page(made)
    assert "Simulated: these figures" in page
    assert [view.counts.rows for view in made.runs] == [4, 4]
    assert "simulated-learner" in page


def test_folders_of_one_name_stay_apart_and_seeds_stand_in_names(runs, tmp_path):
    again = simulated_run(tmp_path / "plain", seed=3)
    made = inquiry_report([*runs, again], findings_of_runs([*runs, again]))
    first, _, last = (view.name for view in made.runs)
    assert (first.endswith("/plain, seed=0"), last.endswith("/plain, seed=3"), first[:-1] != last[:-1]) == (True, True, True)


@pytest.mark.slow
def test_a_page_of_a_report_needs_no_other_file_and_tables_are_written(runs, tmp_path):
    made = inquiry_report(runs, findings_of_runs(runs))
    assert all(mark not in report_page(made) for mark in ("<link", 'src="http', "url(http", "@import", "<script"))
    paths = write_tables(made, tmp_path)
    assert len(paths) == len(made.tables)
    with (tmp_path / "inquiry.pass.csv").open(encoding="utf-8") as file:
        assert sum(row["published"] == "yes" for row in csv.DictReader(file)) == 12


def test_the_texts_of_the_problems_come_from_the_data_of_the_run(runs):
    texts = texts_of(runs)
    assert set(texts) == {row.problem for row in runs[0].rows}
    assert "muffins" in next(iter(texts.values())).text


def test_a_selection_is_no_run(tmp_path):
    config = InquiryConfig(kind="select", task="gsm8k", student="simulated", teachers=("simulated",), limit=1)
    run_inquiry(config, tmp_path / "select")
    with pytest.raises(InquiryError, match="selection"):
        read_run(tmp_path / "select")


@pytest.mark.slow
def test_a_report_escapes_what_models_and_settings_say(runs):
    evil = row("p1", [0] * 6, student=EVIL, error=InquiryFailure(boundary="teacher/reply", message=EVIL))
    evil = evil.model_copy(update={"exchanges": (Exchange(number=1, question=EVIL, reply=EVIL, leak=EVIL),)})
    run = type(runs[0])(runs[0].folder, runs[0].record, (evil, *PLAIN), ())
    page = report_page(inquiry_report([run], findings_of_runs([run])))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_transcripts_stand_side_by_side_with_both_numbers_and_are_escaped(runs):
    findings = findings_of_runs(runs)
    page = transcripts_page(findings.conditions, findings.names, texts={"sample-1": EVIL}, most=2, is_simulated=True)
    assert page.count('<th scope="col">') == 4
    assert "question 1 (turn 0 of the analysis)" in page
    assert "Evaluation 0: " in page
    assert "Student, attempt" in page
    evil = row("p1", [0] * 6).model_copy(update={"exchanges": (Exchange(number=1, question=EVIL, reply=EVIL, leak=EVIL),)})
    (condition,) = findings_of([evil]).conditions
    written = transcripts_page([condition], {condition: EVIL}, texts={"p1": EVIL})
    assert "<script" not in written
    assert written.count("&lt;script&gt;") == 5
