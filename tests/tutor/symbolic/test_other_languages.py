"""A message in a language that is not there is told so, once, and never judged; names and numbers alone are no language."""

import asyncio

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.packaged import packaged_yaml
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.language import other_language, understood_in, writable_in
from tests.every import every

FOREIGN = {
    "fr": [
        "je pense que l angle KML vaut 57",
        "l'angle KML = 57 parce que la somme fait 180",
        "c'est 57 ?",
        "donc 180-52-71=57",
        "la réponse est 57 degrés",
        "j'ai trouvé 57",
        "KML vaut 57",
        "je ne comprends pas la question",
        "et pourquoi pas 60",
        "merci beaucoup",
    ],
    "es": [
        "creo que el ángulo KML mide 57",
        "el angulo es 57",
        "es 57 porque la suma es 180",
        "no se que hacer",
        "me sale 57 grados",
        "y KML vale 57",
        "cuánto mide LM?",
        "57 grados",
        "entonces son 180-52-71",
        "hola",
    ],
    "it": [
        "penso che l'angolo KML sia 57",
        "la somma degli angoli è 180",
        "quindi KML = 57",
        "non lo so",
        "viene 57 gradi",
        "perche 180-52-71",
        "l'angolo misura 57",
        "non ho capito",
        "è uguale a 57?",
        "grazie",
    ],
    "pt": [
        "acho que o ângulo KML vale 57",
        "a soma dos angulos é 180",
        "então 180-52-71",
        "não sei",
        "o angulo mede 57",
        "dá 57 graus",
        "é 57 ou não?",
    ],
    "tr": [
        "bence KML açısı 57",
        "üçgenin iç açıları toplamı 180",
        "cevap 57 mi",
        "180-52-71 = 57 eder",
        "bilmiyorum",
        "aci 57 derece",
        "neden 57 değil",
    ],
    "pl": ["kąt KML wynosi 57", "nie wiem", "myślę że 57", "suma kątów to 180", "wyszło 57 stopni", "dlaczego nie 60"],
    "nl": ["ik denk dat hoek KML 57 is", "de hoek is 57 graden", "waarom is het niet 60", "ik snap het niet"],
    "hr": ["mislim da je kut KML 57", "ne znam", "kut je 57 stupnjeva"],
    "ro": ["cred că unghiul KML este 57", "suma este 180 deci 57"],
    "ru": ["угол KML равен 57"],
}
"""Short sentences of learners, most with a value of the problem, by language."""

OWN = [
    "KML = 57",
    "57",
    "angle KML is 57",
    "Jose says KML = 57",
    "Maria got 57 and Luis got 60",
    "Le thinks its 57",
    "Ben: 57",
    "René says 57",
    "so its 57",
    "ans 57",
    "idk",
    "52+71=123",
    "LM",
    "is it LM or KM?",
    "a^2 + b^2 = c^2",
    "x + y = 90",
    "u + o = 180",
    "no 57",
    "me 57 too",
    "si = 57",
    "thales",
    "pythagoras",
    "cos 60 = 0.5",
    "sin(52) = 5/KM",
    "tan rule??",
    "area 30",
    "base 8 height 5",
    "par lines",
    "hyp = 13",
    "plz help",
    "k then 57",
    "la la la",
    "angel KML 57",
    "triangel sum 180",
    "isoceles so 52",
    "bc 180-52-71",
    "ur wrong",
    "57 deg",
    "pi*r^2 = 28.27",
    "que",
    "KML = 57, Señor Tutor",
    "the café is 5 m long",
    "Dr. Le Roux told me its 57",
    "hab 57",
    "Winkel KML ist 57",
    "57 grad",
    "KML sind 57°",
    "ka",
    "keine ahnung",
    "Maria und José haben 57",
    "weil 180-52-71",
    "nö 60",
    "des is 57",
    "i glaub 57",
    "dit sind 57",
    "na 57 halt",
    "Kathete 5",
    "gleichschenklig",
    "wat is 57",
    "Summe 180 also 57",
    "Winkelsumme im Dreieck",
    "ne 57",
    "die 57 da",
]
"""English and German, down to dialect and slips, with names, letters and numbers."""

PROBLEM = bank()["triangle-sum-klm"]
SOLUTION = solution_of(PROBLEM)


