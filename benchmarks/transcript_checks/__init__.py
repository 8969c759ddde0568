"""Checks on transcripts, written apart from the tutor that they check: nothing of gnomon.

Standard library only, and the arena's scan for leaks, which imports nothing of gnomon either.
``turns`` holds the rules of the vocabulary and the highlights, ``endings`` says how a conversation ended,
``seeding`` hides known leaks in clean turns, to measure what the leak scan finds.
"""
