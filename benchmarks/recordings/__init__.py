"""Recorded lessons made by a script, with the moments at which a board is wiped or a page replaced known from it.

`handwriting` gives strokes, `stage` what lies before the camera and what happens to it, `disturbances` what is no boundary,
`film` the camera and the file. `benchmarks/make_videos.py` makes the recordings that ``benchmarks/data/videos`` lists.
"""
