"""What the benchmark of words is made of: the truth in school notation, and whether statements hold at the points."""
