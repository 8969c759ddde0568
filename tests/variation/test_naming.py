"""Names of a sibling's points."""

import random

from gnomon.figure import Circle, Figure
from gnomon.variation.naming import new_names


def _names(points, text="", *, centre=None, kept=(), hidden=(), seed=0):
    circles = (Circle(centre=centre, points=(points[-1],)),) if centre else ()
    figure = Figure(points={name: (float(at), 0.0) for at, name in enumerate(points)}, circles=circles, hidden=hidden)
    return new_names(figure, text, kept, random.Random(seed))


def test_letters_run_on_in_the_order_of_the_text():
    names = _names(["C", "A", "B"], "In triangle ABC")
    first, second, third = names["A"], names["B"], names["C"]
    assert "ABCDEFGHJKLMNPQRSTUVWXYZ".index(second) - "ABCDEFGHJKLMNPQRSTUVWXYZ".index(first) == 1
    assert "ABCDEFGHJKLMNPQRSTUVWXYZ".index(third) - "ABCDEFGHJKLMNPQRSTUVWXYZ".index(second) == 1


def test_the_one_centre_is_o_and_no_other_point_looks_like_it():
    for seed in range(30):
        names = _names(["W", "L", "N"], centre="W", seed=seed)
        assert names["W"] == "O"
        assert not {"Q", "I", "O"} & {names["L"], names["N"]}


def test_primes_stay_with_their_letter():
    names = _names(["A", "A'", "B"])
    assert names["A'"] == names["A"] + "'"


def test_kept_and_hidden_points_keep_their_names():
    names = _names(["A", "B", "P1"], kept={"A"}, hidden=("P1",))
    assert (names["A"], names["P1"]) == ("A", "P1")
    assert names["B"] not in {"A", "B"}
