"""Asking for drafts until one is safe."""

import asyncio

import pytest

from gnomon.tutor import MOST_DRAFTS, first_safe


def tried(*drafts, **options):
    """Return what came of it, and the reasons that each draft was written with; drafts in capitals are refused."""
    given = []

    async def draft(refused):
        given.append(refused)
        return drafts[len(given) - 1]

    found = asyncio.run(first_safe(draft, lambda text: f"{text} shouts" if text.isupper() else None, **options))
    return found, given


@pytest.mark.parametrize(
    ("drafts", "refused", "passed"),
    [
        (["fine"], (), True),
        (["A", "fine"], ("A shouts",), True),
        (["A", "B", "fine"], ("A shouts", "B shouts"), True),
        (["A", "B", "C", "fine"], ("A shouts", "B shouts", "C shouts"), False),
    ],
)
def test_each_draft_is_written_with_the_reasons_against_those_before(drafts, refused, passed):
    found, given = tried(*drafts)
    assert (found.refused, found.passed) == (refused, passed)
    assert given == [refused[:count] for count in range(len(found.drafts))]
    assert len(found.drafts) == min(len(drafts), MOST_DRAFTS)


def test_a_single_draft_may_be_all_that_is_asked_for():
    found, given = tried("A", "fine", most_drafts=1)
    assert (found.drafts, found.passed, given) == (("A",), False, [()])
