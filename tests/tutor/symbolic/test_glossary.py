"""The glossary: the word that is asked about, and the part of the figure that shows it."""

from gnomon.problem import bank
from gnomon.tutor import words_in
from gnomon.tutor.symbolic.glossary import asked_term, find_term, foreign_term, is_kind_asked, is_term_alone, shown_by
from tests.every import every

WORDS = words_in("en")


@every(
    [
        ("whats a chord", "chord"),
        ("what is a tangent", "tangent"),
        ("tangent ratio?", "tangent ratio"),
        ("what does isoceles mean", "isosceles"),
        ("whats a hypotenus", "hypotenuse"),
        ("what are radii", "radius"),
        ("what is the inscribed angle", "inscribed angle"),
        ("is it pi r squared or 2 pi r", "circle formulas"),
    ]
)
def test_a_question_is_about_the_longest_term_in_it_or_the_one_spelled_alike(asked, term):
    assert find_term(asked, WORDS).term == term


@every(["what is love", "how long is it", "", "???"])
def test_a_word_that_is_none_of_school_geometry_has_no_meaning_here(asked):
    assert find_term(asked, WORDS) is None


@every([("tangent?", True), ("is it pi r squared or 2 pi r", True), ("how do i find the radius", False)])
def test_a_term_alone_asks_for_its_meaning(asked, is_alone):
    assert is_term_alone(asked, WORDS) == is_alone


@every(
    [
        ("chord", "chord-radius-ofhr", "line:FH"),
        ("diameter", "semicircle-pythagoras-gntw", "line:GW"),
        ("hypotenuse", "pythagoras-leg-def", "line:DF"),
        ("inscribed angle", "semicircle-pythagoras-gntw", "angle:TGW"),
        ("parallel", "hourglass-cglxz", "line:CL"),
        ("chord", "triangle-sum-klm", None),
    ]
)
def test_a_term_is_shown_where_the_figure_has_it(term, problem_id, part):
    found = shown_by(find_term(term, WORDS), bank()[problem_id], None)
    assert (None if found is None else f"{found.kind}:{found.name}") == part


def test_every_meaning_is_short_and_asks_nothing():
    assert [term.term for term in WORDS.glossary if len(term.says.split()) > 28 or "?" in term.says] == []
    assert len(WORDS.glossary) >= 60


@every(
    [
        ("whats a centroid we never had that", "centroid"),
        ("and a median?", "median"),
        ("never heard of an apothem", "apothem"),
        ("what are base angles again", "base angles"),
    ]
)
def test_a_word_is_asked_for_however_the_question_goes_on(asked, term):
    assert asked_term(asked, WORDS).term == term


@every(["and the angle is 90?", "30 and a right angle", "what is the best way", "so a radius is 5"])
def test_what_only_uses_a_word_does_not_ask_for_it(asked):
    assert asked_term(asked, WORDS) is None


def test_a_choice_between_two_meanings_asks_what_a_word_is_and_one_between_numbers_does_not():
    assert is_kind_asked("is a sector the slice or the bit behind it", WORDS)
    assert not is_kind_asked("is the radius 5 or 6", WORDS)


def test_a_word_of_another_language_has_its_meaning_in_this_one():
    assert foreign_term("was heißt inscribed angle", words_in("de")).term == "Umfangswinkel"


def test_glossaries_have_one_order():
    assert len({len(words_in(language).glossary) for language in ("en", "de")}) == 1
