"""Small data for rows: dialogues about one figure with known turns, and a search whose answers are told by their counts."""

from gnomon.datasets import GeoDialItem, open_dataset
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.figure import Figure, Highlights
from gnomon.problem import Question

QUESTION = Question(
    text="In triangle ABC, AB = AC. Find angle B.",
    figure=Figure(points={"A": (0, 2), "B": (-1, 0), "C": (1, 0)}, lines=(("A", "B"), ("B", "C"), ("C", "A"))),
)
OPENING = TutorTurn(act="Generic", subact="Introduce", utterance="Hello, what did you do?")
LOOK = TutorTurn(
    act="SeeFigure",
    subact="AskRelation",
    highlights=Highlights(lines=("AB",), angles=("ABC",)),
    highlights2=Highlights(lines=("AC",)),
    feedback="negative",
    utterance="How are the green and the brown side related?",
)
PROBE = TutorTurn(act="Probing", subact="SelfCorrect", feedback="negative", utterance="Look at your sum again.")
TURNS = (OPENING, StudentTurn(utterance="I added the sides."), LOOK, StudentTurn(utterance="They are equal."), PROBE)


def dialogue(name="d", problem="isosceles", split="train", turns=TURNS, **changes):
    """Return a dialogue of three tutor turns, of which the second highlights lines and an angle."""
    held = Dialogue(problem=problem, attempt="AB + AC = 4", turns=turns)
    # Another problem asks for something else: one that is the same is held back from training.
    more = "" if problem == "isosceles" else f" Add {sum(map(ord, problem))}."
    question = QUESTION.model_copy(update={"text": QUESTION.text + more})
    usual = {"question": question, "answer": "70°", "correct_solution": "The base angles are equal.", "dialogue": held}
    return GeoDialItem(id=name, problem_id=problem, split=split, **{**usual, **changes})


def sample_dialogues():
    return open_dataset("geodial", sample=True).items
