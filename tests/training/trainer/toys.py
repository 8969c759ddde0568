"""Rows so small that a tiny model learns them in seconds: what comes after a word, the colour of a picture, a judge's label."""

from gnomon.models import Message
from gnomon.training import open_recipe
from gnomon.training.rows import Row, RowSet
from gnomon.training.trainer import Hardware, draw
from tests.training.trainer.tiny import picture

ON_CPU = Hardware("cpu")
NAMES = [f"n{number}" for number in range(10)]
WORDS = ["next", "of", *NAMES]
COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255)}
SIZES = {"training.effective_batch": 10, "training.device_batch": 10}


def recipe(name, **changes):
    """Return a recipe with sizes for toys; ``training__epochs=3`` sets training.epochs."""
    return open_recipe(name, SIZES | {key.replace("__", "."): value for key, value in changes.items()})


def after(step, worse=None):
    """Return rows that ask for the word so many places on; with ``worse`` pairs with the word that many places on."""
    return tuple(
        Row(
            f"r{place}",
            "g",
            (Message(role="user", text=f"next of {name}"),),
            NAMES[(place + step) % len(NAMES)],
            None if worse is None else NAMES[(place + worse) % len(NAMES)],
        )
        for place, name in enumerate(NAMES)
    )


def colours(shift=0, copies=2):
    """Return rows that ask for the colour of a picture; with a shift every picture stands with another's answer."""
    named = list(COLOURS.items())
    return tuple(
        Row(
            f"c{copy}/{name}", name, (Message(role="user", text="what colour", images=(picture(named[place - shift][1]),)),), name
        )
        for copy in range(copies)
        for place, (name, _) in enumerate(named)
    )


def training(*rows):
    """Return a set of training rows."""
    return RowSet({"train": rows})


def share_right(learner, rows, most_tokens=3):
    """Return the share of rows whose answer is drawn, and nothing after it."""
    drawn = draw(learner, [row.prompt for row in rows], most_tokens=most_tokens)
    return sum(each.text == row.completion and each.is_finished for (each,), row in zip(drawn, rows, strict=True)) / len(rows)
