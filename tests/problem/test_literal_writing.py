"""Expressions written as literals."""

from gnomon.algebra import parse_equation, parse_expression
from gnomon.problem import bank, read_literals
from gnomon.problem.literal_writing import literal_of
from tests.every import every

FIGURE = bank()["tangent-secant-length-odhsv"].question.figure


@every(
    [
        ("length(D,H)", "LengthOf(Line(D, H))"),
        ("2*length(D,H) - 3", "Sub(Mul(2, LengthOf(Line(D, H))), 3)"),
        ("sin(angle(D,O,H))", "SinOf(MeasureOf(Angle(D, O, H)))"),
        ("sqrt(circle_area(O))", "SqrtOf(AreaOf(Circle(O)))"),
        ("arc(D,H)/length(O,H)", "Div(MeasureOf(Arc(D, H)), LengthOf(Line(H, O)))"),
        ("3*x - 7", "3x - 7"),
    ]
)
def test_an_expression_is_written_and_read_back(text, literal):
    expression = parse_expression(text)
    assert literal_of(expression) == literal
    assert read_literals((), FIGURE, literal).description.goal.expression == expression


def test_an_equation_is_written():
    assert literal_of(parse_equation("angle(D,O,H) = 3*x + 8")) == "Equals(MeasureOf(Angle(D, O, H)), 3x + 8)"
