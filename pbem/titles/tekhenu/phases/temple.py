"""Points of the temple complex, shared by T-SCORE-2 and by Decree D24."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.titles.tekhenu.state import Tekhenu


def pieces_at_lines(t: Tekhenu, seat: Seat, statues: bool) -> list[int]:
    """Count own Buildings, and own Statues if they count, standing at each of the ten lines (T-TERM-3)."""
    data = t.data
    pieces = [0] * 10
    for spot, owner in t.buildings.items():
        if owner == seat:
            pieces[data.spot_by_id[spot].line] += 1
    if statues:
        for spot, owner in t.people.items():
            place = data.people_spot_by_id[spot]
            if owner == seat and place.at_temple:
                pieces[place.line] += 1
    return pieces


def temple_points(t: Tekhenu, seat: Seat, statues: bool = True) -> int:
    """Score each own piece beside the temple, and for each own Pillar the own pieces at its lines (T-SCORE-2,
    RUL-08)."""
    data = t.data
    pieces = pieces_at_lines(t, seat, statues)
    points = sum(pieces) * data.scoring["temple_building_or_statue_vp"]
    each = data.scoring["temple_pillar_vp_per_own_aligned_piece"]
    for space, owner in enumerate(t.pillars):
        if owner == seat:
            row, column = data.spaces[space].lines
            points += (pieces[row] + pieces[column]) * each
    return points
