"""The guideline of each subact as the annotation desk shows it (GeoDial 2.2, 2.3, appendix D)."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from gnomon.dialogue import Act, Subact, subacts
from gnomon.packaged import packaged_yaml

Pointing = Literal["one", "two", "free", "seldom"]
"""``one``: a highlight is needed; ``two``: green and brown are; ``free``: as the annotator likes; ``seldom``: hardly ever."""


class Guideline(NamedTuple):
    """What an annotator sees of a subact."""

    act: Act
    act_key: str
    subact: Subact
    key: str
    description: str
    advice: str
    """When to use it."""
    example: str
    pointing: Pointing
    advises_own_words: bool
    """Whether writing one's own words is advised."""


@cache
def guidelines() -> tuple[Guideline, ...]:
    """Return the guidelines of all subacts, in the order of the vocabulary."""
    table = packaged_yaml(__package__, "guidelines.yaml")
    act_keys = {act: key for key, act in table["acts"].items()}
    return tuple(
        Guideline(
            act=row.act,
            act_key=act_keys[row.act],
            subact=row.name,
            key=table["keys"][row.name],
            description=row.description,
            advice=row.guideline,
            example=row.example,
            pointing=_pointing(row.name, row.act, table["seldom_highlighted"]),
            advises_own_words=row.name in table["write_own"],
        )
        for row in subacts().values()
    )


def _pointing(subact: Subact, act: Act, seldom: list[str]) -> Pointing:
    if subact == "AskRelation":
        return "two"
    if act == "SeeFigure":
        return "one"
    return "seldom" if subact in seldom else "free"
