"""Short continuations: what was said of one part holds of another one, too ("and W too", "same for the other one", "so is B")."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from gnomon.tutor.message.rewriting import Rewritten

_KIND = r"(?:the )?(?:angle|side|arc|segment|line|chord|radius)"
_OTHER = (
    r"(?:the )?other (?:(?:two|three|2|3) )?(?:ones?|half|part|bit|piece|angles?|sides?|arc|leg|chord|radius|tangent|end)"
    rf"|the one (?:at|on|in) (?:the )?\w+|{_KIND} at [A-Z]|the other"
)
"""Words for a part without its name."""
# What is said of the part behind it, before it, and the value that may stand before both.
_TOO = (
    r"(?:too|also|as well|aswell|likewise|similarly|(?:is|has|gets) (?:too|also|that too|the same(?: size| length| one)?)|same)"
)
_BEGINNING = r"^\W*(?:(?:and|so|then|ok|yes|yeah|well|therefore|thats why|its)\W+)*"
_VALUE = r"(?P<value>(?:(?<![\d.])\.)?\d[\d.]*(?: ?(?:°|degrees?|deg|[ckmd]?m)(?!\w))?)"
_OF = r",? (?:thats|that's|which is) (?:the )?(?:(?:angle|side|arc) )?(?:at )?[A-Z]{1,3}\b"
"""Of what a value is, behind it."""
_FUNCTION = re.compile(r"\b(?:sin|cos|tan) (?=∠?[A-Z]{1,3} ?(?:is|=|are|has|gets) ?$)")
"""The function whose value is told: ``sin E is`` before it."""
_MOST_POINTS = 3
"""Points of a name of a part: an angle has three."""


class Earlier(NamedTuple):
    """What the learner's message before said."""

    came_to: float | None = None
    """The last value in it that is right; with it "minus 31" goes on."""
    said: float | None = None
    """The last value that a part was given, right or wrong."""
    is_angle: bool = False
    """Whether this part is an angle."""


NOTHING_EARLIER = Earlier()
"""Of a first message."""


def carry_on(written: Rewritten, points: Collection[str], earlier: Earlier) -> None:
    """Write out the value that a part is given by pointing to what was said before it.

    Args:
        written: the message; ``V is 70 and W too`` becomes ``V is 70 and W is 70``.
        points: names of the figure's points.
        earlier: what a message that is nothing but a continuation goes on with.
    """
    if not points or not all(len(point) == 1 for point in points) or "?" in written.text:
        return
    written.sub(
        _following("".join(points)),
        lambda match: (
            f"{match['value']}{match['of'] or ''} and {_function_of(match)}{_named(match['part'] or match['again'])}"
            f" is {match['value']}"
        ),
    )
    if earlier.said is None or re.search(r"\d", written.text):
        return

    def told(match: re.Match[str]) -> str:
        meant = _named(match["part"] or match["again"] or match["lone"])
        name = f"angle {meant}" if earlier.is_angle and len(meant) == 1 else meant
        return f"{name} is {earlier.said:.10g}"

    written.sub(_alone("".join(points)), told)


# Every message is held against both, and the compiler takes longer than the search: of the bank and the problems of a school.
@lru_cache(maxsize=1024)
def _following(points: str) -> re.Pattern[str]:
    """Return what says a value of a further part, by the names of the figure's points."""
    return re.compile(
        rf"{_VALUE}(?P<of>{_OF})?(?P<joint>[,.]? (?:and |And |& |n |so |then |so then |and so )?){_says_again(points)}"
        r"(?=\W*(?:$|[.,;\n]|(?:because|since|bc|obviously|obv|ofc|of course)\b))"
    )


@lru_cache(maxsize=1024)  # as above
def _alone(points: str) -> re.Pattern[str]:
    """Return a message that is nothing but a continuation."""
    lone = rf"and (?P<lone>{_part(points).replace('(?P<part>', '(?:')})"
    return re.compile(rf"(?i:{_BEGINNING})(?:{_says_again(points)}|(?i:{lone}))\W*$")


def _says_again(points: str) -> str:
    part = _part(points)
    again = part.replace("<part>", "<again>")
    return rf"(?:{part} (?i:{_TOO})|(?i:so (?:is|does|has)|(?:the )?same (?:for|at|with|goes for)) {again})"


def _part(points: str) -> str:
    return rf"(?P<part>(?:{_KIND} )?∠?[{points}]{{1,{_MOST_POINTS}}}|the [{points}] one|(?i:{_OTHER}))"


def _function_of(match: re.Match[str]) -> str:
    """Return the function that a value before a continuation is of: ``sin E is .8 and G has the same``."""
    function = _FUNCTION.search(match.string[: match.start()])
    return function.group() if function is not None else ""


def _named(part: str) -> str:
    """Return a part as the reader of formulas knows it: ``the S one`` is the one at S."""
    words = part.split()
    if words[-1] == "one" and len(words[-2]) == 1:
        return f"angle {words[-2]}"
    return f"{part} one" if words[-1].lower() == "other" else part
