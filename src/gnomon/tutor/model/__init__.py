"""Tutors that ask a model: turns, focused highlights, key steps, explanations."""
