"""Train the embedded judge: ``python -m tools.judge.train $GNOMON_DATA/mrbench --out src/gnomon/judge/embedded/weights``.

Half a minute on one core; with ``--unseen``, which measures on tutors never seen, five minutes more. Writes ``mrbench.npz``, the
models of the folds, each of which has not seen one of them, and ``figures.json``, how they do on it. Equal data, seed and library
versions give equal files.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gnomon.judge import LABELS, dimensions
from gnomon.judge.embedded import conversation_key
from gnomon.judge.embedded.weights import Ensemble, Floats
from gnomon.metrics import classify, confusion
from tools.judge.learning import Integers, Reply, fit_balanced, fit_model, labels_of, read_replies

BINS = 10
"""Of a reliability plot, equally wide."""
NOT_JUDGED = -1
NUM_ERRORS = 10


class Judged(NamedTuple):
    """What models that had not seen them say of replies."""

    probabilities: Floats
    """(replies, dimensions, labels), the lowest label first"""
    labels: Integers
    """(replies, dimensions)"""


def judge_each(replies: Sequence[Reply], parts: Iterable[tuple[Sequence[Reply], Sequence[int]]], seed: int) -> Judged:
    """Judge replies, given by their numbers, by a model fitted on others, part by part."""
    judged = Judged(
        np.zeros((len(replies), len(dimensions()), len(LABELS))), np.full((len(replies), len(dimensions())), NOT_JUDGED)
    )
    for training, numbers in parts:
        put_in(judged, Ensemble((fit_model(training, seed),), {}), replies, numbers)
    return judged


def put_in(judged: Judged, ensemble: Ensemble, replies: Sequence[Reply], numbers: Sequence[int]) -> None:
    """Put in what the first model of an ensemble says."""
    model = ensemble.folds[0]
    logarithms = model.log_probabilities(model.describe([replies[number].seen for number in numbers]))
    judged.probabilities[numbers] = np.exp(logarithms)
    judged.labels[numbers] = (logarithms + model.offsets).argmax(axis=2)


def unseen_tutors(replies: Sequence[Reply], *, is_strict: bool) -> Iterable[tuple[list[Reply], list[int]]]:
    """Yield, for each tutor, the other tutors' replies and the numbers of its own; strictly: of one fold, and of the others."""
    for tutor in dict.fromkeys(reply.tutor for reply in replies):
        for fold in sorted({reply.fold for reply in replies}) if is_strict else [None]:
            numbers = [n for n, reply in enumerate(replies) if reply.tutor == tutor and fold in (None, reply.fold)]
            if numbers:
                yield [reply for reply in replies if reply.tutor != tutor and (fold is None or reply.fold != fold)], numbers


def control(replies: Sequence[Reply], of: Callable[[Reply], Sequence[float]]) -> Integers:
    """Label each reply by what a balanced logistic regression makes of a few numbers in the other folds."""
    values, labels, folds = np.array([of(reply) for reply in replies]), labels_of(replies), np.array([r.fold for r in replies])
    given = np.zeros_like(labels)
    for fold in np.unique(folds):
        for place in range(labels.shape[1]):
            fitted = fit_balanced(values[folds != fold], labels[folds != fold, place], 1.0)
            given[folds == fold, place] = fitted.predict(values[folds == fold])
    return given


def controls(replies: Sequence[Reply]) -> dict[str, Integers]:
    """Return the labels of judges that read nothing: the commonest label, who wrote it, how long it is."""
    tutors = sorted({reply.tutor for reply in replies})
    labels = labels_of(replies)
    majority = np.array([Counter(column.tolist()).most_common(1)[0][0] for column in labels.T])
    return {
        "majority": np.broadcast_to(majority, labels.shape),
        "tutor's name": control(replies, lambda reply: [reply.tutor == tutor for tutor in tutors]),
        "length alone": control(replies, lambda reply: [np.log1p(len(reply.text)), np.log1p(len(reply.text)) ** 2]),
    }


def macro_f1s(truth: Integers, given: Integers) -> list[float]:
    """Return strict macro-F1 of each dimension."""
    return [round(classify(true, said, labels=LABELS).macro_f1, 4) for true, said in zip(named(truth), named(given), strict=True)]


def named(labels: Integers) -> list[list[str]]:
    """Return labels by dimension under their names."""
    return [[LABELS[-1 - label] for label in column] for column in labels.T]


def reliability(truth: Integers, probabilities: Floats) -> list[dict[str, Sequence[float]]]:
    """Return, for each label, mean probability, share of right ones and number in each bin of its probability."""
    found = []
    for label in range(len(LABELS)):
        chance, is_true = probabilities[:, label], truth == label
        place = np.minimum((chance * BINS).astype(int), BINS - 1)
        bins = [place == number for number in range(BINS) if (place == number).any()]
        of_label: dict[str, Sequence[float]] = {
            "said": [round(float(chance[each].mean()), 4) for each in bins],
            "true": [round(float(is_true[each].mean()), 4) for each in bins],
            "rows": [int(each.sum()) for each in bins],
        }
        found.append(of_label)
    return found


def calibration_error(bins: Sequence[dict[str, Sequence[float]]]) -> float:
    """Return the class-wise calibration error: the mean gap between said and true, over rows, then over labels."""
    gaps = [np.average(np.abs(np.subtract(each["said"], each["true"])), weights=each["rows"]) for each in bins]
    return round(float(np.mean(gaps)), 4)


