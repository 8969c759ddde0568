"""Tests of what is offered to Inspect; without it they are left out."""

import pytest

pytest.importorskip("inspect_ai", reason="needs the extra bench: pip install 'gnomon[bench]'")
