"""Judges that are known to be good or bad, as answers of a scripted server."""

import hashlib
import json

LABELS = ("Yes", "To some extent", "No")
DIMENSIONS = ("Mistake_Identification", "Mistake_Location", "Providing_Guidance", "Actionability")


def true_label(chat):
    """Give the label that the reply names."""
    return next(label for label in LABELS if f"quality {label}." in chat.prompt)


def better(chat):
    """Give the place of the reply that names the better label; both name one, and never the same."""
    named = sorted((chat.prompt.find(f"quality {label}."), LABELS.index(label)) for label in LABELS)
    first, second = (rank for place, rank in named if place >= 0)
    return 1 if first < second else 2


def chance(chat, sample):
    """Give a number that has nothing to do with the request's meaning, the same for an equal request."""
    return hashlib.sha256(f"{chat.prompt}{chat.body.get('seed')}{sample}".encode()).digest()[0]


def is_pair(chat):
    return "Conversation 2:" in chat.prompt


def good(chat, sample):
    del sample
    return choice(better(chat)) if is_pair(chat) else label(true_label(chat))


def always_first(chat, sample):
    return choice(1) if is_pair(chat) else good(chat, sample)


def random(chat, sample):
    number = chance(chat, sample)
    return choice(number % 2 + 1) if is_pair(chat) else label(LABELS[number % 3])


def choice(number):
    return json.dumps({"rationale": "By the words.", "better": number})


def label(text):
    return f"<think>By the words.</think><answer>{text}</answer>"
