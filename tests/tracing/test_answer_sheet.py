"""Files of answers: many headers and separators are read, anything else is refused in one line."""

import pytest

from gnomon.tracing import AnswerSheetError, LearnerAnswer, read_answer_sheet


@pytest.fixture
def sheet(tmp_path):
    """Return a function that writes a file and reads it."""

    def read(content: str | bytes):
        path = tmp_path / "answers.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_answer_sheet(path)

    return read


@pytest.mark.parametrize(
    "content",
    [
        "learner,answer\nAda,57\nBen,5√3\n",
        "\ufeffAnswer;Student\r\n57;Ada\r\n5√3;Ben\r\n",
        "Name\tGroup\tFinal  answer\nAda\t1\t57\n\n \nBen\t2\t5√3",
        'learner,answer\n"Ada","57"\n Ben , 5√3 \n',
    ],
)
def test_headers_and_separators_may_be_of_many_kinds(sheet, content):
    assert sheet(content) == (LearnerAnswer("Ada", "57"), LearnerAnswer("Ben", "5√3"))


def test_a_decimal_comma_is_kept_where_semicolons_separate(sheet):
    assert sheet("learner;answer\nAda;8,66\n") == (LearnerAnswer("Ada", "8,66"),)


def test_a_short_row_has_no_answer_and_a_nameless_learner_is_called_by_the_row(sheet):
    assert sheet("learner,answer\nAda\n,57\n") == (LearnerAnswer("Ada", ""), LearnerAnswer("row 3", "57"))


BROKEN = {
    "": "columns learner,answer, got 'an empty file'",
    "a,b\n1,2\n": "columns learner,answer, got 'a, b'",
    "learner,answer\n": "has no answers under its header",
}


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_file_is_refused_in_one_line(sheet, content):
    with pytest.raises(AnswerSheetError, match=BROKEN[content]) as refused:
        sheet(content)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_text_is_refused(sheet):
    with pytest.raises(AnswerSheetError, match="UTF-8"):
        sheet(b"learner,answer\nAda,\xff\xfe\n")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(AnswerSheetError, match=r"cannot open .*nowhere\.csv"):
        read_answer_sheet(tmp_path / "nowhere.csv")


@pytest.mark.parametrize("header", ["learner", "PUPIL", " Student ", "name", "ID"])
def test_a_learner_may_be_called_otherwise(sheet, header):
    assert sheet(f"{header},Response\nAda,57\n") == (LearnerAnswer("Ada", "57"),)
