"""Answers in words and names to a question that any tutor asked: which part, what kind, which operation, where, why."""
