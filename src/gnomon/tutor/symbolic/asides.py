"""Questions beside the way, answered at once: what belongs together, what would be enough, what a word does not mean.

None of them asks for a size, so that an answer gives nothing away; the turn then goes back to the step in play.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from gnomon.dialogue import Feedback
from gnomon.figure import Element
from gnomon.geometry import Step, rules
from gnomon.geometry.derivation import Node
from gnomon.problem import Fact, Quantity, unknowns
from gnomon.tutor.message.clauses import as_statement, lines_of_work
from gnomon.tutor.message.laws import stated
from gnomon.tutor.message.lexicon import canonical
from gnomon.tutor.message.moves import EXAMPLE, Kind
from gnomon.tutor.message.sayings import sayings
from gnomon.tutor.symbolic.belonging import Aside, Belonging
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.doubting import Answer, Doubting, asks_value, doubted_nodes
from gnomon.tutor.symbolic.glossary import find_terms
from gnomon.tutor.symbolic.plan import may_have_example
from gnomon.tutor.symbolic.questions import as_statements, ground_of, in_english, says_something
from gnomon.tutor.symbolic.quoting import last_of, quotable
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.uptake import Heard, Then
from gnomon.tutor.symbolic.whether import Whether
from gnomon.tutor.symbolic.words import DEFAULT, Term, Words, languages, words_in

_PRODUCT = re.compile(r"(?<![\w.])(\d+) ?([a-z])(?![a-z])")
"""A number right before a letter."""
_WORD = re.compile(r"[^\W\d_]+|\d+")
_POINT = re.compile(r"(?<![A-Za-z'])[A-Z](?![A-Za-z'])")
_PART = re.compile(r"(?<![A-Za-z])[A-Z]{2,3}(?![A-Za-z])")
_WHY = re.compile(r"(?:(?:but|and|ok|so|wait|hm+)\W+)*(?:why|how come|warum|wieso)\b\W*(?P<told>.+)", re.IGNORECASE)
"""A question for the reason of something."""
_NAMED_FIRST = re.compile(r"^(?P<verb>is|are) (?P<of>(?:angle |segment |line |triangle |point )?[A-Z]{1,4}(?: and [A-Z]{1,4})?) ")
"""A question's verb before the part that it asks about."""
_DEFINES = r"(?:(?:is|are) (?:the|a|an)|ist (?:die|das|der|eine?)) "
"""What says of the word before it what it is."""
_PLAIN = frozenset({"angle", "segment", "arc", "triangle", "circle", "polygon", "quadrilateral"})
"""What shows words that everybody knows."""
_SUM = re.compile(r"\d+(?:\.\d+)?(?: ?[-+*/·:] ?\d+(?:\.\d+)?)+")
"""A calculation of numbers."""
_LONGEST = 14
"""Words of a message that says what a word means, and nothing else."""
_LONGEST_WORD = 4
"""Words behind "why" that ask for a word of the theorem in play."""
_STEM = 4
"""Letters by which forms of a word are known: "multiply" and "multiplied"."""
_SHORTEST_REQUEST = 8
"""Words up to which "another one" asks for another problem, and for nothing in this one."""
_MAY_ASK = frozenset({Kind.DOUBT, Kind.ASKS_WHAT_TO_DO, Kind.THEOREM, Kind.PLAN})
_SURELY_NAMED = 2
"""Words of a theorem's name that have to be said: one ("angles") names many."""
_MOST_OF_NAME = 0.6
"""Share of the words of its name."""


