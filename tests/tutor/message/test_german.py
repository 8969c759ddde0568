"""German messages in the English that the reader knows."""

from gnomon.problem import bank
from gnomon.tutor.message.german import spelled_numbers, translate
from gnomon.tutor.message.message import read_message
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.message.rewriting import Rewritten
from tests.every import every

KLM = bank()["triangle-sum-klm"]


def _english(text: str) -> str:
    written = Rewritten(text)
    translate(written)
    return " ".join(written.text.split())


@every(
    [
        ("hab 57 raus", "i got 57"),
        ("Da kommt 57 raus", "it is 57"),
        ("dann ist der dritte Winkel 57 Grad groß", "then the third angle is 57 °"),
        ("weil K 52 ist", "because K is 52"),
        ("der letzte winkel muss 57 sein", "the last angle must be 57"),
        ("gegenueberliegende Winkel sind im Parallelogramm gleich gross", "opposite angles in a parallelogram are equal"),
        ("der Umfangswinkel ist halb so groß wie der Mittelpunktswinkel", "the inscribed angle is half of the central angle"),
        ("keine Ahnung", "no idea"),
        ("bei Z is der winkl 25 grod", "angle Z is 25 °"),
        ("HYX isch 70", "HYX is 70"),
        ("das sind siebenundfünfzig grad", "that is 57 °"),
        ("es sind zwei komma fünf cm", "it is 2.5 cm"),
        ("der winkel ist siebenunddreißig komma null fünf", "the angle is 37.05"),
        ("im Sehnenviereck ergänzen sich D und N zu 180", "in a cyclic quadrilateral D and N add up to 180"),
        ("innen bei L hat man 150", "inside at L has you 150"),
        ("5*cos68 rund 1,87", "5*cos68 ≈ 1,87"),
        ("das stück rechts unten is 4", "the piece bottom right is 4"),
    ]
)
def test_german_words_and_their_order_become_english(german: str, english: str) -> None:
    assert _english(german) == english


@every(["so the angle is 57", "it has to die", "DEN = 40 and DIE = 50", "la somme des angles est 180"])
def test_what_is_no_german_stays(text: str) -> None:
    assert _english(text) == text


def test_a_term_of_the_trade_is_read_within_a_line_of_english() -> None:
    assert _english("the Umfangswinkel is 40") == "the inscribed angle is 40"


def test_moves_and_claims_keep_the_words_that_the_learner_wrote() -> None:
    message = read_message("Also ist der Winkel KML 57 Grad groß", KLM)
    (move,) = message.moves
    assert message.text == "Also ist der Winkel KML 57 Grad groß"
    assert move.kind is Kind.VALUE
    assert move.words == "ist der Winkel KML 57"
    assert move.claim is not None
    assert (move.claim.text, move.claim.unit) == (move.words, "°")
    assert move.claim.plain == "angle KML is 57"


@every(
    [
        ("ich weiß nicht wie das geht", Kind.NOT_KNOWING),
        ("was muss ich machen?", Kind.ASKS_WHAT_TO_DO),
        ("sag mir einfach die lösung", Kind.ASKS_ANSWER),
        ("ist es 57?", Kind.DOUBT),
        ("57 ist zu groß", Kind.DENIAL),
    ]
)
def test_what_a_german_message_does_is_told(text: str, kind: Kind) -> None:
    assert [move.kind for move in read_message(text, KLM).moves] == [kind]


@every(
    [
        ("siebenunddreißig komma fünf", [37.5]),
        ("37 komma fünf", [37.5]),
        ("zwei und hundertachtzig", [2, 180]),
        ("eins komma null fünf", [1.05]),
        ("ein winkel", []),
        ("37", []),
        ("verzweifelt", []),
    ]
)
def test_numbers_in_words_are_found_and_an_article_is_none(text: str, values: list[float]) -> None:
    assert [number.value for number in spelled_numbers(text)] == values
