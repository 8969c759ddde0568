"""The public names of the room."""

import gnomon.algebra


def test_all_is_sorted_and_complete():
    names = gnomon.algebra.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert all(hasattr(gnomon.algebra, name) for name in names)
