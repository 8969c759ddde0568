"""Annotated dialogues as hypothesis makes them, and one by hand."""

import json
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from gnomon.corpus import (
    AnnotatedDialogue,
    AnnotatedTurn,
    Comment,
    Consent,
    PictureSize,
    Proposal,
    ReadHighlights,
    Review,
    Stroke,
    WholeProblem,
)
from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn, subacts
from gnomon.figure import Figure, Highlights, Label
from gnomon.problem import Question

NOON = datetime(2026, 5, 6, 12, tzinfo=UTC)
TRIANGLE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (0, 3)},
    lines=(("A", "B"), ("B", "C"), ("C", "A")),
    labels=(Label(text="5", element="line:BC"),),
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "",
        "=1+1",
        "'quoted'",
        "-x",
        "@a",
        'say "hi",\r\nthen go',
        "a;b\tc",
        "\r",
        "∠ABC = 52°",
        "\ufeffx",
        "\x00",
        "\u2028",
        "null",
    ]
)
NAME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
TIME = st.datetimes(min_value=datetime(1990, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  # hypothesis adds the zone
HIGHLIGHTS = st.builds(
    Highlights,
    lines=st.lists(st.sampled_from(["AB", "BC", "nonsense"]), max_size=2).map(tuple),
    angles=st.lists(st.sampled_from(["ABC", "CAB"]), max_size=2).map(tuple),
    arcs=st.lists(st.sampled_from(["AB"]), max_size=1).map(tuple),
    labels=st.lists(TEXT, max_size=2).map(tuple),
)
EXTRA = st.dictionaries(st.sampled_from(["note", "x-1"]), st.recursive(st.none() | st.booleans() | TEXT, st.lists), max_size=2)
PICTURE_NAME = st.sampled_from(["pictures/gone.png", "pictures/a b.jpg"])
SOME_EXTRA = EXTRA.map(lambda fields: {name: value for name, value in fields.items() if value is not None})


@st.composite
def annotated_turns(draw) -> AnnotatedTurn:
    origins = draw(st.lists(NAME, max_size=3, unique=True))
    return AnnotatedTurn(
        picture=draw(st.none() | st.builds(PictureSize, width=st.integers(1, 999), height=st.integers(1, 999), sha256=NAME)),
        strokes=tuple(draw(st.lists(STROKES, max_size=2))),
        read=draw(st.none() | st.builds(ReadHighlights, green=HIGHLIGHTS, brown=HIGHLIGHTS)),
        missing=tuple(draw(st.lists(TEXT, max_size=2))),
        image=draw(st.none() | PICTURE_NAME),
        proposals=tuple(Proposal(origin=origin, text=draw(TEXT)) for origin in origins),
        failed=draw(st.dictionaries(NAME, TEXT, max_size=1)),
        taken=draw(st.none() | st.sampled_from(["custom", *origins])),
        chosen=draw(st.none() | st.sampled_from(["custom", *origins])),
        seconds=draw(st.none() | st.floats(0, 1e6)),
        extra=draw(SOME_EXTRA),
    )


STROKES = st.builds(
    Stroke,
    pen=st.sampled_from(["green", "brown"]),
    points=st.lists(st.tuples(st.floats(-50, 900), st.floats(-50, 900), st.floats(0, 1), NUMBER), max_size=3).map(tuple),
)
TUTOR_TURNS = st.builds(
    lambda row, second, **parts: TutorTurn(act=row.act, subact=row.name, highlights2=second or None, **parts),
    st.sampled_from(list(subacts().values())),
    HIGHLIGHTS,
    highlights=HIGHLIGHTS,
    feedback=st.sampled_from(["positive", "negative", "none"]),
    utterance=TEXT,
    at=st.none() | TIME,
    record=st.none() | st.builds(TurnRecord, step=st.integers(0, 3), guard=st.lists(TEXT, max_size=1).map(tuple)),
)
STUDENT_TURNS = st.builds(StudentTurn, utterance=TEXT, at=st.none() | TIME)
PROBLEMS = st.builds(
    WholeProblem,
    question=st.builds(
        Question,
        text=TEXT,
        figure=st.sampled_from([None, TRIANGLE]),
        images=st.lists(PICTURE_NAME, max_size=2, unique=True).map(tuple),
        choices=st.lists(TEXT, max_size=2).map(tuple),
    ),
    answer=st.none() | TEXT,
    solution=TEXT,
    extra=SOME_EXTRA,
)
REVIEWS = st.builds(
    Review,
    reviewer=NAME,
    state=st.sampled_from(["accepted", "changes_asked", "rejected"]),
    at=TIME,
    comments=st.lists(st.builds(Comment, text=TEXT, turn=st.none() | st.integers(0, 9)), max_size=2).map(tuple),
)


@st.composite
def annotated_dialogues(draw) -> AnnotatedDialogue:
    turns = tuple(draw(st.lists(TUTOR_TURNS | STUDENT_TURNS, min_size=1, max_size=4)))
    name, problem = draw(NAME), draw(NAME)
    said = [turn for turn in turns if isinstance(turn, TutorTurn)]
    noted = tuple(draw(annotated_turns()) for _ in said)
    return AnnotatedDialogue(
        id=name,
        dialogue=Dialogue(
            id=name,
            version=draw(st.integers(0, 9)),
            problem=problem,
            attempt=draw(TEXT),
            turns=turns,
            outcome=draw(st.sampled_from([None, "solved_untold", "solved_told", "not_solved"])),
            misconception=draw(st.none() | NAME),
            tutor=draw(TEXT),
            student=draw(TEXT),
            language=draw(st.sampled_from([None, "de"])),
            seed=draw(st.none() | st.integers()),
        ),
        problem=draw(PROBLEMS),
        turns=noted,
        split=draw(st.sampled_from([None, "train", "validation", "test"])),
        annotator=draw(TEXT),
        batch=draw(st.none() | TEXT),
        consent=draw(st.none() | st.builds(Consent, version=NAME, at=TIME)),
        debrief=draw(st.dictionaries(st.sampled_from(["Q1", "Q2", "Q3", "Q4", "Q5"]), st.integers(-1, 9))),
        reviews=tuple(draw(st.lists(REVIEWS, max_size=2))),
        told=frozenset({"highlights", "feedback"}) | draw(st.frozensets(st.sampled_from(["missing", "proposals"]))) | _told(noted)
        if said
        else frozenset({"highlights", "feedback"}),
        extra=draw(SOME_EXTRA),
    )


def _told(noted: tuple[AnnotatedTurn, ...]) -> frozenset[str]:
    return frozenset(name for name in ("missing", "proposals") if any(getattr(each, name) for each in noted))


def hand_made(**changes: Any) -> AnnotatedDialogue:
    """Return a dialogue of two tutor turns, the second with ink, proposals and both colours."""
    turns = (
        TutorTurn(act="Generic", subact="Introduce", utterance="Hello!"),
        StudentTurn(utterance="=2+3 is BC"),
        TutorTurn(
            act="SeeFigure",
            subact="AskRelation",
            highlights=Highlights(lines=("AB",), labels=("nowhere",)),
            highlights2=Highlights(angles=("ABC",)),
            feedback="positive",
            utterance="How are they related?",
        ),
        StudentTurn(utterance="I see."),
    )
    noted = AnnotatedTurn(
        picture=PictureSize(width=480, height=384, sha256="0" * 64),
        strokes=(Stroke(pen="green", points=((50, 60, 0.5, 0), (90, 60, 0.5, 16))),),
        read=ReadHighlights(green=Highlights(lines=("AC",))),
        proposals=(Proposal(origin="b", text="How are they related?"), Proposal(origin="a", text="How are these related?")),
        taken="b",
        chosen="b",
        seconds=31.5,
    )
    fields: dict[str, Any] = {
        "id": "d-1",
        "dialogue": Dialogue(id="d-1", problem="p-1", attempt="BC = 7", turns=turns, outcome="solved_untold"),
        "problem": WholeProblem(question=Question(text="Find BC.", figure=TRIANGLE), answer="5"),
        "turns": (AnnotatedTurn(), noted),
        "annotator": "t07",
        "batch": "b1",
        "consent": Consent(version="1", at=NOON),
        "debrief": {"Q1": 5, "Q2": 1, "Q3": 4, "Q4": 2},
        "reviews": (Review(reviewer="r1", state="accepted", at=NOON, comments=(Comment(text="Nice.", turn=2),)),),
        "told": frozenset({"highlights", "feedback", "proposals"}),
    }
    return AnnotatedDialogue(**fields | changes)


def as_line(row: object) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