class Asides:
    """Answers questions beside the way in one dialogue.

    Args:
        diagnosis: where the learner stands; there must be a message.
        reader: of the dialogue.
        words: of its language.
        attempt: the learner's written work.
    """

    def __init__(self, diagnosis: Diagnosis, reader: Diagnostician, words: Words, attempt: str) -> None:
        self._attempt = attempt
        self._diagnosis = diagnosis
        self._exchanges = diagnosis.exchanges
        self._reader = reader
        self._words = words
        self._text = diagnosis.exchanges[-1].judged.message.text
        self._is_asked = "?" in self._text or self._text.lower().split()[:1] in ([word] for word in words.lists("asks_whether"))
        self._doubting = Doubting(diagnosis, reader)
        self._pairs = Belonging(self._text, reader, words, diagnosis.current, is_asked=self._is_asked)

    def find(self, heard: Heard) -> Aside | None:
        """Return the answer to what was asked; None where nothing of the kind was."""
        if (
            found := self._another()
            or self._example_later()
            or self._taken_for(heard)
            or self._givens()
            or self._why_so()
            or self._why_word()
            or self._theory_asked()
            or self._allowed()
            or self._enough()
            or self._function()
            or self._told_of_all()
            or self._pairs.belonging()
            or self._pairs.shared()
        ) is not None:
            is_said = heard.judgement is not None and heard.judgement.truth.is_right and heard.judgement.way == "goal"
            return found._replace(feedback="positive") if found.say == "pairs_of_ratio" and is_said else found
        if heard.judgement is not None and heard.judgement.truth is Truth.WRONG:
            return self._ratio_of_areas() if self._is_asked and "withheld" not in heard.flags else None
        is_heard = Kind.ASKS_MEANING not in self._exchanges[-1].kinds  # that a doubt was heard, and no question for a word
        if (found := (self._doubted(heard) if is_heard else None) or self._same_word() or self._translated()) is not None:
            return found
        if (found := self._asked_if_right(heard)) is not None:
            return found
        if (found := self._doubted(heard)) is not None:
            return found
        if heard.judgement is not None and heard.judgement.truth.is_right:
            given_up = self._doubting.taken_back() if heard.judgement.way == "none" else None
            return _told(given_up) if given_up is not None else self._reason_elsewhere(heard) or self._because(heard)
        return (
            self._own_line(heard)
            or self._whether(heard)
            or self._where_wrong(heard)
            or self._part_wrong()
            or self._offered(heard)
            or self._formula(heard)
            or self._special()
            or self._product()
            or self._confused()
            or self._own_words(heard)
            or self._theorem(heard)
            or self._because(heard)
        )

    def _asked_if_right(self, heard: Heard) -> Aside | None:
        """Say whether what somebody wrote is right, where that is asked: what was handed in is no guess."""
        if not self._words.says("asks_if_right", self._text) or "withheld" in heard.flags:
            return None
        if heard.judgement is not None and heard.judgement.truth.is_right and heard.judgement.way != "none":
            return None
        error = self._diagnosis.error
        if error is not None and error.sentence:
            return Aside("not_right", "negative", "ladder", (("line", last_of(error.sentence)),))
        line = lines_of_work(self._attempt.strip())[-1:] if len(self._exchanges) == 1 else []
        judgements = self._reader.read(line[0], None, is_written_work=True).judgements if line else ()
        if judgements and all(one.truth.is_right for one in judgements):
            said, goal = last_of(line[0]), self._words.quantity(self._reader.proof.goal)
            if any(one.way != "none" for one in judgements):
                return Aside("own_line", "positive", "next", (("line", said),))
            return Aside("lured", "none", "ladder", (("said", said), ("goal", goal)))
        found = Whether(self._diagnosis, self._reader, self._words).handed_in(self._attempt)
        return None if found is None else Aside(found.key, "negative", "ladder", found.slots)

    def _ratio_of_areas(self) -> Aside | None:
        found = Whether(self._diagnosis, self._reader, self._words).ratio_of_areas()
        return None if found is None else Aside(found.key, "positive", "next", found.slots)

    def _taken_for(self, heard: Heard) -> Aside | None:
        """Say no with what a word means, where somebody asks whether it means something else: "does bisector mean HV = VR"."""
        named = next((term for term in find_terms(self._text, self._words) if term.shows not in _PLAIN), None)
        if named is None:
            return None
        names = "|".join(re.escape(name) for name in (named.term.lower(), *named.also))
        is_about = self._words.says("asks_meaning", self._text)
        if not is_about and re.search(rf"\b(?:{names}) {_DEFINES}", self._text.lower()) is None:
            return None
        doubted = self._doubting.doubted()
        is_no = heard.judgement is not None and heard.judgement.truth is Truth.WRONG and "asked" in heard.flags
        if not is_no and (doubted is None or doubted.is_yes):
            return None
        said = quotable(self._text)
        return Aside("no_means", "negative", "back_plain", (("said", said), ("meaning", named.says)))

    def _doubted(self, heard: Heard) -> Aside | None:
        """Answer a question that stands beside what is known already."""
        is_old = heard.judgement is None or bool(heard.flags & {"known", "echo"})
        if not is_old or "repeated" in heard.flags:
            return None
        found = self._doubting.doubted(is_withheld="withheld" in heard.flags)
        return None if found is None else _told(found)

    def _whether(self, heard: Heard) -> Aside | None:
        """Say yes or no to a relation, a ratio or a right angle that somebody asks about."""
        if heard.flags & {"withheld", "repeated"} or self._words.says("asks_meaning", self._text):
            return None
        whether = Whether(self._diagnosis, self._reader, self._words)
        is_open = heard.judgement is None or heard.judgement.truth is Truth.UNKNOWN
        found = whether.find(is_asked=self._is_asked or heard.move.kind in {Kind.DOUBT, Kind.GUESS}) if is_open else None
        found = found or self._doubting.taken_back() or whether.came_to() or whether.scale() or whether.handed_in(self._attempt)
        if found is None:
            return None
        return _told(found)

    def _told_of_all(self) -> Aside | None:
        """Tell what holds of all figures, where somebody asks for it: "how many degrees is once around"."""
        asked = [move.claim for move in self._exchanges[-1].judged.message.moves if move.kind is Kind.DOUBT and move.claim]
        known = [sayings()[claim.saying] for claim in asked if claim.saying]
        is_open = self._words.language == DEFAULT and asks_value(self._text)  # they are told in one language
        true = [saying for saying in known if saying.holds]
        return (
            Aside("meaning", "none", "back_plain", (("meaning", true[0].says),))
            if is_open and len(true) == 1 == len(asked)
            else None
        )

    def _function(self) -> Aside | None:
        found = Whether(self._diagnosis, self._reader, self._words).function()
        return None if found is None else _told(found)

    def _example_later(self) -> Aside | None:
        """Say when an example comes, where one is asked for before anything was tried."""
        is_asked = any(word in self._text.lower() for word in self._words.lists("asks_example"))
        is_asked |= any(move.about == EXAMPLE for move in self._exchanges[-1].judged.message.moves)
        is_due = may_have_example(self._diagnosis) or any(exchange.claims for exchange in self._exchanges[-1:])
        return Aside("example_later", "none", "ladder") if is_asked and not is_due else None

    def _another(self) -> Aside | None:
        is_short = len(self._text.split()) <= _SHORTEST_REQUEST and not self._exchanges[-1].claims
        return Aside("another", "none", "ladder") if is_short and self._words.says("another", self._text) else None

    def _allowed(self) -> Aside | None:
        """Say yes to a helping line or a first line that somebody asks leave for; a number would be a guess in disguise."""
        is_plan = self._words.says("may", self._text) and self._words.says("making", self._text)
        moves = self._exchanges[-1].judged.message.moves
        drawn = [move for move in moves if move.kind is Kind.PLAN and move.claim is None]
        drawn = [move for move in drawn if self._words.says("helping_line", move.words)]
        if drawn and not any(map(str.isdigit, drawn[0].words)) and not self._exchanges[-1].claims:
            return Aside("may", "positive", "carry", (("said", quotable(drawn[0].words)),))
        if not is_plan or any(map(str.isdigit, self._text)):
            return None
        return Aside("may", "positive", "carry", (("said", self._text.strip(" ?.!")),))

    def _givens(self) -> Aside | None:
        """Name the parts of which the problem states something, where somebody asks what is given."""
        if not self._words.says("asks_given", self._text) or any(map(str.isdigit, self._text)):
            return None
        facts = [part for fact in self._pairs.facts(given_only=True) for part in fact.elements()]
        sizes = [Element.measured_by(part) for part in sorted(self._reader.given, key=str) if isinstance(part, Quantity)]
        parts = tuple(dict.fromkeys((*sizes, *facts)))[:_MOST_GIVEN]
        return Aside("givens", "none", "ladder", (("parts", self._words.listed(parts)),)) if parts else None

    def _why_so(self) -> Aside | None:
        """Give the theorem behind a relation that holds, where somebody asks why it does: "why is R in the middle of FH".

        Sizes have no reason given here: the way to them is the learner's.
        """
        match = _WHY.match(self._text.strip())
        if match is None or any(map(str.isdigit, self._text)):
            return None
        told = match["told"].strip(" ?.!")
        judgements = self._reader.read(as_statement(told) or _NAMED_FIRST.sub(r"\g<of> \g<verb> ", told), None).judgements
        facts = [fact for one in judgements if one.truth is Truth.RIGHT for fact in one.claim.relations if isinstance(fact, Fact)]
        scene = self._reader.judge.scene
        nodes: list[Node] = []
        for fact in facts:
            with suppress(KeyError, ValueError):
                nodes.append(fact.canonical(scene.diagram.line))
        for node in (*nodes, *doubted_nodes(self._diagnosis, scene)):
            found = scene.deduction.derived.get(node)
            if found is not None and found.instance is not None:
                ground = ground_of(found.instance, scene.deduction)
                parts = dict.fromkeys(part for one in ground.premises if isinstance(one, Fact) for part in one.elements())
                slots = (("meaning", self._words.rule(ground.rule).statement), ("parts", self._words.listed(tuple(parts)[:2])))
                return Aside("because_rule" if parts else "because_theorem", "none", "ladder", slots)
            if found is not None and found.kind == "given":
                return Aside("because_given", "none", "ladder", (("said", told),))
        return None

    def _why_word(self) -> Aside | None:
        """Give the theorem in play where somebody asks why there is a word of it: "why half?", of a triangle's area."""
        match, step = _WHY.match(self._text.strip()), self._diagnosis.current
        if match is None or step is None or step.rule is None or len(match["told"].split()) > _LONGEST_WORD:
            return None
        if any(map(str.isdigit, self._text)) or _PART.search(self._text):
            return None
        asked = words_in(DEFAULT).telling(in_english(match["told"]))
        told = words_in(DEFAULT).telling(rules()[step.rule_id].statement)
        if not asked or not all(any(word[:_STEM] == other[:_STEM] for other in told) for word in asked):
            return None
        error, turn = self._diagnosis.error, self._exchanges[-1].turn
        is_tested = turn is not None and turn.record is not None and turn.record.rung == "doubt"
        has_idea = error is not None and error.misconception is not None
        then: Then = "test" if has_idea and not is_tested else "apply"
        return Aside("because_theorem", "none", then, (("meaning", self._words.rule(step.rule).statement),))

    def _theory_asked(self) -> Aside | None:
        """Say yes or no to what somebody asks of figures in general, or of the shape at hand: "isnt a radius half the diameter?".

        A theorem is no guess at the answer; what has numbers of the figure in it is left to the table.
        """
        # "Does similar mean the same size" asks for a word.
        if self._words.says("asks_meaning", self._text) or len(self._text.split()) > _LONGEST or _PART.search(self._text):
            return None
        for told in as_statements(in_english(self._text)):
            judged = self._reader.read(told, None).judgements if stated(told) or stated(canonical(told)) else ()
            theorems = [one for one in judged if one.move.kind is Kind.THEOREM and one.claim.holds is not None]
            if len(theorems) == len(judged) == 1 and theorems[0].truth in {Truth.RIGHT, Truth.WRONG}:
                slots = (("said", self._text.strip(" ?.!")),)
                if theorems[0].truth is Truth.RIGHT:
                    return Aside("doubt_right", "positive", "next", slots)
                return Aside("doubt_wrong", "negative", "ladder", slots)
        return None

    def _enough(self) -> Aside | None:
        """Answer whether something is enough to be congruent, or the like, with what it takes."""
        if not (self._is_asked and self._words.says("enough", self._text)):
            return None
        term = next((term for term in find_terms(self._text, self._words) if term.enough), None)
        return None if term is None else Aside("meaning", "none", "ladder", (("meaning", term.enough),))

    def _special(self) -> Aside | None:
        """Answer whether a point is anything special."""
        points = _POINT.findall(self._text)
        if not points or not self._words.says("special", self._text):
            return None
        figure = self._reader.problem.question.figure
        centres = [circle.centre for circle in figure.circles] if figure is not None else []
        for point in points:
            kinds = [fact.kind for fact in self._pairs.facts() if fact.points[0] == point] + ["centre"] * (point in centres)
            term = next((term for kind in kinds if (term := self._own(kind)) is not None), None)
            if term is not None:
                return Aside("special", "none", "back", (("one", point), ("term", term.term), ("meaning", term.says)))
        return None

    def _own(self, name: str) -> Term | None:
        """Return the term of this language for an English one: glossaries have one order."""
        known = words_in(DEFAULT).glossary
        return next((own for own, english in zip(self._words.glossary, known, strict=True) if english.term == name), None)

    def _product(self) -> Aside | None:
        """Answer what a number before a letter means."""
        match = _PRODUCT.search(self._text)
        if match is None or not self._words.says("asks_meaning", self._text):
            return None
        return Aside("product", "none", "back_plain", (("said", match.group()), ("one", match[1]), ("other", match[2])))

    def _confused(self) -> Aside | None:
        """Say no where a word is taken for another one: "the perimeter is the part inside"."""
        said = self._text.lower()
        if len(said.split()) > _LONGEST or _PART.search(self._text) or any(map(str.isdigit, said)):
            return None
        if self._words.says("denying", said) and not self._is_asked:
            return None
        if self._words.says("where", said):
            return None
        term = self._last_explained() if self._words.says("it", said) else None
        named = find_terms(said, self._words)
        for one in [term] if term is not None else named[:1]:
            wrong = next((word for word in one.confused if re.search(rf"(?<!\w){re.escape(word)}", said)), None)
            if wrong is not None and (self._words.says("is", said) or self._is_asked):
                again = f"{one.says[:1].lower()}{one.says[1:]}" if self._words.language == DEFAULT else one.says
                return Aside("confused", "negative", "back_plain", (("term", one.term), ("meaning", one.says), ("again", again)))
        return None

    def _last_explained(self) -> Term | None:
        turns = [exchange.turn for exchange in self._exchanges if exchange.turn is not None]
        told = turns[-1].utterance if turns else ""
        return next((term for term in self._words.glossary if term.says in told), None)

    def _same_word(self) -> Aside | None:
        """Say yes where a word is said to mean that of another language, and it does: "halbieren heißt bisect, oder?"."""
        if not (self._is_asked or self._words.says("is", self._text)):
            return None
        said = f" {' '.join(_WORD.findall(self._text.lower()))} "
        for other in (words_in(code) for code in languages()):
            for one, own in zip(other.glossary, self._words.glossary, strict=True) if other is not self._words else ():
                first, second = ({name for name in (term.term.lower(), *term.also) if f" {name} " in said} for term in (one, own))
                if first and second and not first & second:
                    return Aside(
                        "same_word", "positive", "back_plain", (("said", self._text.strip(" ?.!")), ("meaning", own.says))
                    )
        return None

    def _translated(self) -> Aside | None:
        """Say words of another language's glossary in this one, or of this one in the other, where somebody asks for them."""
        if not any(words_in(code).says("in_language", self._text) for code in languages()):
            return None
        for code in languages():
            other = words_in(code)
            if other is self._words:
                continue
            said = " ".join(("", *re.findall(r"[^\W\d_]+", self._text.lower()), ""))
            pairs = [(one, own) for one, own in zip(other.glossary, self._words.glossary, strict=True) if one.term != own.term]
            both = [*pairs, *((own, one) for one, own in pairs)]
            names = [
                (name, one.term, own.term) for one, own in both for name in (one.term.lower(), *one.also) if f" {name} " in said
            ]
            # "At right angles" is asked for, not the angle in it.
            whole = [
                each for each in names if not any(each[0] != other[0] and f" {each[0]} " in f" {other[0]} " for other in names)
            ]
            found = list(dict.fromkeys((one, own) for _, one, own in whole))
            if found:
                told = ", ".join(f"{one}: {own}" for one, own in found[:_MOST_TRANSLATED])
                claims = self._exchanges[-1].claims
                is_right = bool(claims) and all(each.truth.is_right for each in claims)
                return Aside("translated", "positive" if is_right else "none", "next", (("meaning", told),))
        return None

    def _theorem(self, heard: Heard) -> Aside | None:
        """Answer whether a theorem is the one, by what it takes."""
        message = self._exchanges[-1].judged.message
        named = [rule_id for rule_id in message.rules if rule_id in rules()]
        is_refused = self._words.says("why_not", self._text)
        is_asked = self._is_asked or is_refused or heard.move.kind is Kind.DOUBT
        if not (is_asked and named and heard.move.kind in _MAY_ASK) or any(map(str.isdigit, self._text)):
            return None
        meant = self._meant(named)
        is_key = not is_refused and any(step.rule_id in named for step in self._reader.proof.steps)
        if is_key and says_something(self._text):
            return None  # what nobody could judge may be said wrongly
        if is_key:
            return Aside("doubt_key", "positive", "next", (("said", self._text.strip(" ?.!")),))
        if self._reader.judge.applies([meant]):
            return None
        return Aside("needs", "none", "ladder", (("meaning", self._words.rule(rules()[meant]).statement),))

    def _meant(self, named: Sequence[str]) -> str:
        """Return the rule, of several that a message may name, whose words are said most fully."""
        said = {*_WORD.findall(self._text.lower())}
        # "Pythagoras" stands in the words of whatever rests on it: the theorem of that name is meant.
        return max(named, key=lambda rule_id: (bool(said & {*rule_id.split("_")}), len(said & self._words.of_rule(rule_id))))

    def _reason_elsewhere(self, heard: Heard) -> Aside | None:
        """Say of a right value that the theorem named with it speaks of something else: "GUS = 64, alternate angles"."""
        message = self._exchanges[-1].judged.message
        named = [rule_id for rule_id in message.rules if rule_id in rules()]
        assert heard.judgement is not None  # the caller has asked
        is_value = heard.move.kind is Kind.VALUE and heard.judgement.quantity is not None
        if not (named and is_value) or self._is_asked or self._reader.judge.applies(named) or "known" in heard.flags:
            return None
        meant = self._meant(named)
        # "The angles round the middle are a sixth of a full turn" has words of a rule, and names none.
        name = {word for word in _WORD.findall(self._words.rule(rules()[meant]).name.lower()) if len(word) > _SURELY_NAMED}
        if len(name & {*_WORD.findall(self._text.lower())}) < max(_SURELY_NAMED, _MOST_OF_NAME * len(name)):
            return None
        rule = self._words.rule(rules()[meant])
        return Aside("right_needs", "positive", "next", (("said", heard.said), ("meaning", rule.statement)))

    def _own_words(self, heard: Heard) -> Aside | None:
        """Take up what somebody says a word means, right after it was explained: nothing of that can be judged."""
        turn = self._exchanges[-1].turn
        was_told = turn is not None and turn.record is not None and turn.record.rung == "meaning"
        is_about_figure = any(map(str.isdigit, self._text)) or _PART.search(self._text) is not None
        is_question = heard.move.kind in {Kind.ASKS_MEANING, Kind.ASKS_WHAT_TO_DO, Kind.ASKS_ANSWER, Kind.NOT_KNOWING}
        is_other = is_about_figure or self._is_asked or is_question
        if not was_told or is_other or not (self._words.says("is", self._text) or heard.judgement):
            return None
        return Aside("own_words", "none", "back_plain", (("said", self._text.strip(" .!")),))

    def _formula(self, heard: Heard) -> Aside | None:
        """Say what a term of several words means that nobody could read in its sentence: "isnt pi r squared the circle"."""
        if heard.move.kind is not Kind.UNREAD and (heard.move.kind is not Kind.DOUBT or "number" in heard.flags):
            return None
        said = " ".join(("", *_WORD.findall(self._text.lower()), ""))
        names = ((name, term) for term in self._words.glossary for name in (term.term.lower(), *term.also))
        term = next((term for name, term in names if " " in name and f" {name} " in said), None)
        return None if term is None else Aside("meaning", "none", "back_plain", (("meaning", term.says),))

    def _own_line(self, heard: Heard) -> Aside | None:
        """Say which line of the learner's own work is right, where somebody asks for that."""
        if "erring" not in heard.flags or not self._words.says("own_work", self._text):
            return None
        right = ""
        for line in lines_of_work(self._attempt):
            judgements = self._reader.read(line, None, is_written_work=True).judgements
            if any(judgement.truth is Truth.WRONG for judgement in judgements):
                break
            right = line if judgements and all(judgement.truth.is_right for judgement in judgements) else right
        return Aside("own_line", "positive", "ladder", (("line", right.strip(" .")),)) if right else None

    def _where_wrong(self, heard: Heard) -> Aside | None:
        """Say which line something is wrong in, where somebody only asks where: "where? i multiplied crosswise"."""
        error = self._diagnosis.error
        plain = self._text.lower().split("?")[0].strip()
        places = self._words.lists("where")
        is_begun = plain.split()[:1] in ([word] for word in (*places, *self._words.lists("asks_how")))
        asks_where = plain in places or (is_begun and self._words.says("which_wrong", plain))
        if error is None or not error.sentence or not asks_where or "number" in heard.flags:
            return None
        return Aside("where_wrong", "none", "back_plain", (("line", error.sentence.strip(" .")),))

    def _part_wrong(self) -> Aside | None:
        """Say that a calculation fits which somebody takes for the mistake, and what is left of what was said before."""
        asked = _SUM.search(self._text)
        if asked is None or not (self._is_asked and self._words.says("which_wrong", self._text)) or len(self._exchanges) < 2:
            return None
        error = self._diagnosis.error
        line = error.sentence.strip(" .") if error is not None else ""
        if not line:
            return None
        if asked[0] in line:
            return Aside("where_wrong", "none", "back_plain", (("line", line),))
        return Aside("part_wrong", "negative", "ladder", (("said", asked[0]), ("line", line)))

    def _offered(self, heard: Heard) -> Aside | None:
        """Say yes to a value on the way that is offered as another beginning: "or i take WCN = 68"."""
        first, _, rest = self._text.partition(" ")
        if heard.move.kind is not Kind.GUESS or not self._words.says("either", first):
            return None
        judgements = self._reader.read(rest, None).judgements
        if not judgements or not all(one.truth.is_right and not one.is_answer for one in judgements):
            return None
        return Aside("right", "positive", "next", (("said", judgements[-1].claim.text.strip(" ?.!")),))

    def _because(self, heard: Heard) -> Aside | None:
        """Give the reason for what the learner has found rightly and now wants to understand."""
        asks_why = self._words.says("why", self._text) and not self._words.says("concluding", self._text)
        if not asks_why or "erring" in heard.flags or "number" in heard.flags or len(self._exchanges) < 2:
            return None
        before = [claim for claim in self._exchanges[-2].claims if claim.truth.is_right]
        atoms = {claim.quantity for claim in before if claim.quantity is not None}
        sides = [claim.claim.sides for claim in before if len(claim.claim.sides) == 2]
        parts = [
            {Element.measured_by(leaf) for side in two for leaf in unknowns(side) if isinstance(leaf, Quantity)} for two in sides
        ]

        def says(step: Step) -> str:
            is_found = any(found.atom in atoms for found in step.solved)
            is_said = any(several and several <= {*step.uses} for several in parts)
            return self._words.of_step(step).get("says", "") if is_found or is_said else ""

        reason = next((text for step in self._reader.proof.steps if (text := says(step))), "")
        return Aside("because", "none", "next", (("says", reason),)) if reason else None


def _told(answer: Answer) -> Aside:
    feedback: Feedback = "none" if answer.is_neutral else "positive" if answer.is_yes else "negative"
    then: Then = "number" if answer.key == "came_to" else "next" if answer.is_yes else "ladder"
    return Aside(answer.key, feedback, then, answer.slots)


_MOST_GIVEN = 4
"""Parts that are named as given in one turn."""
_MOST_TRANSLATED = 3
"""Words translated in one turn."""
