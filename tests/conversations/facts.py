"""Facts about a tutor's turn, worked out from what a learner sees: utterance, feedback, highlights, act.

Nothing of the tutor's plan is asked. What the learner wrote counts as nobody's statement when the turn quotes it; for taking up
and for mentioning it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gnomon.algebra import constant, parse_expression
from gnomon.benchmark.arena.scan.leaks import is_same
from gnomon.benchmark.arena.scan.values import stated

POSITIVE = re.compile(
    r"\b(?:well done|nicely done|exactly|correct|good (?:work|thinking|idea|job)|great|excellent|perfect|you are right|is right"
    r"|that is right|richtig|genau(?! (?:ein|zwei|dann|so\b))|stimmt|gut gemacht|prima)\b|^(?:yes|right|good|ja)\b",
    re.IGNORECASE,
)
NEGATIVE = re.compile(
    r"\b(?:not (?:yet|quite|right|correct)|does not (?:fit|hold|come out|go with|agree)"
    r"|is off|cannot be|incorrect|wrong|snag|slip"
    r"|nicht (?:ganz|richtig)|stimmt nicht|falsch)\b|^(?:no|nein)\b(?! (?:problem|need|worries|matter|sorge))",
    re.IGNORECASE,
)
FAREWELL = re.compile(
    r"\b(?:goodbye|bye|see you|until next time|tschüss|bis bald|auf wiedersehen|bis zum nächsten)\b", re.IGNORECASE
)
DEMAND = re.compile(
    r"^(?:please |bitte )?(?:look|think|write|set|put|compare|draw|find|tell|show|give|take|name|read|try|work|use|check|go|note"
    r"|schau|schreib|denk|vergleiche|nenne|zeig|lies|setz|rechne|überlege|nimm|prüfe)\b",
    re.IGNORECASE,
)
SIZE = re.compile(
    r"\b(?:what is(?! your)|what's|how (?:long|large|big|wide|many)|size|measure|length|value|work out|find|get for|comes? out"
    r"|wie (?:groß|lang|viel)|größe|länge|wert)\b",
    re.IGNORECASE,
)
EXAMPLE = re.compile(
    r"\b(?:similar|example|another figure|other (?:figure|numbers)|ähnliche|beispiel|andere[nr]? figur)\b", re.IGNORECASE
)
CALCULATED = re.compile(r"[=≈]|\d ?[-+−·*/:] ?\d")
"""A promise of an example works nothing out."""
GERMAN = {
    "der", "die", "das", "ist", "und", "nicht", "du", "wie", "was", "ein", "eine", "welche", "im", "von", "mit", "den", "deine",
    "hast", "bis", "es", "wir", "sich", "dir", "auf", "stimmt",
}  # fmt: skip
ENGLISH = {"the", "is", "and", "not", "you", "how", "what", "a", "an", "which", "of", "with", "to", "that", "do", "it", "your"}
COMMON = ENGLISH | {
    "i", "my", "me", "so", "be", "are", "was", "its", "this", "we", "on", "for", "or", "if", "then", "just", "get", "got", "can",
    "but", "have", "has", "dont", "know", "think", "ok", "yes", "no", "at", "as", "im", "they", "there", "does", "please", "tell",
    "will",
}  # fmt: skip
QUOTE = re.compile(r"[“„][^”“]*[”“]")
WHETHER = re.compile(r"\b(?:whether|ob)\b[^,.;:!?]*", re.IGNORECASE)
"""What is asked within a sentence is not said to be so."""
LONG = 5
"""Words from which on a sentence that comes again is a repetition."""


class Seen(NamedTuple):
    """A turn as a learner sees it, with what was said before."""

    turn: dict[str, Any]
    """Its JSON: act, subact, highlights, feedback, utterance."""
    message: str
    """The learner's last one."""
    earlier: Sequence[str]
    """Utterances of the tutor before."""
    answer: float | None

    @property
    def text(self) -> str:
        """The utterance."""
        return str(self.turn["utterance"])

    @property
    def own(self) -> str:
        """The utterance without what it quotes."""
        return QUOTE.sub(" … ", self.text)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; a quotation does not end one."""
    whole = QUOTE.sub(lambda match: re.sub(r"[.!?]", "_", match.group()), text)
    return [part.strip() for part in re.split(r"(?<=[.!?…])\s+", whole) if part.strip()]


def signals(seen: Seen) -> set[str]:
    """Return what the turn says of the learner's message: by its feedback, and by the words that it opens with."""
    first = WHETHER.sub(" ", QUOTE.sub("", sentences(seen.text)[0])).strip(" ,;:")
    said = {seen.turn.get("feedback", "none")}
    if said == {"none"}:
        if NEGATIVE.search(first):
            said = {"negative"}
        elif POSITIVE.search(first):
            said = {"positive"}
    return said


def names(part: str, text: str) -> bool:
    """Whether a part, word or number is in a text: points in any order, words in any case."""
    if re.fullmatch(r"[A-Z][A-Z0-9']*", part):
        return any(sorted(found) == sorted(part) for found in re.findall(r"\b[A-Z][A-Z0-9']*\b", text))
    if re.fullmatch(r"-?\d+(?:\.\d+)?", part):
        return any(is_same(value.value, float(part)) for value in stated(text) if not value.is_sum)
    return re.search(rf"(?<!\w){re.escape(part)}", text, re.IGNORECASE) is not None


