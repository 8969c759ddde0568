"""Printed labels and marks of a picture as facts of the parts they are bound to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from gnomon.drafting.asking import Asking, Question
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.figure import split_points
from gnomon.reading import Bound, Picture

_SURE_LABEL = 0.5
"""Confidence from which a label is taken without asking: below it another part is nearly as near, or a glyph is doubtful."""
_SURE_MARK = 0.6
"""The same of a mark: the share of its way that has ink."""
_MIDDLE = 0.25
"""Share of a line at each end where no length of it is printed: it stands about the middle."""
_LETTER = re.compile(r"[a-zα-ω]")
_UNIT = re.compile(r"\s*(?:cm|mm|km|ft|in|yd|units?|[mM])\.?$")
"""After a number: every length of a figure has the same unit."""
_QUANTITY = {"line": "LengthOf(Line({}))", "angle": "MeasureOf(Angle({}))", "arc": "MeasureOf(Arc({}))"}


def printed_facts(picture: Picture, asking: Asking, is_said: Callable[[str], bool]) -> Iterator[DraftFact]:
    """Yield what labels and marks say of the parts of a settled picture.

    Args:
        picture: what was read.
        asking: is asked what the reader is unsure of.
        is_said: whether a second reader says a literal too: then the first may be unsure.
    """
    labels_of = Counter(_ends(bound.part) for bound in picture.labels if bound.part is not None)

    def is_clear(bound: Bound) -> bool:
        # A part has one label: two are pieces of one that was read badly, or one belongs elsewhere.
        is_alone = bound.part is None or labels_of[_ends(bound.part)] == 1
        return bound.confidence >= _SURE_LABEL and is_alone and not _is_aside(bound, picture)

    # One letter measures one kind of part: where one such label may be another part's, all may.
    doubted = {bound.label.text for bound in picture.labels if _LETTER.fullmatch(bound.label.text) and not is_clear(bound)}
    for bound in picture.labels:
        if bound.part is None:
            continue
        literal = f"Equals({_quantity(bound.part)}, {_value(bound.label.text)})"
        shown = f"{bound.label.text!r} on {_named(bound.part)}"
        text = f"Does the label {bound.label.text!r} measure {_named(bound.part)}?"
        name = f"label:{bound.label.text}@{_named(bound.part)}"
        if (
            (is_clear(bound) and bound.label.text not in doubted)
            or is_said(literal)
            or asking.choice(Question(name, text, ("yes", "no"), only_adds=True)) == 0
        ):
            yield DraftFact(literal, Origin("label", shown))
    yield from _marked(picture, asking, is_said)


def _is_aside(bound: Bound, picture: Picture) -> bool:
    """Whether a label stands beside an end of the line that it is bound to, where it may measure an angle there."""
    if bound.part is None or not bound.part.startswith("line:"):
        return False
    (x0, y0), (x1, y1) = (picture.places[name] for name in split_points(_name(bound.part)))
    along = ((bound.label.x - x0) * (x1 - x0) + (bound.label.y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
    return not _MIDDLE <= along <= 1 - _MIDDLE


def unbound_labels(picture: Picture) -> tuple[str, ...]:
    """Return the labels that stand beside nothing that they could measure."""
    return tuple(bound.label.text for bound in picture.labels if bound.part is None)


def _marked(picture: Picture, asking: Asking, is_said: Callable[[str], bool]) -> Iterator[DraftFact]:
    labelled = {_ends(bound.part) for bound in picture.labels if bound.part is not None}
    groups: dict[tuple[str, int], list[str]] = {}
    for mark in picture.marks:
        if mark.kind == "arcs" and _ends(mark.part) in labelled:
            continue  # an arc below a label only shows which angle the label measures
        kind = mark.kind.replace("_", " ")
        question = Question(
            f"mark:{mark.kind}@{_named(mark.part)}",
            f"Is there a mark ({kind}) on {_named(mark.part)}?",
            ("yes", "no"),
            only_adds=True,
        )
        # An angle with a printed size has no square, and what looks like one is its arc.
        is_doubtful = mark.kind == "right_angle" and _ends(mark.part) in labelled
        square = f"RightAngle(Angle({_listed(mark.part)}))"
        is_square = mark.kind == "right_angle"
        is_sure = mark.confidence >= _SURE_MARK and not is_doubtful
        if not is_sure and not (is_square and is_said(square)) and asking.choice(question) != 0:
            continue
        if is_square:
            yield DraftFact(square, Origin("mark", f"of a right angle at {_named(mark.part)}"))
        else:
            groups.setdefault((mark.kind, mark.number), []).append(mark.part)
    for (kind, _), parts in groups.items():
        yield from _alike(kind, parts)


def _alike(kind: str, parts: Sequence[str]) -> Iterator[DraftFact]:
    """Yield what marks of one kind and number say: parallel lines, or equal parts."""
    for first, second in combinations(parts, 2):
        origin = Origin("mark", f"({kind}) on {_named(first)} and {_named(second)}")
        if kind == "arrows":
            yield DraftFact(f"Parallel(Line({_listed(first)}), Line({_listed(second)}))", origin)
        else:
            yield DraftFact(f"Equals({_quantity(first)}, {_quantity(second)})", origin)


def _ends(part: str) -> tuple[str, ...]:
    """Return the part in one spelling, so that ABC is CBA."""
    names = split_points(_name(part))
    return min(names, names[::-1])


def _name(part: str) -> str:
    return part.partition(":")[2]


def _named(part: str) -> str:
    return f"∠{_name(part)}" if part.startswith("angle:") else _name(part)


def _listed(part: str) -> str:
    return ", ".join(split_points(_name(part)))


def _quantity(part: str) -> str:
    return _QUANTITY[part.partition(":")[0]].format(_listed(part))


def _value(text: str) -> str:
    return _UNIT.sub("", text.strip().removesuffix("°")).strip()
