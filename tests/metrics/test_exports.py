"""The public names of the room."""

import subprocess
import sys

import gnomon.metrics


def test_all_is_sorted_and_complete():
    names = gnomon.metrics.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert all(hasattr(gnomon.metrics, name) for name in names)


def test_importing_the_room_loads_no_optional_library():
    heavy = ("sacrebleu", "rouge_score", "nltk", "bert_score", "scipy", "sklearn")
    code = f"import sys, gnomon.metrics; print([name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
