"""What the tests of the embedded judge share."""

import pytest

from tests import command_line


@pytest.fixture
def gnomon():
    """Return the command line."""
    return command_line.gnomon
