"""Words that point at marked parts, and words that name highlights."""

from gnomon.figure import parse_element
from gnomon.studio.learner.pointing import Mark, resolved, tied
from tests.every import every

ANGLE, OTHER, LINE, ARC = (Mark(parse_element(name), "green") for name in ("angle:RTS", "angle:RQS", "line:TR", "arc:RS"))
BROWN = Mark(parse_element("angle:RQS"), "brown")


@every(
    [
        ("this angle is 48", [ANGLE], "angle RTS is 48"),
        ("Is that side as long as TS?", [LINE, ANGLE], "Is segment RT as long as TS?"),
        (
            "What do these angles have to do with each other?",
            [ANGLE, OTHER],
            "What do angles RTS and RQS have to do with each other?",
        ),
        ("the green angle is half of the brown angle", [ANGLE, BROWN], "angle RTS is half of angle RQS"),
        ("this is 48", [ANGLE], "angle RTS is 48"),
        ("the marked angle", [ANGLE], "angle RTS"),
        ("dieser Winkel ist 48", [ANGLE], "Winkel RTS ist 48"),
        ("this arc = 96°", [ARC], "arc RS = 96°"),
    ]
)
def test_a_word_that_points_becomes_the_part_that_is_marked(said, marks, read):
    language = "de" if "Winkel" in said else "en"
    assert resolved(said, marks, language).utterance == read


@every(
    [
        ("this angle is 48", [ANGLE, OTHER]),
        ("this angle is 48", [LINE]),
        ("this angle is 48", []),
        ("the angle is 48", [ANGLE]),
        ("this angle RQS is 48", [ANGLE]),
        ("I think that the sum is 180", [ANGLE]),
        ("this triangle is isosceles", [ANGLE]),
        ("this is 48", [ANGLE, LINE]),
        ("these angles are equal", [ANGLE]),
        ("ce triangle", [ANGLE]),
    ]
)
def test_what_could_mean_another_part_or_none_stays_as_it_was_said(said, marks):
    pointed = resolved(said, marks)
    assert pointed.utterance == said
    assert "".join(piece.text for piece in pointed.pieces) == said


def test_what_was_said_is_kept_word_for_word_in_its_pieces():
    pointed = resolved("I know this angle, but not that side.", [ANGLE, LINE])
    assert [(piece.text, piece.mark) for piece in pointed.pieces] == [
        ("I know ", None),
        ("this angle", ANGLE),
        (", but not ", None),
        ("that side", LINE),
        (".", None),
    ]


def test_a_tutors_words_are_tied_to_the_highlights_that_they_name():
    pieces = tied("Compare angle STR with arc RS, and RT with 96°. A point S?", [ANGLE, ARC, LINE])
    assert [(piece.text, str(piece.mark.element)) for piece in pieces if piece.mark] == [
        ("angle STR", "angle:RTS"),
        ("arc RS", "arc:RS"),
        ("RT", "line:RT"),
    ]


def test_a_single_letter_is_tied_only_where_it_is_called_a_point():
    mark = Mark(parse_element("label:A"), "green")
    pieces = tied("A line goes through point A.", [mark])
    assert [piece.text for piece in pieces if piece.mark] == ["point A"]


def test_a_polygon_of_many_corners_is_named_from_any_corner_and_found_at_once() -> None:
    letters = "ABCDEFGHIJ"
    mark = Mark(parse_element(f"polygon:{letters}"), "green")
    texts = (letters, letters[3:] + letters[:3], letters[::-1])
    assert [tied(text, [mark])[0].mark for text in texts] == [mark] * 3
    assert tied("ACBDEFGHIJ", [mark])[0].mark is None
