"""The check of an own file names the line and what is wrong; a file in order gets no finding."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.problem import check_file
from tests.every import every

GOOD = """\
id: triangle
text: In triangle KLM, angle K is 52° and angle L is 71°. Find angle M.
figure:
  points: {K: [0, 0], L: [6, 0], M: [4.16459, 5.33043], N: [3, 0]}
  lines: [K N L, L M, M K]
facts:
  - Equals(MeasureOf(Angle(L,K,M)), 52)
  - Equals(MeasureOf(Angle(K,L,M)), 71)
  - Equals(LengthOf(Line(K,L)), 12)
  - Equals(LengthOf(Line(K,N)), 6)
  - Equals(LengthOf(Line(N,L)), 2x)
find: MeasureOf(Angle(K,M,L))
answer: 57
unit: °
"""


@pytest.fixture
def findings_of(tmp_path):
    def check(text):
        path = tmp_path / "own.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return check_file(path)

    return check


def test_a_file_in_order_has_no_findings(findings_of):
    assert findings_of(GOOD) == []


@every(
    [
        ("facts:", "fact:", 6, "unknown key 'fact'; did you mean facts"),
        ("  lines:", "  lnes:", 5, "unknown key 'lnes'; did you mean lines"),
        ("find: MeasureOf(Angle(K,M,L))\n", "", 1, "expected either find: "),
        ("M: [4.16459, 5.33043]", "Q: [1, 2]", 4, "no coordinates for point M"),
        ("[0, 0]", "[0, zero]", 4, "expected a number, got 'zero'"),
        ("[0, 0]", "[0, 0, 0]", 4, "expected two numbers"),
        ("K N L, ", "NO, ", 5, "YAML reads NO"),
        ("Angle(L,K,M)), 52", "Angle(L,K,Q)), 52", 7, "the figure has no point 'Q'"),
        ("Equals(MeasureOf(Angle(L,K,M)), 52)", "Equls(Foo(L,K,M), 52)", 7, "unknown word 'Foo'"),
        ("Equals(MeasureOf(Angle(L,K,M)), 52)", "Same(MeasureOf(Angle(L,K,M)), 52)", 7, "unknown word 'Same'"),
        ("Angle(L,K,M)), 52", "Angle(L,K,M)), 62", 7, "contradict ∠LKM = 62: they show ∠LKM = 52"),
        ("Line(K,N)), 6", "Line(K,N)), 8", 10, "contradict KN = 8: they show KN = 6"),
        ("Equals(LengthOf(Line(K,N)), 6)", "Perpendicular(Line(K,M),Line(L,M))", 10, "contradict KM ⊥ LM"),
        ("Equals(LengthOf(Line(K,N)), 6)", "Equals(LengthOf(Line(K,M)),LengthOf(Line(L,M)))", 10, "contradict KM = LM"),
        ("N: [3, 0]", "N: [3, 1]", 5, "contradict line K N L"),
        ("answer: 57", "answer: 63", 13, "the coordinates show ∠KML = 57, but answer is 63"),
        ("unit: °\n", "", 1, "no unit; add unit: °"),
        ("answer: 57\n", "", 1, "no answer"),
        ("answer: 57", "exact: 5√3\nanswer: 57", 13, "exact is 8.66025404, but answer is 57"),
        ("answer: 57", "exact: '58'\nanswer: 57", 13, "exact is 58, but answer is 57"),
        ("answer: 57", "exact: '57'\nanswer: 57.04", 13, "exact is 57, but answer is 57.04"),
        ("answer: 57", "letters: {x: 4}\nanswer: 57", 11, "contradict LN = 2x"),
        ("find: Mea", "find: Prove(Mea", 12, "expected one statement to prove"),
        ("[0, 0]", "[.nan, 0]", 4, "K: expected a plain number, got 'nan'"),
        ("[0, 0]", "[-.inf, 0]", 4, "K: expected a plain number"),
        ("[0, 0]", "[1.0e+308, 0]", 4, r"K: expected a number from -1e\+09 to 1e\+09"),
        ("answer: 57", "answer: .nan", 13, "expected a plain number"),
        ("lines: [", "circles: [{centre: K, radius: 0}]\n  lines: [", 5, "radius: expected a number above 0, got '0'"),
        ("lines: [", "circles: [{centre: K, radius: -3}]\n  lines: [", 5, "radius: expected a number above 0, got '-3'"),
        ("lines: [", "circles: [{centre: K, radius: 1.0e-9}]\n  lines: [", 5, "radius: too small to draw: expected at least"),
        ("lines: [", "labels: [{text: h, position: [.inf, 0]}]\n  lines: [", 5, "position: expected a plain number"),
        ("N: [3, 0]", "N: [3, 0],\n    P: [6, 0]", 5, "the points L and P are at the same place"),
        ("M: [4.16459, 5.33043]", "M: [9, 0]", 2, "KLM is called a triangle, but its corners lie on one line"),
        ("find: Mea", "find: AreaOf(Triangle(K,N,L)) #", 12, "KNL is called a triangle"),
        ("K N L", "K N, N L", 5, "^K N L lie on one line, drawn as two"),
        ("K N L", "K L, K N", 5, "^K N L lie on one line, drawn as two"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_on_its_line(old, new, line, message, findings_of):
    found = findings_of(GOOD.replace(old, new, 1))
    assert any(finding.line == line and re.search(message, finding.message) for finding in found), found


@pytest.mark.parametrize("text", ["", "[]", "# nothing yet", "null"])
def test_a_file_without_a_problem_is_called_empty(findings_of, text):
    assert [finding.message.partition(";")[0] for finding in findings_of(text)] == ["the file is empty"]


def test_an_answer_may_be_its_exact_form_rounded(findings_of):
    right_triangle = """\
