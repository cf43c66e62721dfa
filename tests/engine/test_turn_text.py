"""A turn written down by the computer: defaults are left out unless a line would be taken for another question."""

from __future__ import annotations

import pytest

from pbem.core.questions import Pick
from pbem.engine.computers.computer import _is_said


@pytest.mark.parametrize(("following", "said"), [(None, False), ([], False), (["b"], False), (["c"], True)])
def test_a_default_is_said_where_the_next_line_of_its_name_would_be_refused(
    following: list[str] | None, said: bool
) -> None:
    """Two windows of one name: what only the second one knows must not be read for the first."""
    first = Pick("card", "before", ["a", "b"], low=0, default=[])
    second = Pick("card", "after", ["b", "c"], low=0, default=[])
    later = [(Pick("other", "between", ["c"]), ["c"])]
    later += [(second, following)] if following is not None else []
    assert _is_said(first, [], later) is said
    assert _is_said(first, ["a"], later)
