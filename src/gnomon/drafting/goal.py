"""What a draft asks for: as the words have it, as a model has it too, or as somebody tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gnomon.drafting.asking import Asking, NothingReadError, Question
from gnomon.drafting.choosing import GOAL, asked, is_about_goals
from gnomon.drafting.facts import in_school_notation, renamed_literal
from gnomon.drafting.refusing import why_no_answer
from gnomon.drafting.second_opinion import SecondOpinion
from gnomon.problem.words import Wording


@dataclass(frozen=True)
class GoalSearch:
    """Where a goal is looked for, and who is asked."""

    wording: Wording
    renamed: Mapping[str, str]
    """Points of the text, by their names in the picture."""
    opinion: SecondOpinion
    asking: Asking

    def found(self) -> str | None:
        """Return the one goal of the words; where they have several or none, somebody is asked, and None is no answer yet.

        Raises:
            NothingReadError: as `told`.
        """
        goals = [renamed_literal(goal, self.renamed) for goal in self.wording.goals]
        agreed = [goal for goal in goals if self.opinion.asks(goal)]
        if agreed:
            goals = agreed
        elif goals and self.opinion.goal is not None:
            goals.append(self.opinion.goal)
        if len(goals) == 1:
            return goals[0]
        if goals:
            words = tuple(map(in_school_notation, goals))
            chosen = self.asking.choice(Question("goal", "Which of these is asked for?", words))
            return None if chosen is None else goals[chosen]
        question = next(filter(is_about_goals, self.wording.questions), None)
        if question is None:
            return self.told()
        chosen = self.asking.choice(asked(question, self.wording, [choice.words for choice in question.choices]))
        return None if chosen is None else _goal_in(question.choices[chosen].facts, self.renamed)

    def told(self) -> str | None:
        """Ask for a goal that the words do not have; the model's may be taken by its number.

        Raises:
            NothingReadError: when the words ask for what no answer is found to: a proof, yes or no.
        """
        if self.opinion.goal is None and (reason := why_no_answer(self.wording)):
            raise NothingReadError(reason)
        text = "What is asked? In school notation, such as ∠ABC, AB or area of ABC."
        choices = () if self.opinion.goal is None else (in_school_notation(self.opinion.goal),)
        given = self.asking.free(Question("goal", f"{text} The model says:" if choices else text, choices))
        if given is None:
            return None
        return self.opinion.goal if choices and str(given).strip() in {"1", *choices} else str(given)


def _goal_in(facts: Iterable[str], renamed: Mapping[str, str]) -> str | None:
    goal = next((fact for fact in facts if fact.startswith(GOAL)), None)
    return None if goal is None else renamed_literal(goal.removeprefix(GOAL).removesuffix(")"), renamed)