def tells(seen: Seen, value: float) -> bool:
    """Whether the turn states a value in words of its own, also as a calculation that comes to it.

    A number that the learner has just written is not told by saying it again.
    """
    written = {abs(found.value) for found in stated(seen.message) if not found.is_sum}
    return not any(is_same(each, value) for each in written) and any(is_same(found.value, value) for found in stated(seen.own))


def asks(seen: Seen) -> bool:
    """Whether the turn asks or demands something."""
    return "?" in seen.own or any(DEMAND.match(sentence) for sentence in sentences(seen.own))


def _asked(part: str, sentence: str) -> bool:
    """Whether a part is named as it is: an angle by its corner, ABC and CBA but not BAC."""
    if re.fullmatch(r"[A-Z]{3}", part):
        return part in sentence or part[::-1] in sentence
    return names(part, sentence)


def asks_for(seen: Seen, part: str) -> bool:
    """Whether it asks for the size of a part."""
    return any(
        _asked(part, sentence)
        and SIZE.search(sentence) is not None
        and re.search(r"\b(?:reason|why|think|how did)\b", sentence) is None
        for sentence in sentences(seen.own)
        if sentence.endswith("?") or DEMAND.match(sentence)
    )


def explains(seen: Seen, word: str) -> bool:
    """Whether a sentence that is no question says what a word means."""
    stem = re.escape(word.lower().removesuffix("s")[:8])
    verbs = "is|are|has|have|means?|tells?|joins?|cuts?|goes|lies?|touches|runs?|meets?|makes?|stands?|starts?|sits?|when"
    verbs += "|says|ist|sind|hat|haben|heißt|bedeutet|sagt|besagt|teilt|halbiert|schneidet|berührt|verbindet|liegt|liegen|geht"
    said = rf"{stem}\w*(?:\b[^.?]{{0,40}}\b(?:{verbs})\b|:)"
    text = re.sub(r"[“”„]", "", seen.text)  # a word that is explained may be quoted
    return any(re.search(said, sentence.lower()) for sentence in sentences(text) if not sentence.endswith("?"))


def takes_up(seen: Seen) -> bool:
    """Whether a part, number or telling word of the learner's message comes back."""
    words = set(re.findall(r"[^\W\d_]{3,}", seen.message.lower())) - COMMON
    numbers = {value.value for value in stated(seen.message)}
    said = set(re.findall(r"[^\W\d_]{3,}", seen.text.lower()))
    return bool(words & said) or any(value.value in numbers for value in stated(seen.text)) or "“" in seen.text


def highlights(seen: Seen, part: str) -> bool:
    """Whether a part is marked, in either colour."""
    kinds = [*seen.turn.get("highlights", {}).values(), *(seen.turn.get("highlights2") or {}).values()]
    marked = ["".join(name.split()) for several in kinds for name in several]
    return any(sorted(name) == sorted(part) or name == part for name in marked)


def language(seen: Seen) -> str:
    """Return ``de`` or ``en`` by the commonest words."""
    words = re.findall(r"[^\W\d_]+", seen.own.lower())
    return "de" if sum(word in GERMAN for word in words) > sum(word in ENGLISH for word in words) else "en"


def repeats(seen: Seen) -> bool:
    """Whether a sentence of five words or more was said before."""
    before = {sentence.lower() for text in seen.earlier for sentence in sentences(text)}
    return any(len(sentence.split()) >= LONG and sentence.lower() in before for sentence in sentences(seen.text))


def is_example(seen: Seen) -> bool:
    """Whether a similar problem is worked out, with numbers."""
    return EXAMPLE.search(seen.own) is not None and len(stated(seen.own)) > 1 and CALCULATED.search(seen.own) is not None


def _any(check: Callable[[Seen, str], bool]) -> Callable[[Seen, Any], bool]:
    return lambda seen, values: any(check(seen, str(value)) for value in ([values] if isinstance(values, str) else values))


def _same(check: Callable[[Seen], bool]) -> Callable[[Seen, Any], bool]:
    return lambda seen, wanted: check(seen) == bool(wanted)


HOLDS: dict[str, Callable[[Seen, Any], bool]] = {
    "feedback": lambda seen, allowed: signals(seen) <= set([allowed] if isinstance(allowed, str) else allowed),
    "tells_answer": _same(lambda seen: seen.answer is not None and tells(seen, seen.answer)),
    "tells_value": _any(lambda seen, value: tells(seen, float(constant(parse_expression(value)) or 0.0))),
    "mentions": _any(lambda seen, part: names(part, seen.text)),
    "asks": _same(asks),
    "asks_for": _any(asks_for),
    "ends": _same(lambda seen: seen.turn["subact"] == "Farewell" or FAREWELL.search(seen.own) is not None),
    "explains": _any(explains),
    "takes_up": _same(takes_up),
    "highlights": _any(highlights),
    "language": lambda seen, wanted: language(seen) == wanted,
    "praises": _same(lambda seen: "positive" in signals(seen)),
    "worked_example": _same(is_example),
    "repeats": _same(repeats),
}
"""Whether a fact of that name, with that value, holds of a turn."""


def broken(seen: Seen, must: dict[str, Any], must_not: dict[str, Any]) -> list[str]:
    """Return the facts of a turn that are not as they should be."""
    missing = [f"must {name}: {value}" for name, value in must.items() if not HOLDS[name](seen, value)]
    return missing + [f"must not {name}: {value}" for name, value in must_not.items() if HOLDS[name](seen, value)]
