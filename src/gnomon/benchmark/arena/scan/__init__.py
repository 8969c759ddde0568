"""What a tutor's turn gives away, found without a line of the tutor's code: standard library only, nothing of gnomon.

``values`` reads numbers and sums from text, ``proofs`` the rows of ``gnomon solve``, ``leaks`` finds what a turn gives away. The
answer guard reads numbers with other code, so that neither can hide the other's gaps.
"""