id: leg
text: In triangle ABC, AB is 5 and BC is 5, and the angle at B is right. Find AC.
figure: {points: {A: [0, 5], B: [0, 0], C: [5, 0]}, lines: [A B, B C, C A]}
facts: ["Equals(LengthOf(Line(A,B)), 5)", "Equals(LengthOf(Line(B,C)), 5)", "RightAngle(Angle(A,B,C))"]
find: LengthOf(Line(A,C))
answer: ANSWER
exact: 5√2
unit: cm
"""
    answers = ["7.07106781", "7.071", "7.07", "7.1", "7"]
    assert {answer: findings_of(right_triangle.replace("ANSWER", answer)) for answer in answers} == {each: [] for each in answers}


FACT_ALONE = """\
id: one-fact
text: Find angle BAC.
figure:
  points: {points}
  lines: [A B, B C, C A]
  circles: {circles}
facts: ["{fact}"]
find: MeasureOf(Angle(B,A,C))
answer: {answer}
unit: °
"""


@pytest.mark.parametrize(
    ("points", "circles", "fact", "answer", "said"),
    [
        (
            "{A: [0, 0], B: [4, 0], C: [5, 2], D: [1, 2]}", "[]",
            "Isosceles(Trapezoid(A,B,C,D))", 21.8, "ABCD is an isosceles trapezoid with AB ∥ CD",
        ),
        (
            "{A: [0, 0], B: [4, 0], C: [0, 3], E: [6, 6]}", "[]",
            "IsIncenterOf(Point(E), Triangle(A,B,C))", 90, "E is the incentre of triangle ABC",
        ),
        (
            "{A: [2, 0], B: [2.35, 2], C: [5, 0], O: [0, 0]}", "[{centre: O, points: [A]}]",
            "Tangent(Line(A,B), Circle(O))", 80.07, "AB is tangent to circle O",
        ),
    ],
    ids=["a parallelogram", "an excentre", "ten degrees off the tangent"],
)  # fmt: skip
def test_what_only_looks_like_the_stated_fact_is_found(findings_of, points, circles, fact, answer, said):
    text = FACT_ALONE.format(points=points, circles=circles, fact=fact, answer=answer)
    assert [finding.message.partition(": off by")[0] for finding in findings_of(text)] == [f"the coordinates contradict {said}"]


def test_an_answer_for_a_letter_is_checked_by_its_equations(findings_of):
    letter = GOOD.replace("MeasureOf(Angle(K,M,L))", "x").replace("answer: 57", "answer: 3")
    assert findings_of(letter) == []
    assert any("with x = 5" in finding.message for finding in findings_of(letter.replace("answer: 3", "answer: 5")))


def test_an_exact_answer_that_cannot_be_read_is_one_error(findings_of):
    found = findings_of(GOOD + 'exact: "5√("\n')
    assert [(finding.line, finding.message) for finding in found] == [
        (15, "cannot read exact: '5√('; write it as 5√3 or 12π"),
    ]


def test_an_id_used_twice_is_found(findings_of):
    entry = "- " + GOOD.strip().replace("\n", "\n  ")
    found = findings_of(f"{entry}\n{entry}\n")
    assert [(finding.line, finding.severity) for finding in found] == [(15, "error")]


def test_an_id_used_twice_on_one_line_is_found_too(findings_of):
    entry = "{id: twin, text: Find x., figure: {points: {A: [0, 0]}}, facts: [], find: x}"
    assert [finding.message for finding in findings_of(f"[{entry}, {entry}]") if "used twice" in finding.message]


@pytest.mark.parametrize("size", ["5.0e-324", "1.0e-200", "0"])
def test_points_that_all_lie_at_one_place_are_found(findings_of, size):
    tiny = re.sub(r"points: .*", f"points: {{K: [0, 0], L: [{size}, 0], M: [0, {size}], N: [{size}, {size}]}}", GOOD)
    assert [(finding.line, finding.message) for finding in findings_of(tiny)] == [
        (4, "points: all 4 points lie at one place; expected a figure at least 1e-06 wide or high")
    ]


def test_more_points_than_can_be_drawn_are_refused_with_the_limit(findings_of):
    many = ", ".join(f"P{number}: [{number}, {number**2}]" for number in range(61))
    found = findings_of(GOOD.replace("N: [3, 0]", f"N: [3, 0], {many}"))
    assert [(finding.line, finding.message) for finding in found] == [
        (4, "points: expected at most 60 points, got 65; leave out what is not needed")
    ]


def test_a_reading_taken_from_the_figure_is_a_warning(findings_of):
    found = findings_of(GOOD.replace("Angle(L,K,M)), 52", "Angel(L,K,M)), 52"))
    assert [(finding.line, finding.severity) for finding in found] == [(7, "warning")]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\xff",
        b"\xff" * 100,
        b"[" * 100_000,
        b"a: &a [1]\nb: *a",
        b"- 1",
        b"!!python/object:os.system x",
        b"x" * 2_500_000,
    ],
    ids=["empty", "binary", "latin", "deep", "alias", "number", "tag", "huge"],
)
def test_a_file_that_is_no_problem_file_gets_one_error(findings_of, content):
    assert [finding.severity for finding in findings_of(content)] == ["error"]


def test_a_folder_and_a_missing_file_get_one_error(tmp_path):
    assert [finding.severity for finding in (*check_file(tmp_path), *check_file(tmp_path / "no.yaml"))] == ["error", "error"]


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(alphabet="()[]{}:-# \n\tABx19&*!|>'\"", max_size=6))
def test_no_damage_to_a_file_makes_the_check_raise(tmp_path_factory, start, length, inserted):
    path = tmp_path_factory.getbasetemp() / "damaged.yaml"
    path.write_text(GOOD[:start] + inserted + GOOD[start + length :])
    assert all(finding.line >= 1 for finding in check_file(path))


def test_the_example_of_the_documentation_is_in_order(repository, findings_of):
    page = (repository / "docs" / "problem-format.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert findings_of(example.group(1)) == []
