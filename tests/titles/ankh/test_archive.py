"""A finished game of Ankh archived, verified and read again from its text record."""

from __future__ import annotations

import pytest

from pbem.archive.verify import passed, verify
from tests.archive.games import finished


@pytest.mark.parametrize("variant", ["full", "public"])
def test_an_archive_is_verified(variant: str) -> None:
    """Draws whose label has two words stand in the record, too; promises and opened lines are compared."""
    played = finished("ankh", 3)
    assert any(" " in draw.label for entry in played.entries for draw in entry.chance)
    checks = verify(played.archive(variant))
    assert passed(checks), [check.line() for check in checks if check.passed is False]
