"""The three experiments of the demo, each for one seed: what is trained, what is measured before and after, and the controls.

Every figure comes from what models wrote about held-out problems. Keys of figures and curves name the stage first.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.metrics import HighlightRow, pass_at_k_by_turn, score_highlights
from gnomon.training.demo import asking, judging, tutoring
from gnomon.training.demo.outcome import Outcome
from gnomon.training.demo.stages import Stages, demo_recipe
from gnomon.training.demo.tiny import Shape, tiny_learner
from gnomon.training.recipe import HighlightPredictionRows
from gnomon.training.rewards import mark_batch
from gnomon.training.rows import Row
from gnomon.training.trainer import Learner, Trained

SHAPE = Shape(width=96, layers=2)
"""Two layers can look a word up by the word before it, which is what all three toys ask for; narrower ones hardly learnt to."""


@dataclass(frozen=True)
class Size:
    """How much of everything: what a laptop does in minutes, or what a test needs."""

    conversations: int
    """Bank problems that are tutored."""
    ask_problems: int
    ask_searched: int
    """Of them, those that pairs come from."""
    judge_shown: int
    """Replies that show the form of an answer."""
    judge_prompts: int
    held_out: int
    """Problems of asking and replies that are scored."""


# Chosen so that three seeds take less than fifteen minutes of one core, which tutoring and rewards need most of
FULL = Size(conversations=140, ask_problems=700, ask_searched=400, judge_shown=960, judge_prompts=720, held_out=240)
# A few steps of every stage
QUICK = Size(conversations=8, ask_problems=64, ask_searched=16, judge_shown=64, judge_prompts=16, held_out=16)


def run_asking(stages: Stages, size: Size) -> Outcome:
    """Teach the asking game, then preferences between questions; ablations and the control beside (ODQS 3.3)."""
    seed = stages.seed
    train = asking.problems(size.ask_problems, seed, held_out=False)
    held_out = asking.problems(size.held_out, seed, held_out=True)
    rows = asking.first_rows(train, seed)
    untrained = tiny_learner(rows, SHAPE, seed)
    first = stages.trained("asking-sft", rows, untrained, "asking sft")
    turns = asking.search(train[: size.ask_searched], _student(stages, first.learner), seed)
    pairs, shuffled = asking.question_pairs(turns), asking.question_pairs(turns, random.Random(f"control/{seed}"))
    share = demo_recipe("asking-dpo").preference.replay_share.value  # type: ignore[union-attr]  # a DPO recipe has the part

    def with_replay(questions: list[Row], searched: Sequence[Sequence[asking.Searched]]) -> list[Row]:
        return questions + asking.answer_pairs(searched, round(len(questions) * share / (1 - share)), seed)

    runs: dict[str, tuple[list[Row], Mapping[str, object]]] = {
        "dpo": (with_replay(pairs, turns), {}),
        "no replay": (pairs, {}),
        "sigmoid alone": (with_replay(pairs, turns), {"preference.losses": ["sigmoid"]}),
        "first turn alone": (with_replay(asking.question_pairs(turns[:1]), turns[:1]), {}),
        "shuffled pairs": (with_replay(shuffled, turns), {}),
    }
    figures = _played("sft", stages, held_out, _student(stages, first.learner))
    curves = _curves("sft", first, "loss")
    for name, (chosen, changes) in runs.items():
        trained = stages.trained("asking-dpo", chosen, first.learner, f"asking {name}", changes=changes)
        figures |= _played(name, stages, held_out, _student(stages, trained.learner))
        figures[f"{name}/pair_accuracy"] = _last(trained, "rewards/accuracies")
        curves |= _curves(name, trained, "rewards/accuracies", "loss")
        if name == "dpo":
            figures |= _played("frozen solver", stages, held_out, _student(stages, trained.learner, solver=first.learner))
    return Outcome(experiment="asking", seed=seed, figures=figures, curves=curves, parameters=untrained.trained_parameters())


def _student(stages: Stages, learner: Learner, solver: Learner | None = None) -> asking.Ask:
    """Return how a student is asked; with a solver, another model answers."""
    tokens = asking.SAID_TOKENS

    def questions(prompts: Sequence[str], count: int) -> list[list[str]]:
        return stages.asked(learner, prompts, longest=tokens, samples=count, temperature=1.0)

    def answers(prompts: Sequence[str]) -> list[list[str]]:
        return stages.asked(solver or learner, prompts, longest=tokens, samples=asking.SAMPLES, temperature=1.0)

    return asking.Ask(questions, answers)


def _played(name: str, stages: Stages, held_out: Sequence[asking.State], student: asking.Ask) -> dict[str, float]:
    stages.tell(f"seed {stages.seed}: asking {name}, held-out problems")
    course = asking.play(held_out, student)
    curve = pass_at_k_by_turn(course.right, samples=asking.SAMPLES, k=asking.SAMPLES)
    figures = {f"{name}/pass@5 at turn {turn}": value for turn, value in enumerate(curve.values) if value is not None}
    for turn in range(asking.TURNS):
        figures[f"{name}/useful question {turn + 1}"] = _mean([useful[turn] for useful in course.useful])
    if course.told_right:
        figures[f"{name}/right when told"] = _mean(course.told_right)
    return figures


def run_judging(stages: Stages, size: Size) -> Outcome:
    """Teach a judge the form of an answer, then labels by rewards; the control has the labels exchanged (bea-jh 3.4)."""
    seed = stages.seed
    shown = judging.form_rows(judging.replies(size.judge_shown, seed, held_out=False), seed)
    prompts = judging.judged_rows(judging.replies(size.judge_prompts, seed + 1, held_out=False))
    held_out = judging.replies(size.held_out, seed, held_out=True)
    untrained = tiny_learner([*shown, *prompts, *judging.judged_rows(held_out)], SHAPE, seed)
    rewards = demo_recipe("judge-grpo").rewards
    assert rewards is not None
    figures: dict[str, float] = {}
    confusion: dict[str, tuple[tuple[int, ...], ...]] = {}

    def mark(name: str, learner: Learner) -> None:
        stages.tell(f"seed {seed}: judging {name}, held-out replies")
        said = stages.asked(learner, [judging.prompt_of(reply) for reply in held_out], longest=judging.ANSWER_TOKENS)
        marks = mark_batch([text for (text,) in said], [reply.label for reply in held_out], rewards)
        figures[f"{name}/label accuracy"] = marks.classification.accuracy
        figures[f"{name}/label macro F1"] = marks.classification.macro_f1
        figures[f"{name}/format rate"] = marks.format_rate
        figures[f"{name}/reward"] = marks.reward
        confusion[name] = tuple(tuple(int(count) for count in line) for line in marks.confusion.counts)

    form = stages.trained("judge-form", shown, untrained, "judging form")
    mark("before", form.learner)
    curves = _curves("form", form, "loss")
    for name, rows in {"rewards": prompts, "shuffled rewards": judging.with_shuffled_truth(prompts, seed)}.items():
        trained = stages.trained("judge-grpo", rows, form.learner, f"judging {name}")
        mark(name, trained.learner)
        told = ["reward", "watched/format_rate", "watched/label_accuracy"]
        outcomes = [key for key in trained.curve[-1] if key.startswith("rewards/") and key.endswith("/mean")]
        curves |= _curves(name, trained, *told, *outcomes)
    parameters = untrained.trained_parameters()
    return Outcome(experiment="judging", seed=seed, figures=figures, curves=curves, confusion=confusion, parameters=parameters)


def run_tutoring(stages: Stages, turns: Sequence[tutoring.Taught]) -> Outcome:
    """Teach moves of the symbolic tutor, and whether and what to highlight, plain and weighted (GeoDial 5.1, 5.2)."""
    seed = stages.seed
    train, held_out = tutoring.parted(turns)
    whole, yes_or_no, which = tutoring.tutor_rows(train), tutoring.prediction_rows(train), tutoring.decision_rows(train)
    untrained = tiny_learner([*whole, *yes_or_no, *which], SHAPE, seed)
    # The model writes no word of its own, so its tokens are those that the training turns have
    prompts = [row.prompt[0].text for row in tutoring.tutor_rows(held_out)]
    figures = _moves("before", held_out, stages.asked(untrained, prompts, longest=tutoring.MOVE_TOKENS))
    tutor = stages.trained("tutor", whole, untrained, "tutoring moves")
    figures |= _moves("after", held_out, stages.asked(tutor.learner, prompts, longest=tutoring.MOVE_TOKENS))
    curves = _curves("tutor", tutor, "loss")
    decider = stages.trained("highlight-decision", which, untrained, "tutoring which")
    names = [text for (text,) in stages.asked(decider.learner, tutoring.asked_which(held_out), longest=tutoring.MOVE_TOKENS)]
    asked = [row.prompt[0].text for row in tutoring.prediction_rows(held_out)]
    settings = demo_recipe("highlight-prediction").rows
    assert isinstance(settings, HighlightPredictionRows)
    weight = settings.positive_weight.value
    for name, counts in {"plain": 1, "weighted": weight}.items():
        weights = {row.id: counts for row in yes_or_no if row.completion == tutoring.YES}
        trained = stages.trained("highlight-prediction", yes_or_no, untrained, f"tutoring {name}", weights=weights)
        said = [text for (text,) in stages.asked(trained.learner, asked, longest=tutoring.YES_TOKENS)]
        figures |= _highlights(name, tutoring.focused_rows(held_out, said, names))
        curves |= _curves(name, trained, "loss")
    return Outcome(experiment="tutoring", seed=seed, figures=figures, curves=curves, parameters=untrained.trained_parameters())


def _moves(name: str, turns: Sequence[tutoring.Taught], said: Sequence[Sequence[str]]) -> dict[str, float]:
    moves = [tutoring.read_move(text) for (text,) in said]
    both = list(zip(turns, moves, strict=True))
    figures = {
        f"{name}/act accuracy": _mean([turn.act == move.act for turn, move in both]),
        f"{name}/subact accuracy": _mean([turn.subact == move.subact for turn, move in both]),
    }
    for category in tutoring.CATEGORIES:
        rows = [HighlightRow(turn.highlights[category], move.highlights[category]) for turn, move in both]
        scores = score_highlights(rows)
        figures[f"{name}/{category} prediction F1"] = scores.prediction.f1
        figures[f"{name}/{category} combined F1"] = scores.combined.f1
    return figures


def _highlights(name: str, rows: Sequence[HighlightRow]) -> dict[str, float]:
    scores = score_highlights(rows)
    return {
        f"{name}/prediction precision": scores.prediction.precision,
        f"{name}/prediction recall": scores.prediction.recall,
        f"{name}/prediction F1": scores.prediction.f1,
        f"{name}/decision F1": scores.decision.f1,
        f"{name}/combined precision": scores.combined.precision,
        f"{name}/combined recall": scores.combined.recall,
        f"{name}/combined F1": scores.combined.f1,
        f"{name}/share of turns that highlight": scores.true_rows / scores.rows,
    }


def _curves(stage: str, trained: Trained, *told: str) -> dict[str, tuple[tuple[float, float], ...]]:
    return {f"{stage}/{key}": tuple((point["step"], point[key]) for point in trained.curve if key in point) for key in told}


def _last(trained: Trained, key: str) -> float:
    """Return the mean of the last steps, a tenth of them: one batch says little."""
    values = [point[key] for point in trained.curve if key in point]
    tail = values[-max(len(values) // 10, 1) :]
    return sum(tail) / len(tail)


def _mean(marks: Sequence[bool]) -> float:
    return sum(marks) / len(marks)
