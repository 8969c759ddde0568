"""What the fake server answers: mostly a valid reply, now and then one in part, one that cannot be read, or an odd one."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gnomon.dialogue import subacts
from gnomon.models.fake_service import ChatRequest

__all__ = ["answer", "sentences"]

LABELS = ("Yes", "To some extent", "No")
UNREADABLE = "This cannot be read."
_CRITERIA = (
    *("insight_discovery", "operation_formulation", "operation_execution"),
    *("solution_scope_control", "brevity", "coherence"),
)
_KINDS = ("lines", "angles", "arcs", "labels")


def answer(chat: ChatRequest, index: int) -> str:
    """Answer a prompt; the same prompt to the same model with the same seed is answered alike."""
    prompt, body = chat.prompt, chat.body
    told = f"{prompt}{index}{body.get('model')}{body.get('seed')}"
    draw = Random(hashlib.sha256(told.encode()).hexdigest())
    if draw.random() < 0.1:
        return UNREADABLE
    makers = (make for sign, make in _ANSWERS.items() if sign in prompt)
    return next(makers, _label)(prompt, draw)


def sentences(text: str, draw: Random, most: int) -> str:
    """Return some of the sentences of a text, so that a reply shares words with its reference."""
    found = re.findall(r"[^\n.?!#]{12,}[.?!]", text)
    return " ".join(sentence.strip() for sentence in draw.sample(found, min(most, len(found))))


def _label(prompt: str, draw: Random) -> str:
    del prompt
    return f"<think>Because of {draw.randrange(97)}.</think><answer>{draw.choice(LABELS)}</answer>"


def _rubric(prompt: str, draw: Random) -> str:
    del prompt
    marks: dict[str, Any] = {name: int(draw.random() < 0.6) for name in _CRITERIA}  # more ones than zeros
    if draw.random() < 0.1:
        marks[draw.choice(_CRITERIA)] = 7
    return json.dumps({"rationale": "For reasons.", **marks})


def _adaptivity(prompt: str, draw: Random) -> str:
    del prompt
    return json.dumps({"rationale": "Tone.", "adaptivity": draw.choice((0, 1, 1, "?"))})


def _overall(prompt: str, draw: Random) -> str:
    del prompt
    return json.dumps({"rationale": "In all.", "score": draw.randrange(8)})


def _rating(prompt: str, draw: Random) -> str:
    del prompt
    ratings = [draw.choice((1, 2, 3, 4, 5, 5, 9)) for _ in range(3)]
    return f"It holds.\nRating: [[{', '.join(map(str, ratings))}, {draw.randrange(2)}]]"


def _key_step(prompt: str, draw: Random) -> str:
    parts = {name: sentences(prompt, draw, 2) for name in ("Insight Discovery", "Operation Formulation", "Operation Execution")}
    if draw.random() < 0.2:
        parts.popitem()
    return "\n".join(f"[{name}]: {text or 'Look again.'}" for name, text in parts.items())


def _turn(prompt: str, draw: Random) -> str:
    record = draw.choice(list(subacts().values()))
    fields: dict[str, Any] = {
        "act": record.act,
        "subact": record.name,
        "highlights": _highlights(prompt, draw),
        "feedback": draw.choice(("positive", "negative", "none")),
        "utterance": sentences(prompt, draw, 2),
    }
    if draw.random() < 0.3:
        fields["highlights2"] = _highlights(prompt, draw)
    if draw.random() < 0.2:
        fields[draw.choice(("subact", "feedback", "utterance", "highlights"))] = 7
    return json.dumps(fields)


def _highlights(prompt: str, draw: Random) -> dict[str, Any]:
    names = _names(prompt)
    given: dict[str, Any] = {kind: draw.sample(names[kind], min(len(names[kind]), draw.choice((0, 0, 1, 2)))) for kind in _KINDS}
    if draw.random() < 0.1:
        given[draw.choice(_KINDS)] = 3
    return given


def _names(prompt: str) -> dict[str, list[str]]:
    points = sorted(set(re.findall(r"\b[A-Z]{2,3}\b", prompt)))
    two = [name for name in points if len(name) == 2 and name[0] != name[1]]
    three = [name for name in points if len(name) == 3 and len(set(name)) == 3]  # three points make an angle
    return {"lines": two, "angles": three, "arcs": two[:2], "labels": sorted(set("".join(two)))}


def _whether(prompt: str, draw: Random) -> str:
    del prompt
    return draw.choice(("yes", "No.", "Yes", "no", "perhaps"))


def _which(prompt: str, draw: Random) -> str:
    names = _names(prompt)["lines" if "Which lines" in prompt else "angles"]
    return json.dumps(draw.sample(names, min(len(names), draw.randrange(3))))


def _keypoints(prompt: str, draw: Random) -> str:
    if draw.random() < 0.3:
        return f"I would draw something: {sentences(prompt, draw, 2)}"
    names = _names(prompt)
    elements = [
        *(f"Line {name}" for name in names["lines"]),
        *(f"Angle {name}" for name in names["angles"]),
        "Point H",
        "Line AH",
    ]
    chosen: Sequence[str] = draw.choices(elements, k=draw.randrange(5))
    return json.dumps([{"element": element, "description": f"{element} is drawn"} for element in chosen])


def _matches(prompt: str, draw: Random) -> str:
    references, proposed = (list(dict.fromkeys(re.findall(rf"\b{kind}\d+", prompt.rpartition("# user")[2]))) for kind in "RP")
    found = [{"reference": name, "predicted": draw.choice((*proposed, None, None, "P99"))} for name in references]
    return json.dumps({"matches": found[: draw.choice((len(found), len(found), 1))]})


def _explanation(prompt: str, draw: Random) -> str:
    return sentences(prompt, draw, 4)


def _final_answer(prompt: str, draw: Random) -> str:
    if "letter of the option" in prompt:
        return draw.choice("ABCDE")
    numbers: list[str] = re.findall(r"\d+", prompt.rpartition("Explanation:")[0])
    return draw.choice([*numbers[-6:], "60", "12", "It depends."])


_ANSWERS: dict[str, Callable[[str, Random], str]] = {
    "You mark one reply": _rubric,
    "You decide whether its": _adaptivity,
    "You give a single overall score": _overall,
    "You rate an explanation": _rating,
    "You compare two lists": _matches,
    "You turn its": _keypoints,
    "Reply in exactly this form": _key_step,
    "Give the teacher's next turn as JSON": _turn,
    "Reply yes or no": _whether,
    "Reply with a JSON list of at least one name": _which,
    "Which visual keypoints": _keypoints,
    "Explain the solution": _explanation,
    "The answer is:": _final_answer,
}
"""By words that stand in one prompt alone, in this order."""
