"""Words that want a point at one vertex alone confirm it."""

import pytest

from tests.drafting.drafts import drafted
from tests.drafting.pictures import triangle


@pytest.mark.slow
def test_two_statements_of_the_text_that_hold_at_one_vertex_alone_leave_no_doubt():
    picture = triangle(confidence={"D": 0.3})
    cut = picture._replace(lines=tuple(line for line in picture.lines if line.name != "AC"))

    def is_asked(text, picture):
        asked = drafted(f"{text} Angle ABC is 60°. What is angle BAD?", picture).questions
        return "point:D" in {question.id for question in asked}

    assert is_asked("ABC is a triangle.", picture)
    assert is_asked("ABC is a triangle. D is on BC.", cut)  # another place on BC would do as well
    assert is_asked("ABD is a triangle.", picture)  # C ends drawn sides from A and B, too
    assert not is_asked("ABD is a triangle.", cut)
    assert not is_asked("ABD is a triangle. D is on BC.", picture)
    assert is_asked("ABD is a triangle. D is on AB.", cut)
