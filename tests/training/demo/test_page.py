"""The page of the demo: figures as they are given, whether goals are met, and plain words that these are toys."""

import math

import pytest

from gnomon.training.demo import Outcome, demo_page, over_seeds

PASSES = [f"pass@5 at turn {turn}" for turn in range(3)]


def asking(seed, after, control):
    figures = {f"sft/{name}": 0.3 for name in PASSES} | {f"dpo/{name}": after for name in PASSES}
    figures |= {f"shuffled pairs/{name}": control for name in PASSES}
    curves = {"dpo/rewards/accuracies": tuple((float(step), 0.5) for step in range(1, 60))}
    return Outcome(experiment="asking", seed=seed, figures=figures, curves=curves, parameters=1000)


def tutoring(seed, plain, weighted):
    names = ["decision F1"] + [f"{task} {part}" for task in ("prediction", "combined") for part in ("precision", "recall", "F1")]
    figures = {f"plain/{name}": plain for name in names} | {f"weighted/{name}": weighted for name in names}
    figures |= {"plain/share of turns that highlight": 0.25, "before/act accuracy": 0.0, "after/act accuracy": 0.6}
    return Outcome(experiment="tutoring", seed=seed, figures=figures, curves={}, parameters=2000)


def page(*outcomes, quick=False):
    return demo_page(outcomes, "this machine", quick=quick)


def goal(html, claim):
    """Return the words of a line of the table of goals."""
    line = html.split(f'<th scope="row">{claim}</th>')[1].split("</tr>")[0]
    return [part.split("<")[0] for part in line.split("<td>")[1:]]


def test_an_interval_over_three_seeds_is_students():
    # Mean 2, deviation 1, t(.975, 2) = 4.303: 2 ± 4.303 / sqrt(3)
    cell = over_seeds([1, 2, 3])
    assert (cell.value, cell.low, cell.high) == pytest.approx((2, 2 - 4.3027 / math.sqrt(3), 2 + 4.3027 / math.sqrt(3)), abs=1e-4)


def test_one_seed_has_no_interval():
    assert (over_seeds([0.5]).value, over_seeds([0.5]).low) == (0.5, None)


def test_goals_are_met_by_the_mean_rise():
    html = page(asking(0, 0.9, 0.3), asking(1, 0.8, 0.36))
    assert goal(html, "asking: rise of Pass@5 at turn 1") == ["0.55", "at least 0.25", "yes"]
    assert goal(html, "asking, shuffled pairs: rise at turn 1") == ["0.03", "at most 0.05", "yes"]


@pytest.mark.slow
def test_a_goal_that_is_missed_is_said_to_be():
    html = page(asking(0, 0.5, 0.4))
    assert goal(html, "asking: rise of Pass@5 at turn 1")[-1] == "no"
    assert goal(html, "asking, shuffled pairs: rise at turn 1")[-1] == "no"


def test_the_page_says_whether_weights_helped():
    assert "Weighting raised Combined F1 by 0.10, as GeoDial found" in page(tutoring(0, 0.3, 0.4))
    assert "Weighting did not raise Combined F1 here (-0.10)" in page(tutoring(0, 0.4, 0.3))


@pytest.mark.slow
def test_the_page_says_that_these_are_toys_and_needs_no_other_file():
    html = page(asking(0, 0.9, 0.3), tutoring(0, 0.3, 0.4), quick=True)
    assert "These are toy models of 1,000 to 2,000 parameters" in html
    assert "have hardly learnt" in html
    assert "http://" not in html.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    assert "<script" not in html
    assert "src=" not in html
