"""Tables and plots show the figures, a dash where nothing tells one, and published figures apart."""

from gnomon.corpus import Statistics, statistics_plots, statistics_report, statistics_tables
from gnomon.pages import report_page
from tests.corpus.conftest import answered, row, said
from tests.every import every

FULL = row(
    "a",
    said("Introduce", "Generic", chosen="one", proposals={"one": "Well."}),
    answered(),
    said(
        "Guide", highlights={"green": {"lines": ["AB"], "labels": ["A"]}}, chosen="custom", proposals={"one": "Look closely here"}
    ),
    outcome="not_solved",
    debrief={"Q2": 1},
    batch="x",
)


def cells(tables, table_id):
    (table,) = (each for each in tables if each.id == table_id)
    return {row.name: dict(zip(table.columns, (cell.value for cell in row.cells), strict=True)) for row in table.ours}


def test_every_table_is_there_where_everything_is_recorded(load):
    tables = statistics_tables(Statistics(load(FULL)))
    assert [table.id.removeprefix("corpus.") for table in tables] == [
        "size", "utterances", "highlighted", "pens", "categories", "labels", "subacts", "feedback", "outcomes", "proposers",
        "scratch", "debrief", "recorded",
    ]  # fmt: skip
    assert cells(tables, "corpus.pens")["all dialogues"]["highlighted utterances, share"] == 50
    assert cells(tables, "corpus.outcomes")["not solved"] == {"dialogues": 1, "dialogues, share": 100}
    assert cells(tables, "corpus.labels")["point"] == {"labels": 1, "labels, share": 100, "of all elements, share": 50}
    assert cells(tables, "corpus.debrief")["Q2: fidelity of the proposals"]["mean"] == 5


def test_what_nothing_tells_is_missing_in_every_table(load):
    bare = said("Guide")
    del bare["feedback"], bare["highlights"]
    tables = statistics_tables(Statistics(load(row("a", bare))))
    for table_id in (
        "corpus.highlighted",
        "corpus.pens",
        "corpus.categories",
        "corpus.labels",
        "corpus.feedback",
        "corpus.outcomes",
    ):
        assert {value for line in cells(tables, table_id).values() for value in line.values()} == {None}
    assert not {table.id for table in tables} & {"corpus.proposers", "corpus.scratch", "corpus.debrief"}


def test_what_the_paper_prints_of_its_own_corpus_stands_apart(load):
    tables = statistics_tables(Statistics(load(FULL)))
    printed = {table.id: [(row.name, row.cells[0].value) for row in table.published] for table in tables if table.published}
    assert printed["corpus.size"] == [("GeoDial", 1341)]
    assert printed.keys() == {"corpus.size", "corpus.pens", "corpus.debrief"}


def test_plots_show_the_tables_figures(load):
    plots = {plot.id: plot for plot in statistics_plots(Statistics(load(FULL, row("b"))))}
    (lengths,) = plots["corpus.utterances"].series
    assert (lengths.x, lengths.y) == (("2",), (2.0,))
    assert plots["corpus.feedback"].series[0].y == (None, None, 0.0, None)  # two utterances: the second lies in the third quarter
    assert plots["corpus.debrief"].series[0].y == (0, 0, 0, 0, 1)


def test_the_page_says_what_could_not_be_read_and_nothing_of_runs(load):
    page = report_page(statistics_report(Statistics(load(FULL, "{no json")), 1))
    assert "Dialogues: 1. Rows that could not be read, and are in no figure: 1." in page
    assert page.count("<svg") == 5
    assert not [word for word in ('id="runs"', "95 % interval", "unreadable") if word in page]


@every([{"Q1": 9}, {"Q1": 0}])
def test_answers_that_are_no_rating_are_told(debrief, load):
    (told,) = (note for note in statistics_report(Statistics(load(FULL | {"debrief": debrief}))).notes if "from 1 to 5" in note)
    assert told.endswith("in no figure: 1.")