def figures_of(replies: Sequence[Reply], judged: Judged) -> dict[str, Any]:
    """Return all that is said of the judge on replies that its models had not seen."""
    truth = labels_of(replies)
    folds = np.array([reply.fold for reply in replies])
    by_fold = np.array([macro_f1s(truth[folds == fold], judged.labels[folds == fold]) for fold in np.unique(folds)])
    bins = [reliability(truth[:, place], judged.probabilities[:, place]) for place in range(truth.shape[1])]
    given = np.take_along_axis(judged.probabilities, judged.labels[..., None], axis=2)[..., 0]

    def grouped(key: Callable[[Reply], str]) -> dict[str, dict[str, list[float]]]:
        values = np.array([key(reply) for reply in replies])
        return {
            value: {
                "replies": [int((values == value).sum())],
                "macro_f1": macro_f1s(truth[values == value], judged.labels[values == value]),
                "accuracy": [round(float(share), 4) for share in (truth == judged.labels)[values == value].mean(axis=0)],
            }
            for value in sorted(set(values.tolist()))
        }

    return {
        "macro_f1": macro_f1s(truth, judged.labels),
        "macro_f1_sd_over_folds": [round(float(value), 4) for value in by_fold.std(axis=0)],
        "calibration_error": [calibration_error(each) for each in bins],
        "reliability": bins,
        "confusion": [
            confusion(true, said, labels=LABELS).counts[:, : len(LABELS)].tolist()
            for true, said in zip(named(truth), named(judged.labels), strict=True)
        ],
        "by_tutor": grouped(lambda reply: reply.tutor),
        "by_source": grouped(lambda reply: reply.source),
        "abstaining": [
            {"below": below, "answered": _shares(given >= below), "accuracy": _right(truth == judged.labels, given >= below)}
            for below in (0.0, 0.4, 0.5, 0.6, 0.7, 0.8)
        ],
    }


def surest_errors(replies: Sequence[Reply], judged: Judged) -> list[dict[str, Any]]:
    """Return ten wrong labels with their replies' ids: the surest of each dimension in turn, no conversation twice."""
    truth, found, seen = labels_of(replies), [], set()
    given = np.take_along_axis(judged.probabilities, judged.labels[..., None], axis=2)[..., 0]
    order = [iter(np.argsort(-np.where(truth[:, d] == judged.labels[:, d], 0, given[:, d]), kind="stable")) for d in range(4)]
    for turn in range(NUM_ERRORS):
        place = turn % len(order)
        number = next(number for number in order[place] if replies[number].conversation not in seen)
        seen.add(replies[number].conversation)
        found.append(
            {
                "id": replies[number].id,
                "dimension": list(dimensions())[place],
                "people": LABELS[-1 - truth[number, place]],
                "judge": LABELS[-1 - judged.labels[number, place]],
                "probability": round(float(given[number, place]), 2),
            }
        )
    return found


def _shares(answered: np.ndarray) -> list[float]:
    return [round(float(value), 4) for value in answered.mean(axis=0)]


def _right(is_right: np.ndarray, answered: np.ndarray) -> list[float]:
    counts = answered.sum(axis=0)
    return [round(float(value), 4) for value in (is_right & answered).sum(axis=0) / np.maximum(counts, 1)]


def main() -> None:
    """Fit, write and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with mrbench_v3_dev240.json and folds4.json")
    parser.add_argument("--out", type=Path, required=True, help="folder for mrbench.npz and figures.json")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unseen", action="store_true", help="measure on tutors never seen as well")
    parser.add_argument("--seeds", type=int, default=1, help="measure with so many seeds in all")
    chosen = parser.parse_args()
    replies = read_replies(chosen.data)
    folds = sorted({reply.fold for reply in replies})
    held_out = [[number for number, reply in enumerate(replies) if reply.fold == fold] for fold in folds]
    others = [[reply for reply in replies if reply.fold != fold] for fold in folds]
    learnt = {conversation_key(reply.history): folds.index(reply.fold) for reply in replies}
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = chosen.out / "mrbench.npz"
    Ensemble(tuple(fit_model(training, chosen.seed) for training in others), learnt).save(file)
    judged = judge_each(replies, [], chosen.seed)
    for place, fold in enumerate(Ensemble.load(file).folds):  # as stored, so that the figures are those of the file
        put_in(judged, Ensemble((fold,), {}), replies, held_out[place])
    figures = {"replies": len(replies), "bytes": file.stat().st_size, **figures_of(replies, judged)}
    figures["controls"] = {name: macro_f1s(labels_of(replies), given) for name, given in controls(replies).items()}
    figures["surest_errors"] = surest_errors(replies, judged)
    print("macro-F1", figures["macro_f1"], "calibration", figures["calibration_error"], flush=True)
    write_figures(chosen.out, figures)
    if chosen.unseen:
        for name, is_strict in (("unseen_tutor", False), ("unseen_tutor_and_dialogue", True)):
            found = judge_each(replies, unseen_tutors(replies, is_strict=is_strict), chosen.seed)
            whole = figures_of(replies, found)
            figures[name] = {key: whole[key] for key in ("macro_f1", "calibration_error", "by_tutor")}
            write_figures(chosen.out, figures)
            print(name, figures[name]["macro_f1"], flush=True)
    figures["macro_f1_by_seed"] = [figures["macro_f1"]]
    parts = list(zip(others, held_out, strict=True))
    for seed in range(chosen.seed + 1, chosen.seed + chosen.seeds):
        figures["macro_f1_by_seed"].append(macro_f1s(labels_of(replies), judge_each(replies, parts, seed).labels))
        write_figures(chosen.out, figures)
        print("seed", seed, figures["macro_f1_by_seed"][-1], flush=True)


def write_figures(folder: Path, figures: dict[str, Any]) -> None:
    """Write what is known so far: measuring takes longer than learning."""
    (folder / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
