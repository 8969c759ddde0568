"""The public names of the room."""

import gnomon.answers


def test_all_is_sorted_and_complete():
    names = gnomon.answers.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert all(hasattr(gnomon.answers, name) for name in names)
