"""One small case for each judge."""

import pytest

from gnomon.judge import ExplanationCase, PedagogyCase, RubricCase, SpecificCriterion
from gnomon.models import ModelTimeoutError


class BrokenModel:
    """Fails every time."""

    name = "broken"

    async def respond(self, request):
        raise ModelTimeoutError(f"no answer to {len(request.messages)} messages; try again later")


@pytest.fixture
def broken_model():
    return BrokenModel()


@pytest.fixture
def rubric_case():
    def condition(name):
        return SpecificCriterion(condition_for_1=f"{name} is there.", condition_for_0=f"{name} is not there.")

    names = ("insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control")
    return RubricCase(
        reply="Look at the two squares. Use a^2 - b^2.",
        insight="It is a difference of two squares.",
        formulation="Factorise it.",
        execution="x^2 - 9 = (x - 3)(x + 3).",
        specific={name: condition(name) for name in names},
        question="How do I go on?",
    )


@pytest.fixture
def pedagogy_case():
    return PedagogyCase(history="Tutor: What is 7 x 8?\nStudent: 54", reply="Close. What is 7 x 7, and one more 7?")


@pytest.fixture
def explanation_case():
    return ExplanationCase(explanation="Draw BD. Then angle ABD is 30.", reference="Join B and D; angle ABD is 30 degrees.")
