"""Checks on transcripts, written apart from the tutor that they check: standard library only, nothing of gnomon.

``values`` reads numbers and sums from text, ``proofs`` the rows of ``gnomon solve``, ``leaks`` finds what a turn gives
away, ``turns`` holds the rules of the vocabulary and the highlights, ``endings`` says how a conversation ended,
``seeding`` hides known leaks in clean turns, to measure what the leak scan finds.
"""