def test_there_are_sixty_of_each():
    assert min(sum(map(len, FOREIGN.values())), len(OWN)) >= 60


@every([(code, text) for code, texts in FOREIGN.items() for text in texts], one_in=5)
def test_a_short_sentence_in_another_language_is_named_and_nothing_in_it_judged(code, text):
    assert other_language(text) == code
    assert Diagnostician(PROBLEM, SOLUTION.proof, SOLUTION.deduction).read(text, None).judgements == ()


@every(OWN)
def test_names_letters_and_numbers_are_in_no_other_language(text):
    assert other_language(text) is None


@every(["kolik je úhel KML? řekněte, že 57", "góc KML bằng 57 độ"])
def test_a_language_that_nobody_here_can_name_is_still_none_of_ours(text):
    assert other_language(text) is not None
    assert Diagnostician(PROBLEM, SOLUTION.proof, SOLUTION.deduction).read(text, None).judgements == ()


PORTUGUESE = ["acho que o ângulo vale 60", "não sei o que fazer", "a soma dos angulos é 180", "eu não entendo"]


def _turns(messages, problem=PROBLEM.id, language=None):
    session = Session(solution_of(bank()[problem]), GuardedTutor(SymbolicTutor()))
    dialogue = Dialogue(problem=problem, language=language)
    for message in messages:
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
    return [*dialogue.tutor_turns(), asyncio.run(session.step(dialogue))][1:]


def test_every_language_that_is_named_says_what_one_can_write_instead():
    table = packaged_yaml("gnomon.tutor.symbolic", "words", "languages.yaml")
    named = [code for code, row in table.items() if "says" in row]
    assert len(named) >= 15
    assert [code for code in named if not writable_in(code) or "?" in writable_in(code)] == []
    assert writable_in("und") == writable_in("en") == writable_in(None) == ""


def test_it_is_asked_in_signs_with_the_part_shown_and_not_judged():
    first, second, third, fourth = _turns(PORTUGUESE)
    assert first.utterance == f"{understood_in('pt')} {writable_in('pt')} → ∠KML = ?"
    assert second.utterance.endswith(" ∠LKM = …, ∠KLM = … → ∠KML = ?")
    assert third.utterance.endswith(". → ∠KML = ?")
    assert [turn.record.asked for turn in (first, second, third)] == ["angle(K,M,L)"] * 3
    assert [element.name for element in first.highlights.elements()] == ["KML"]
    assert [element.name for element in second.highlights.elements()] == ["LKM", "KLM", "KML"]
    assert {turn.feedback for turn in (first, second, third, fourth)} == {"none"}
    assert "∠" not in fourth.utterance  # the same signs in a row help no more than words


@every([("57", "positive"), ("KML = 57", "positive"), ("KLM = 71", "positive"), ("180-52-71", "positive"), ("60", "negative")])
def test_what_is_written_in_signs_to_that_is_judged(message, feedback):
    assert _turns([PORTUGUESE[0], message])[-1].feedback == feedback


def test_a_letter_keeps_its_case_and_what_has_no_sign_its_name():
    assert _turns(PORTUGUESE[:1], "opposite-angle-gate")[0].utterance.endswith(" → x = ?")
    assert _turns(PORTUGUESE[:1], "sector-pie-cfv")[0].utterance.endswith(" → area of sector FCV = ?")
    assert "radius" not in _turns(PORTUGUESE[:2], "half-chord-ocdq")[1].utterance


def test_it_is_told_so_once_in_its_own_words_and_then_in_the_language_of_the_dialogue():
    session = Session(SOLUTION, GuardedTutor(SymbolicTutor()))
    turns = [TutorTurn(act="Probing", subact="AskForExplanation", utterance="And?")]
    for message in ("je pense que l angle KML vaut 57", "mais la somme est 180"):
        turns.append(StudentTurn(utterance=message))
        turns.append(asyncio.run(session.step(Dialogue(problem=PROBLEM.id, attempt="", turns=tuple(turns)))))
    first, second = turns[2], turns[4]
    assert [turn.feedback for turn in (first, second)] == ["none", "none"]
    assert understood_in("fr") in first.utterance
    assert understood_in("fr") not in second.utterance
    assert "English" in second.utterance
