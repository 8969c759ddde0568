"""The part of the sandbox that runs inside it: standard library only, imported by path and not as a part of gnomon.

Its modules import one another relatively: inside the sandbox this folder is a package of its own, ``guest``, and nothing else of
gnomon is there.
"""
