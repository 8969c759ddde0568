"""What the figure states is printed and marked in it; what only the text says is not."""

from gnomon.problem import SourceLiteral, annotated, read_literals


def marked(figure, *literals, in_text=False):
    description = read_literals([SourceLiteral(text, in_text) for text in literals], figure, "x").description
    return annotated(figure, description)


def labels(figure):
    return [(label.text, label.element) for label in figure.labels]


def test_a_given_length_is_printed_at_its_segment(triangle):
    assert labels(marked(triangle, "Equals(LengthOf(Line(A,B)), 3x-7)")) == [("3x − 7", "line:AB")]


def test_a_given_angle_has_a_degree_sign(triangle):
    figure = marked(triangle, "Equals(MeasureOf(Angle(A,C,D)), 52)", "Equals(MeasureOf(Angle(B,C,D)), 2x+1)")
    assert labels(figure) == [("52°", "angle:ACD"), ("(2x + 1)°", "angle:BCD")]


def test_what_only_the_text_says_is_not_drawn(triangle):
    figure = marked(triangle, "Equals(LengthOf(Line(A,B)), 5)", "Perpendicular(Line(A,C),Line(C,B))", in_text=True)
    assert figure == triangle


def test_a_right_angle_gets_a_square_at_the_common_point(triangle):
    assert marked(triangle, "Perpendicular(Line(C,D),Line(A,B))").marks.right_angles == ("ADC",)


def test_equal_sides_share_their_ticks(square):
    figure = marked(
        square, "Equals(LengthOf(Line(A,B)), LengthOf(Line(B,C)))", "Equals(LengthOf(Line(B,C)), LengthOf(Line(C,D)))"
    )
    assert figure.marks.equal_lines == (("AB", "BC", "CD"),)


def test_a_midpoint_gives_its_halves_ticks(triangle):
    assert marked(triangle, "IsMidpointOf(Point(D), Line(A,B))").marks.equal_lines == (("AD", "BD"),)


def test_a_bisector_gives_its_halves_arcs(triangle):
    assert marked(triangle, "BisectsAngle(Line(C,D), Angle(A,C,B))").marks.equal_angles == (("ACD", "BCD"),)


def test_parallel_sides_get_arrow_heads(square):
    assert marked(square, "Parallel(Line(A,B),Line(D,C))").marks.parallel_lines == (("AB", "CD"),)


def test_a_perpendicular_bisector_gives_its_right_angle_a_square(triangle):
    assert marked(triangle, "IsPerpendicularBisectorOf(Line(C,D), Line(A,B))").marks.right_angles == ("ADC",)
